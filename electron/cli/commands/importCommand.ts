import path from 'node:path'
import { importFile } from '../../core/import/importFile.ts'
import { systemClock } from '../../host/systemClock.ts'
import { openServers } from '../servers.ts'
import { writing } from '../writing.ts'
import type { CommandWork } from './command.ts'

/** `import FILE` */
export const importCommand: CommandWork = async ({ options, files, output, signal }) => {
  const [file = ''] = options.words
  const source = { path: path.resolve(file), name: path.basename(file) }
  const result = await writing(options.dataDir, files, output.note, async (archive) => {
    const { gateway, connections, vault } = await openServers(options)
    if (options.key !== null) gateway.holdSecret(options.key)
    // What is held is taken out of what is imported, as far as the vault is open.
    for (const { id } of connections.list()) {
      const key = await vault.get(id).catch(() => null)
      if (key !== null) gateway.holdSecret(key)
    }
    const deps = { archive, redact: gateway.redact, now: () => systemClock.now() }
    return importFile(
      deps,
      source,
      ({ events, bytes, total }) => output.progress(`${events} events, ${Math.floor((100 * bytes) / total)} %`),
      signal,
    )
  })
  const { events, known, nonconforming, rejected, problems, conversation, title } = result
  const lines = [
    `${events} events of “${title ?? 'untitled'}” are in the archive (${known} of them were before).`,
    `conversation ${conversation.connectionId}/${conversation.conversationId}`,
    ...Object.entries(result.kinds).map(([kind, count]) => `  ${kind} ${count}`),
    ...(nonconforming === 0 ? [] : [`${nonconforming} deviate from the contract.`]),
    ...(result.leftOut === 0 ? [] : [`${result.leftOut} deltas and full states were left out.`]),
    ...(rejected === 0 ? [] : [`${rejected} parts of the file could not be taken in:`]),
    ...problems.map(({ place, problem }) => `  ${place}: ${problem}`),
  ]
  output.result(result, lines.join('\n'))
  return true
}

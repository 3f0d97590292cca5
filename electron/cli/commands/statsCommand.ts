import { openReadOnly } from '../../core/archive/readOnly.ts'
import { createConnections } from '../../core/vault/index.ts'
import { nameOf, recordOf } from '../findConversation.ts'
import type { CommandWork } from './command.ts'

/** `stats` */
export const statsCommand: CommandWork = async ({ options, output }) => {
  const archive = openReadOnly(options.dataDir)
  try {
    const connections = (await createConnections(options)).list()
    const conversations = archive.stored().map(({ ref, load }) => ({
      ...ref,
      connection: connections.find(({ id }) => id === ref.connectionId)?.name ?? ref.connectionId,
      title: recordOf(archive, ref)?.title ?? null,
      events: load.stored,
      server: load.serverCount === null ? null : { count: load.serverCount, checkedAt: load.serverCheckedAt },
      gaps: load.gaps,
      nonconforming: load.nonconforming,
    }))
    const stats = await archive.stats()
    const lines = conversations.map(
      (one) => `${String(one.events).padStart(8)}  ${nameOf(one)}  ${one.title ?? 'untitled'} (${one.connection})`,
    )
    const sum = `${stats.events} events of ${conversations.length} conversations in ${(stats.bytes / 1e6).toFixed(1)} MB`
    output.result({ dataDir: options.dataDir, ...stats, conversations }, [...lines, sum].join('\n'))
    return true
  } finally {
    archive.close()
  }
}

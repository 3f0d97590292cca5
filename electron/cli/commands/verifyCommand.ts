import { HandrailError, isImported, sharedBaseUrl } from '../../../shared/domain/index.ts'
import { openReadOnly } from '../../core/archive/readOnly.ts'
import { findConversation, nameOf } from '../findConversation.ts'
import { agentIds, appIds } from '../serverIds.ts'
import { openServers, sidesOf } from '../servers.ts'
import type { CommandWork } from './command.ts'

const MOST_NAMED = 20

interface Compared {
  server: 'agent' | 'app'
  events: number
  /** Ids that the server has and the archive has not. */
  missing: string[]
  /** Ids that the archive has and the server has not. */
  extra: string[]
  /** Place of the first event whose order differs; null when none does. Pages of an app server have no order of their own. */
  differsAt: number | null
  isEqual: boolean
}

/** `verify CONVERSATION` */
export const verifyCommand: CommandWork = async ({ options, output, signal }) => {
  const archive = openReadOnly(options.dataDir)
  try {
    const ref = findConversation(archive, options.words[0] ?? '')
    if (isImported(ref.connectionId) || sharedBaseUrl(ref.connectionId) !== null) {
      throw new HandrailError({
        code: 'unsupported',
        message: `Conversation ${nameOf(ref)} has no account on a server with which it could be compared.`,
      })
    }
    const ids = archive.ids(ref)
    const servers = await openServers(options)
    const { agent, app } = await sidesOf(servers, servers.connections.get(ref.connectionId), ref, signal)
    const compared: Compared[] = []
    const told = (count: number) => output.progress(`${count} events asked for`)
    if (agent !== null) compared.push(compare('agent', ids, await agentIds(agent, ref.conversationId, told, signal)))
    if (app !== null) {
      const side = compare('app', ids, await appIds(app, ref.conversationId, told, signal))
      // While the agent server can be asked it is the truth, and the app server lags behind it.
      compared.push(agent === null ? side : { ...side, isEqual: side.missing.length === 0 })
    }
    const isEqual = compared.every((one) => one.isEqual)
    output.result(
      { ...ref, events: ids.length, isEqual, servers: compared.map(named) },
      [`${ids.length} events stored`, ...compared.map(words), isEqual ? 'equal' : 'NOT equal'].join('\n'),
    )
    return isEqual
  } finally {
    archive.close()
  }
}

function compare(server: Compared['server'], stored: readonly string[], onServer: readonly string[]): Compared {
  const [here, there] = [new Set(stored), new Set(onServer)]
  const missing = [...there].filter((id) => !here.has(id))
  const extra = stored.filter((id) => !there.has(id))
  const common = stored.filter((id) => there.has(id))
  const order = onServer.filter((id) => here.has(id))
  const at = server === 'app' ? -1 : common.findIndex((id, place) => id !== order[place])
  const differsAt = at === -1 ? null : at
  const isEqual = missing.length === 0 && extra.length === 0 && differsAt === null
  return { server, events: onServer.length, missing, extra, differsAt, isEqual }
}

function named({ missing, extra, ...rest }: Compared) {
  const some = (ids: string[]) => ({ count: ids.length, ids: ids.slice(0, MOST_NAMED) })
  return { ...rest, missing: some(missing), extra: some(extra) }
}

function words({ server, events, missing, extra, differsAt }: Compared): string {
  const parts = [
    `${events} on the ${server} server`,
    missing.length === 0 ? null : `${missing.length} missing here (${missing.slice(0, 3).join(', ')})`,
    extra.length === 0 ? null : `${extra.length} only here (${extra.slice(0, 3).join(', ')})`,
    differsAt === null ? null : `order differs at ${differsAt + 1}`,
  ]
  return parts.filter((part) => part !== null).join('; ')
}

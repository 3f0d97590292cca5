import { HandrailError } from '../../../shared/domain/index.ts'
import type { AppServerClient } from '../gateway/index.ts'
import type { Rooms } from './base.ts'

/** The client of a connection's app server. Throws `unsupported` for a bare agent server, which has no `what`. */
export function appServerOf(
  { connections, gateway }: Pick<Rooms, 'connections' | 'gateway'>,
  connectionId: string,
  what: string,
): AppServerClient {
  const connection = connections.get(connectionId)
  if (connection.kind === 'app') return gateway.appServer(connection)
  throw new HandrailError({
    code: 'unsupported',
    message: `${connection.name} is a bare agent server: it has no ${what}.`,
    advice: 'Connect to an app server for this.',
  })
}

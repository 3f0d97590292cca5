import { EVENT_KINDS } from '../../../../shared/contract/index.ts'
import { choiceOf, timeOf } from '../../http/query.ts'
import type { Request } from '../../http/route.ts'
import { microsOf } from '../../time.ts'
import type { StoredEvent } from '../../world/eventLog.ts'
import type { World } from '../../world/world.ts'
import { hexInHandler } from './hexInHandler.ts'

// The app server's parameter knows the 19 kinds of its own schema (contract §8), not the agent server's twentieth.
const KINDS = EVENT_KINDS.filter((kind) => kind !== 'SecurityAnalysisEvent')

/** The events that have arrived at the app server and match the parameters, oldest first. */
export function arrivedEvents(request: Request<World>): readonly StoredEvent[] {
  const { query, server } = request
  const filter = eventFilter(query)
  const hex = hexInHandler(request.param('id'))
  const all = (server.conversations.get(hex) ?? server.deleted.get(hex))?.history.events() ?? []
  return filter === undefined ? all : all.filter(filter)
}

/** What the parameters ask of an event; undefined when they ask nothing. */
export function eventFilter(query: URLSearchParams): ((event: StoredEvent) => boolean) | undefined {
  const kind = choiceOf(query, 'kind__eq', KINDS)
  const from = timeOf(query, 'timestamp__gte')
  const before = timeOf(query, 'timestamp__lt')
  if (kind === undefined && from === undefined && before === undefined) return undefined
  return (event) => {
    const micros = microsOf(event.timestamp) ?? 0
    return (
      (kind === undefined || event.kind === kind) &&
      (from === undefined || micros >= from) &&
      (before === undefined || micros < before)
    )
  }
}

import { choiceOf, limitOf } from '../../http/query.ts'
import { jsonText, type Route } from '../../http/route.ts'
import type { StoredEvent } from '../../world/eventLog.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'
import { eventFilter } from './eventFilter.ts'

const ORDERS = ['TIMESTAMP', 'TIMESTAMP_DESC'] as const

/**
 * A page of events in log order. `page_id` is the id of the page's first item; an unknown one restarts
 * from the beginning (contract §1.5). Pages are slices of JSON texts that were made once.
 */
export const searchEvents: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/:id/events/search',
  handle(request) {
    const { query, server } = request
    const limit = limitOf(query, () => {
      // 1.34 fails on a limit over 100 instead of refusing it (contract §18.1).
      if (server.env.dialect === '1.34') throw new Error('')
      return undefined as never
    })
    const isDescending = choiceOf(query, 'sort_order', ORDERS) === 'TIMESTAMP_DESC'
    const filter = eventFilter(query, server.env.dialect)
    const { log } = conversationOf(request)
    const start = log.positionOf(query.get('page_id') ?? '') ?? (isDescending ? log.length - 1 : 0)
    const { texts, next } = collect(log.events, start, isDescending ? -1 : 1, limit, filter)
    return jsonText(
      `{"items":[${texts.join(',')}],"next_page_id":${next === undefined ? 'null' : JSON.stringify(next)}}`,
    )
  },
}

function collect(
  events: readonly StoredEvent[],
  start: number,
  step: 1 | -1,
  limit: number,
  filter: ((event: StoredEvent) => boolean) | undefined,
): { texts: string[]; next: string | undefined } {
  const texts: string[] = []
  for (let i = start; i >= 0 && i < events.length; i += step) {
    const event = events[i]
    if (event === undefined || (filter !== undefined && !filter(event))) continue
    if (texts.length === limit) return { texts, next: event.id }
    texts.push(event.text)
  }
  return { texts, next: undefined }
}

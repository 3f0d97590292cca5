import { choiceOf, limitOf } from '../../http/query.ts'
import { json, type Route } from '../../http/route.ts'
import { appWire } from '../../world/appWire.ts'
import type { World } from '../../world/world.ts'
import { arrivedEvents } from './eventsOf.ts'
import { ORDERS, offsetOf } from './page.ts'

/** History by time, with nulls written out; a `page_id` that is no number ends as 500 (contract §18.4). */
export const searchEvents: Route<World> = {
  method: 'GET',
  path: '/api/v1/conversation/:id/events/search',
  handle(request) {
    const { query } = request
    const limit = limitOf(query)
    const isDescending = choiceOf(query, 'sort_order', ORDERS) === 'TIMESTAMP_DESC'
    const pageId = query.get('page_id')
    const start = pageId === null ? 0 : offsetOf(pageId)
    if (start === undefined) throw new Error('invalid literal for int()')
    const all = arrivedEvents(request)
    const end = all.length - start
    const page = isDescending
      ? all.slice(Math.max(end - limit, 0), Math.max(end, 0)).reverse()
      : all.slice(start, start + limit)
    const next = start + limit < all.length ? String(start + limit) : null
    return json({ items: page.map((event) => appWire(event.text)), next_page_id: next })
  },
}

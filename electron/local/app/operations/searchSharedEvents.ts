import { choiceOf, limitOf } from '../../http/query.ts'
import { json, type Route } from '../../http/route.ts'
import type { Json } from '../../json.ts'
import { appWire } from '../../world/appWire.ts'
import type { World } from '../../world/world.ts'
import { ORDERS, offsetOf } from './page.ts'
import { isViewable, sharedEvents } from './sharedOf.ts'

/**
 * Events of a shared conversation, without a key. What nobody may see is removed after fetching, and the page is
 * filled up to `limit` all the same (seed §4.1, rules 1 and 2).
 */
export const searchSharedEvents: Route<World> = {
  method: 'GET',
  path: '/api/shared-events/search',
  isPublic: true,
  handle(request) {
    const { query } = request
    const limit = limitOf(query)
    const isDescending = choiceOf(query, 'sort_order', ORDERS) === 'TIMESTAMP_DESC'
    const oldestFirst = sharedEvents(request)
    const pageId = query.get('page_id')
    const start = pageId === null ? 0 : offsetOf(pageId)
    if (start === undefined) throw new Error('invalid literal for int()')
    const all = isDescending ? oldestFirst.toReversed() : oldestFirst
    const items: Json[] = []
    let next = start
    for (; next < all.length && items.length < limit; next += 1) {
      const event = all[next]
      if (event !== undefined && isViewable(event)) items.push(appWire(event.text))
    }
    return json({ items, next_page_id: next < all.length ? String(next) : null })
  },
}

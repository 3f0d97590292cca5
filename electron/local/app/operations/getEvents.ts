import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { appWire } from '../../world/appWire.ts'
import type { World } from '../../world/world.ts'
import { arrivedEvents } from './eventsOf.ts'
import { hexInHandler } from './hexInHandler.ts'

/** Events by id, null for unknown ones; at most 100. An id that is no UUID ends as 500 (recorded). */
export const getEvents: Route<World> = {
  method: 'GET',
  path: '/api/v1/conversation/:id/events',
  handle(request) {
    const ids = listOf(request.query, 'id')
    if (ids.length > 100) throw refuse(400, 'Too many ids requested. Maximum is 100.')
    const wanted = ids.map(hexInHandler)
    const byId = new Map(arrivedEvents(request).map((event) => [hexOf(event.id) ?? event.id, event]))
    return json(
      wanted.map((hex) => {
        const event = byId.get(hex)
        return event === undefined ? null : appWire(event.text)
      }),
    )
  },
}

import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { appWire } from '../../world/appWire.ts'
import type { World } from '../../world/world.ts'
import { arrivedEvents } from './eventsOf.ts'

/** Events by id, null for unknown ones; at most 100. */
export const getEvents: Route<World> = {
  method: 'GET',
  path: '/api/v1/conversation/:id/events',
  handle(request) {
    const ids = listOf(request.query, 'id')
    if (ids.length > 100) throw refuse(400, 'Too many ids requested. Maximum is 100.')
    const byId = new Map(arrivedEvents(request).map((event) => [hexOf(event.id) ?? event.id, event]))
    return json(
      ids.map((id) => {
        const event = byId.get(hexOf(id) ?? id)
        return event === undefined ? null : appWire(event.text)
      }),
    )
  },
}

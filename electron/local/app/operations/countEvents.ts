import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { arrivedEvents } from './eventsOf.ts'

export const countEvents: Route<World> = {
  method: 'GET',
  path: '/api/v1/conversation/:id/events/count',
  handle: (request) => json(arrivedEvents(request).length),
}

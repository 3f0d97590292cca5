import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { sharedEvents } from './sharedOf.ts'

/** The count is of what is stored: it includes what the search removes. */
export const countSharedEvents: Route<World> = {
  method: 'GET',
  path: '/api/shared-events/count',
  isPublic: true,
  handle: (request) => json(sharedEvents(request).length),
}

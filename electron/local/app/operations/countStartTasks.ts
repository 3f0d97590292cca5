import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { matchingStartTasks } from './startTaskFilter.ts'

export const countStartTasks: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/start-tasks/count',
  handle: ({ server, query }) => json(matchingStartTasks(server, query).length),
}

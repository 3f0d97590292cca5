import { limitOf } from '../../http/query.ts'
import type { Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { taskRecord } from '../records.ts'
import { offsetPage } from './page.ts'
import { matchingStartTasks } from './startTaskFilter.ts'

export const searchStartTasks: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/start-tasks/search',
  handle({ server, query }) {
    const limit = limitOf(query)
    return offsetPage(matchingStartTasks(server, query), query, limit, taskRecord)
  },
}

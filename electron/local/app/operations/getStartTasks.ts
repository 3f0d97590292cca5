import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import type { World } from '../../world/world.ts'
import { taskRecord } from '../records.ts'

/** Start tasks by id, null for unknown ones; at most 100. */
export const getStartTasks: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/start-tasks',
  handle({ server, query }) {
    const ids = listOf(query, 'ids')
    if (ids.length > 100) throw refuse(400, 'Too many ids requested. Maximum is 100.')
    return json(
      ids.map((id) => {
        const task = server.tasks.get(hexOf(id) ?? '')
        return task === undefined ? null : taskRecord(task)
      }),
    )
  },
}

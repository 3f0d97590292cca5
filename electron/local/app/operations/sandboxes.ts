import { limitOf, listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { sandboxRecord } from '../records.ts'
import { offsetPage } from './page.ts'

export const searchSandboxes: Route<World> = {
  method: 'GET',
  path: '/api/v1/sandboxes/search',
  handle({ server, query }) {
    const limit = limitOf(query)
    const newest = [...server.sandboxes.values()].sort((a, b) => b.createdMs - a.createdMs)
    return offsetPage(newest, query, limit, sandboxRecord)
  },
}

/** Sandboxes by id (the parameter is `id`), null for unknown ones; at most 100. */
export const getSandboxes: Route<World> = {
  method: 'GET',
  path: '/api/v1/sandboxes',
  handle({ server, query }) {
    const ids = listOf(query, 'id')
    if (ids.length > 100) throw refuse(400, 'Too many ids requested. Maximum is 100.')
    return json(
      ids.map((id) => {
        const sandbox = server.sandboxes.get(id)
        return sandbox === undefined ? null : sandboxRecord(sandbox)
      }),
    )
  },
}

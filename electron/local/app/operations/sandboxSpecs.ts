import { limitOf, listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { SANDBOX_SPECS } from '../../world/sandboxSpecs.ts'
import type { World } from '../../world/world.ts'
import { specRecord } from '../records.ts'
import { offsetPage } from './page.ts'

export const searchSandboxSpecs: Route<World> = {
  method: 'GET',
  path: '/api/v1/sandbox-specs/search',
  handle: ({ query }) => offsetPage(SANDBOX_SPECS, query, limitOf(query), specRecord),
}

/** Specs by id (the parameter is `id`), null for unknown ones; at most 100. */
export const getSandboxSpecs: Route<World> = {
  method: 'GET',
  path: '/api/v1/sandbox-specs',
  handle({ query }) {
    const ids = listOf(query, 'id')
    if (ids.length > 100) throw refuse(400, 'Too many ids requested. Maximum is 100.')
    const found = ids.map((id) => SANDBOX_SPECS.find((spec) => spec.id === id))
    return json(found.map((spec) => (spec === undefined ? null : specRecord(spec))))
  },
}

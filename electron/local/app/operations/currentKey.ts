import { json, type Route } from '../../http/route.ts'
import { ORG_ID } from '../../world/account.ts'
import type { World } from '../../world/world.ts'
import { USER_ID } from '../records.ts'

/** What the key in use is: the best check of a key (contract §10). */
export const currentKey: Route<World> = {
  method: 'GET',
  path: '/api/keys/current',
  handle: () =>
    json({
      id: 1,
      name: 'Handrail local',
      org_id: ORG_ID,
      bound_org_id: null,
      user_id: USER_ID,
      auth_type: 'api_key',
    }),
}

import { json, type Route } from '../../http/route.ts'
import { ORG_ID } from '../../world/account.ts'
import type { World } from '../../world/world.ts'
import { USER_ID } from '../records.ts'
import { settingsRecord } from './settings.ts'

export const me: Route<World> = {
  method: 'GET',
  path: '/api/v1/users/me',
  handle: ({ server }) =>
    json({
      ...settingsRecord(server),
      id: USER_ID,
      org_id: ORG_ID,
      org_name: 'Local',
      role: 'owner',
      permissions: [],
    }),
}

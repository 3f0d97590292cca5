import { json, type Route } from '../../http/route.ts'
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
      org_id: '00000000-0000-4000-8000-000000000001',
      org_name: 'Local',
      role: 'owner',
      permissions: [],
    }),
}

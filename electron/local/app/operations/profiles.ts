import { json, type Route } from '../../http/route.ts'
import { PROFILES } from '../../world/profiles.ts'
import type { World } from '../../world/world.ts'

/** Names and models of the saved profiles, without their keys. */
export const listProfiles: Route<World> = {
  method: 'GET',
  path: '/api/v1/settings/profiles',
  handle: () =>
    json({
      profiles: [...PROFILES].map(([name, model]) => ({ name, model, base_url: null, api_key_set: true })),
      active_profile: 'default',
    }),
}

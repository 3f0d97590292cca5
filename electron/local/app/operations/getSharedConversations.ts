import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { sharedRecord } from '../records.ts'
import { sharedConversation } from './sharedOf.ts'

/** Records of shared conversations in request order, null for private and unknown ones alike; without a key. */
export const getSharedConversations: Route<World> = {
  method: 'GET',
  path: '/api/shared-conversations',
  isPublic: true,
  handle({ server, query }) {
    const ids = listOf(query, 'ids')
    if (ids.length > 99) throw refuse(400, 'Too many ids requested. Maximum is 99.')
    return json(
      ids.map((id) => {
        const found = sharedConversation(server, id)
        return found === undefined ? null : sharedRecord(server, found)
      }),
    )
  },
}

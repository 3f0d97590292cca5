import { flagOf, limitOf } from '../../http/query.ts'
import type { Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { conversationRecord } from '../records.ts'
import { matchingConversations } from './conversationFilter.ts'
import { offsetPage } from './page.ts'

/** Sub-conversations are left out unless asked for; `count` counts them always, as the real server does. */
export const searchConversations: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/search',
  handle({ server, query }) {
    const limit = limitOf(query)
    const withSubs = flagOf(query, 'include_sub_conversations')
    const found = matchingConversations(server, query).filter((c) => withSubs || c.parentHex === null)
    return offsetPage(found, query, limit, (c) => conversationRecord(server, c))
  },
}

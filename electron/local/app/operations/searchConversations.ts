import { limitOf } from '../../http/query.ts'
import type { Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { conversationRecord } from '../records.ts'
import { matchingConversations } from './conversationFilter.ts'
import { offsetPage } from './page.ts'

export const searchConversations: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/search',
  handle({ server, query }) {
    const limit = limitOf(query)
    return offsetPage(matchingConversations(server, query), query, limit, (c) => conversationRecord(server, c))
  },
}

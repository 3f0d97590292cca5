import { json, type Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { matchingConversations } from './conversationFilter.ts'

export const countConversations: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/count',
  handle: ({ server, query }) => json(matchingConversations(server, query).length),
}

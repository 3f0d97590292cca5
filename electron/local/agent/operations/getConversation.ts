import { json, type Route } from '../../http/route.ts'
import { conversationInfo } from '../conversationInfo.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'

export const getConversation: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/:id',
  handle: (request) => json(conversationInfo(conversationOf(request), request.server.env.dialect)),
}

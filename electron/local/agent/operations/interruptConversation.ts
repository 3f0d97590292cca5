import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'

export const interruptConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/interrupt',
  async handle(request) {
    await request.server.agents.of(conversationOf(request, true)).interrupt()
    return json({ success: true })
  },
}

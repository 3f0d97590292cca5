import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'
import { MOST_RUNS } from './postEvent.ts'

export const runConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/run',
  handle(request) {
    const { agents } = request.server
    const conversation = conversationOf(request)
    if (agents.isRunning(conversation)) {
      throw refuse(409, 'Conversation already running. Wait for completion or pause first.')
    }
    if (agents.countRunning(request.server.conversations()) >= MOST_RUNS) throw refuse(429, 'Too many concurrent runs.')
    agents.of(conversation).accept()
    return json({ success: true })
  },
}

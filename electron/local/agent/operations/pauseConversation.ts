import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'

/** Pauses between steps; while a command runs the answer comes when the command has ended (contract §18.1). */
export const pauseConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/pause',
  async handle(request) {
    const conversation = conversationOf(request, true)
    await request.server.agents.of(conversation).pause()
    request.server.announce(conversation)
    return json({ success: true })
  },
}

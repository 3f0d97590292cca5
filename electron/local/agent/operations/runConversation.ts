import { pauseFor } from '../../clock.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'
import { requireFreeRun } from './runLimit.ts'

const LOOKING_MS = 3_500
const NEVER = new AbortController().signal

export const runConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/run',
  async handle(request) {
    const { agents, env } = request.server
    const conversation = conversationOf(request)
    if (agents.isRunning(conversation)) {
      // 1.34 looks for a while whether the run ends (contract §18.1).
      if (env.dialect === '1.34') await pauseFor(env.clock, LOOKING_MS / env.speed, NEVER)
      throw refuse(409, 'Conversation already running. Wait for completion or pause first.')
    }
    requireFreeRun(request.server)
    agents.of(conversation).accept()
    return json({ success: true })
  },
}

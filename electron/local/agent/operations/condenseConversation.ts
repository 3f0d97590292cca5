import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { condense } from '../../scripted/condense.ts'
import { inventModelCall } from '../../scripted/modelCall.ts'
import type { AgentServer } from '../server.ts'

/** Condenses what the agent has in mind: CondensationRequest, then Condensation (recorded). */
export const condenseConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/condense',
  handle(request) {
    const { env } = request.server
    const conversation = request.server.conversation(hexOf(request.param('id')) ?? '')
    if (conversation === undefined) throw refuse(404, 'Conversation not found')
    if (condense(conversation, () => inventModelCall(env.random, 1, env.clock.now()))) return json({ success: true })
    const problem = 'Cannot condense conversation: there is too little to condense'
    // 1.34 answers a condensation that cannot be with 500 (seen).
    if (env.dialect === '1.34') throw new Error(problem)
    throw refuse(409, problem)
  },
}

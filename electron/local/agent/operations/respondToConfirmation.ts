import { invalid, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject } from '../../json.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'
import { requireFreeRun } from './runLimit.ts'

/** Accepts or rejects every action that waits; with none waiting it is still a success (recorded). */
export const respondToConfirmation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/events/respond_to_confirmation',
  async handle(request) {
    const body = await request.body()
    if (!isObject(body) || body.accept === undefined) throw missing(['body', 'accept'], body ?? null)
    if (typeof body.accept !== 'boolean') {
      throw invalid('bool_type', ['body', 'accept'], 'Input should be a valid boolean', body.accept)
    }
    const conversation = conversationOf(request)
    // The past is generated at the first touch, and with it what waits in it.
    conversation.leafId
    const agent = request.server.agents.of(conversation)
    if (body.accept && !agent.isRunning) requireFreeRun(request.server)
    if (body.accept) agent.accept()
    else agent.reject(typeof body.reason === 'string' ? body.reason : 'User rejected the action.')
    return json({ success: true })
  },
}

import { json, type Route } from '../../http/route.ts'
import { isObject, parseJson } from '../../json.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'

/** What the agent said last when it finished; empty before that. */
export const finalResponse: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/:id/agent_final_response',
  handle(request) {
    const last = conversationOf(request).log.events.findLast((event) => event.text.includes('"FinishAction"'))
    const event = last === undefined ? undefined : parseJson(last.text)
    const action = isObject(event) && isObject(event.action) ? event.action : {}
    return json({ response: typeof action.message === 'string' ? action.message : '' })
  },
}

import { invalid, refuse } from '../../http/refusal.ts'
import { json, type Request, type Route } from '../../http/route.ts'
import type { JsonObject } from '../../json.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { AgentServer } from '../server.ts'
import { bodyOf, textIn } from './bodyOf.ts'
import { conversationOf } from './conversationOf.ts'
import { requireFreeRun } from './runLimit.ts'

const USUAL_ITERATIONS = 10

const start: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/goal',
  async handle(request) {
    const body = await bodyOf(request)
    const objective = textIn(body, 'objective')
    const max = iterationsIn(body)
    const conversation = conversationOf(request)
    if (objective.trim() === '') throw refuse(400, 'Goal objective must not be empty.')
    requireRest(request, conversation)
    requireFreeRun(request.server)
    request.server.agents.goalOf(conversation).start(objective, max)
    return json({ success: true })
  },
}

const stop: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/goal/stop',
  handle(request) {
    request.server.agents.goalOf(conversationOf(request)).stop()
    return json({ success: true })
  },
}

const resume: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/goal/resume',
  handle(request) {
    const conversation = conversationOf(request)
    requireRest(request, conversation)
    requireFreeRun(request.server)
    if (!request.server.agents.goalOf(conversation).resume()) throw refuse(400, 'no_resumable_goal')
    return json({ success: true })
  },
}

/** A goal is worked at until it is reached: start, stop (the run goes on), resume what was interrupted. */
export const goal: Route<AgentServer>[] = [start, stop, resume]

function requireRest({ server: { agents } }: Request<AgentServer>, conversation: Conversation): void {
  if (agents.isRunning(conversation) || agents.goalOf(conversation).isActive) {
    throw refuse(409, 'Conversation run or goal loop already running.')
  }
}

function iterationsIn({ max_iterations: max }: JsonObject): number {
  if (max === undefined) return USUAL_ITERATIONS
  const loc = ['body', 'max_iterations']
  if (typeof max !== 'number' || !Number.isInteger(max)) {
    throw invalid('int_type', loc, 'Input should be a valid integer', max)
  }
  if (max < 1) throw invalid('greater_than_equal', loc, 'Input should be greater than or equal to 1', max, { ge: 1 })
  return max
}

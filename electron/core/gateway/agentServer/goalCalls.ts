import { goalForSendingSchema } from '../../../../shared/contract/index.ts'
import { HandrailError } from '../../../../shared/domain/index.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentCommands } from './agentCommands.ts'
import type { AgentSession } from './agentSession.ts'
import { command } from './command.ts'
import type { FeatureCheck } from './featureCheck.ts'

export function goalCalls(
  session: AgentSession,
  features: FeatureCheck,
): Pick<AgentCommands, 'startGoal' | 'stopGoal' | 'resumeGoal'> {
  function goal(conversationId: string, path: string, purpose: string, signal: AbortSignal, body?: object) {
    const call = { purpose, isIdempotent: path === 'goal/stop', ...(body === undefined ? {} : { body }) }
    return features.using('goal', { conversationId, purpose, signal }, () =>
      command(session, conversationId, path, call, signal),
    )
  }

  return {
    async startGoal(conversationId, objective, maxIterations, signal) {
      const purpose = `give conversation ${shortId(conversationId)} a goal`
      const body = checked(goalForSendingSchema, { objective, max_iterations: maxIterations }, purpose)
      await goal(conversationId, 'goal', purpose, signal, body)
    },

    stopGoal: (conversationId, signal) =>
      goal(conversationId, 'goal/stop', `stop the goal of conversation ${shortId(conversationId)}`, signal),

    async resumeGoal(conversationId, signal) {
      const purpose = `resume the goal of conversation ${shortId(conversationId)}`
      try {
        await goal(conversationId, 'goal/resume', purpose, signal)
      } catch (error) {
        // 400 `no_resumable_goal` (seen).
        throw error instanceof HandrailError && error.failure.status === 400 ? nothingToResume(purpose, error) : error
      }
    },
  }
}

function nothingToResume(purpose: string, cause: HandrailError): HandrailError {
  return new HandrailError(
    {
      code: 'conflict',
      message: `Could not ${purpose}: it has no goal that was interrupted.`,
      advice: 'Set a new goal.',
      status: 400,
    },
    { cause },
  )
}

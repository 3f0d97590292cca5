import { questionForSendingSchema } from '../../../../shared/contract/index.ts'
import { requireObject, wrongShape } from '../http/answerShape.ts'
import { fieldsOf } from '../records/fields.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentCommands } from './agentCommands.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'
import type { FeatureCheck } from './featureCheck.ts'
import { FIRST_TOUCH_MS } from './recordCalls.ts'

/** A slow model takes its time over a long conversation. */
const ANSWER_SILENCE_MS = 5 * 60_000

export function questionCalls(
  session: AgentSession,
  features: FeatureCheck,
): Pick<AgentCommands, 'ask' | 'finalResponse'> {
  return {
    ask(conversationId, question, signal) {
      const purpose = `ask the agent of conversation ${shortId(conversationId)}`
      return features.using('ask', { conversationId, purpose, signal }, async () => {
        const body = checked(questionForSendingSchema, { question }, purpose)
        const { call, answer } = await session.json(
          {
            method: 'POST',
            path: `${conversationPath(conversationId)}/ask_agent`,
            body,
            purpose,
            // It changes nothing; asked twice it costs twice.
            isIdempotent: true,
            silenceMs: ANSWER_SILENCE_MS,
          },
          signal,
        )
        const response = fieldsOf(requireObject(call, answer)).raw('response')
        if (typeof response !== 'string') throw wrongShape(call, 'an answer without a text')
        return response
      })
    },

    finalResponse(conversationId, signal) {
      const purpose = `read the final response of conversation ${shortId(conversationId)}`
      return features.using('final-response', { conversationId, purpose, signal }, async () => {
        const { call, answer } = await session.json(
          {
            method: 'GET',
            path: `${conversationPath(conversationId)}/agent_final_response`,
            purpose,
            isIdempotent: true,
            silenceMs: FIRST_TOUCH_MS,
          },
          signal,
        )
        return fieldsOf(requireObject(call, answer)).text('response')
      })
    },
  }
}

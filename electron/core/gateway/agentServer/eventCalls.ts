import { parseAnswer, requireCount, requireObjectText } from '../http/answerShape.ts'
import { queryText } from '../http/query.ts'
import { eventsQuery } from '../pages.ts'
import { shortId } from '../shortId.ts'
import type { AgentServerClient } from '../types.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'
import { FIRST_TOUCH_MS } from './recordCalls.ts'

export function eventCalls(session: AgentSession): Pick<AgentServerClient, 'eventsPage' | 'eventsCount'> {
  return {
    async eventsPage(conversationId, query, signal) {
      const { call, answer } = await session.text(
        {
          method: 'GET',
          path: `${conversationPath(conversationId)}/events/search${queryText(eventsQuery(query))}`,
          purpose: `read events of conversation ${shortId(conversationId)} from its agent server`,
          isIdempotent: true,
          silenceMs: FIRST_TOUCH_MS,
        },
        signal,
      )
      return requireObjectText(call, answer)
    },

    async eventsCount(conversationId, signal) {
      const { call, answer } = await session.text(
        {
          method: 'GET',
          path: `${conversationPath(conversationId)}/events/count`,
          purpose: `count the events of conversation ${shortId(conversationId)} on its agent server`,
          isIdempotent: true,
          silenceMs: FIRST_TOUCH_MS,
        },
        signal,
      )
      return requireCount(call, parseAnswer(call, answer))
    },
  }
}

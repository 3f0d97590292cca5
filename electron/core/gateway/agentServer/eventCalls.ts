import { HandrailError } from '../../../../shared/domain/index.ts'
import { foundEvents } from '../foundEvents.ts'
import { parseAnswer, requireCount, requireObject, requireObjectText, wrongShape } from '../http/answerShape.ts'
import { queryText } from '../http/query.ts'
import { eventsQuery } from '../pages.ts'
import { shortId } from '../shortId.ts'
import type { AgentServerClient } from '../types.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'
import { FIRST_TOUCH_MS } from './recordCalls.ts'

export function eventCalls(session: AgentSession): Pick<AgentServerClient, 'eventsPage' | 'eventsCount' | 'event'> {
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

    async event(conversationId, eventId, signal) {
      const purpose = `look for event ${shortId(eventId)} of conversation ${shortId(conversationId)} on its agent server`
      const path = `${conversationPath(conversationId)}/events/${encodeURIComponent(eventId)}`
      const call = { method: 'GET' as const, path, purpose, isIdempotent: true, silenceMs: FIRST_TOUCH_MS }
      try {
        const asked = await session.json(call, signal)
        const { page, missing } = foundEvents(asked.call, [requireObject(asked.call, asked.answer)], [eventId])
        if (missing.length > 0) throw wrongShape(asked.call, 'an answer that is not this event')
        return page
      } catch (error) {
        throw error instanceof HandrailError && isUnknown(error) ? notFound(error) : error
      }
    },
  }
}

/** 1.34.0 breaks on an event that it does not have (contract §18.1). */
function isUnknown({ failure: { code, message } }: HandrailError): boolean {
  return code === 'server-error' && message.includes('Unknown event_id')
}

function notFound(error: HandrailError): HandrailError {
  return new HandrailError({ ...error.failure, code: 'not-found', isSafeToRetry: false }, { cause: error })
}

import { foundEvents } from '../foundEvents.ts'
import { parseAnswer, requireCount, requireList, requireObjectText } from '../http/answerShape.ts'
import { eventsQuery } from '../pages.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'

/** The server reads every event file of a conversation for each call (contract §8, §18.5). */
const SLOW_READ_MS = 120_000

export function eventCalls(session: AppSession): Pick<AppServerClient, 'eventsPage' | 'eventsCount' | 'eventsById'> {
  /** `conversation` is singular in these routes (contract §8). */
  function base(conversationId: string): string {
    return `/api/v1/conversation/${encodeURIComponent(conversationId)}/events`
  }

  return {
    async eventsPage(conversationId, query, priority, signal) {
      const { call, answer } = await session.text(
        {
          method: 'GET',
          path: `${base(conversationId)}/search`,
          query: eventsQuery(query),
          purpose: `read events of conversation ${shortId(conversationId)}`,
          isIdempotent: true,
          silenceMs: SLOW_READ_MS,
        },
        priority,
        signal,
      )
      return requireObjectText(call, answer)
    },

    async eventsCount(conversationId, priority, signal) {
      const { call, answer } = await session.text(
        {
          method: 'GET',
          path: `${base(conversationId)}/count`,
          purpose: `count the events of conversation ${shortId(conversationId)}`,
          isIdempotent: true,
          silenceMs: SLOW_READ_MS,
        },
        priority,
        signal,
      )
      return requireCount(call, parseAnswer(call, answer))
    },

    async eventsById(conversationId, ids, signal) {
      const what = ids.length === 1 ? `event ${shortId(ids[0] ?? '')}` : `${ids.length} events`
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: base(conversationId),
          query: { id: ids },
          purpose: `look for ${what} of conversation ${shortId(conversationId)}`,
          isIdempotent: true,
          silenceMs: SLOW_READ_MS,
        },
        'person',
        signal,
      )
      return foundEvents(call, requireList(call, answer), ids)
    },
  }
}

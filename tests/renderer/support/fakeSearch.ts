import { implement } from '@orpc/server'
import { type ConversationRef, parseSearchQuery, type SearchHit, snippetOf } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'
import { fakeEventId } from './fakeEvents.ts'
import { CLOUD, fakeConversationId } from './fakeFleet.ts'

export interface FakeSearchState {
  /** What can be found, newest first. */
  texts: { conversation: ConversationRef; title: string | null; eventId: string; text: string }[]
  /** Events that the index lacks. */
  lacking: number
}

export function fakeSearchState(): FakeSearchState {
  const conversation = { connectionId: CLOUD, conversationId: fakeConversationId(1) }
  const texts = Array.from({ length: 120 }, (_, at) => ({
    conversation,
    title: 'Fix the login',
    eventId: fakeEventId(at),
    text: `npm test found ${at} failures in src/login.ts`,
  }))
  return { texts, lacking: 0 }
}

/** Search over a state in memory: a text is found by each of its words. */
export function fakeSearchProcedures(state: FakeSearchState) {
  const os = implement(contract)
  return {
    search: {
      find: os.search.find.handler(({ input }) => {
        const query = parseSearchQuery(input.query)
        const terms = query.state === 'ready' ? query.terms : []
        const wanted = input.conversation
        const found = state.texts.flatMap(({ conversation, title, eventId, text }): SearchHit[] => {
          const snippet = snippetOf(text, terms)
          const isWanted = wanted === null || wanted.conversationId === conversation.conversationId
          if (!isWanted || snippet.marks.length < terms.length) return []
          const shown = { lane: 'tool', kind: 'ObservationEvent', label: 'terminal', isError: false } as const
          return [{ conversation, title, eventId, timeUs: 1_780_000_000_000_000, ...shown, snippet }]
        })
        const end = input.offset + input.limit
        return {
          hits: found.slice(input.offset, end),
          total: found.length,
          isMore: false,
          order: input.order,
          lacking: state.lacking,
          nextOffset: end < found.length ? end : null,
        }
      }),
    },
  }
}

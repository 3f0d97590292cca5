import { sharedEventsQuerySchema } from '../../../../shared/contract/index.ts'
import { HandrailError, sharedConnectionId } from '../../../../shared/domain/index.ts'
import type { RequestBudget } from '../budget/requestBudget.ts'
import { foundEvents } from '../foundEvents.ts'
import { parseAnswer, requireCount, requireList, requireObjectText } from '../http/answerShape.ts'
import type { Call } from '../http/call.ts'
import type { HttpClient } from '../http/httpClient.ts'
import { type Query, queryText } from '../http/query.ts'
import { hexId } from '../records/ids.ts'
import { readSharedConversation } from '../records/sharedConversation.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { Priority } from '../types.ts'
import type { SharedClient, SharedEventsQuery } from './sharedClient.ts'

const EVENTS = '/api/shared-events'
/** The server reads every event file of a conversation for each call (contract §8, §18.5). */
const SLOW_READ_MS = 120_000

/** Reads what a server shows to everybody. There is no key here that could be sent. */
export function createSharedClient(baseUrl: string, http: HttpClient, budget: RequestBudget): SharedClient {
  const { host } = new URL(baseUrl)

  async function text(
    path: string,
    query: Query,
    purpose: string,
    priority: Priority,
    signal: AbortSignal,
  ): Promise<{ call: Call; answer: string }> {
    const call: Call = {
      server: 'app',
      method: 'GET',
      url: baseUrl + path + queryText(query),
      headers: {},
      purpose,
      isIdempotent: true,
      silenceMs: SLOW_READ_MS,
      pace: { turn: (held) => budget.turn(priority, held), block: (ms) => budget.block(ms) },
    }
    try {
      return { call, answer: await http.text(call, signal) }
    } catch (error) {
      throw withoutKey(error, purpose, host)
    }
  }

  return {
    async conversation(conversationId, priority, signal) {
      const purpose = `read shared conversation ${shortId(conversationId)}`
      const asked = await text('/api/shared-conversations', { ids: [conversationId] }, purpose, priority, signal)
      const records = requireList(asked.call, parseAnswer(asked.call, asked.answer))
      const connectionId = sharedConnectionId(baseUrl)
      const found = records.map((record) => (record === null ? null : readSharedConversation(connectionId, record)))
      // Placed by id, not by position: a record must never be shown under another's name.
      return found.find((record) => record?.conversationId === hexId(conversationId)) ?? null
    },

    async eventsPage(conversationId, query, priority, signal) {
      const purpose = `read events of shared conversation ${shortId(conversationId)}`
      const { limit, ...parameters } = parametersOf(query, purpose)
      const sent = { conversation_id: conversationId, ...parameters, limit: String(limit) }
      const { call, answer } = await text(`${EVENTS}/search`, sent, purpose, priority, signal)
      return requireObjectText(call, answer)
    },

    async eventsCount(conversationId, filter, signal) {
      const purpose = `count the events of shared conversation ${shortId(conversationId)}`
      const all = { ...filter, newestFirst: false, pageId: null, limit: 1 }
      const { kind__eq, timestamp__gte, timestamp__lt } = parametersOf(all, purpose)
      const sent = { conversation_id: conversationId, kind__eq, timestamp__gte, timestamp__lt }
      const { call, answer } = await text(`${EVENTS}/count`, sent, purpose, 'person', signal)
      return requireCount(call, parseAnswer(call, answer))
    },

    async eventsById(conversationId, ids, signal) {
      const purpose = `read ${ids.length === 1 ? 'an event' : `${ids.length} events`} of shared conversation ${shortId(conversationId)}`
      const [only] = ids
      if (ids.length === 1 && only !== undefined) {
        const path = `${EVENTS}/${encodeURIComponent(conversationId)}/${encodeURIComponent(only)}`
        const { call, answer } = await text(path, {}, purpose, 'person', signal)
        return foundEvents(call, [parseAnswer(call, answer)], ids)
      }
      const sent = { conversation_id: conversationId, id: ids }
      const { call, answer } = await text(EVENTS, sent, purpose, 'person', signal)
      return foundEvents(call, requireList(call, parseAnswer(call, answer)), ids)
    },
  }
}

function parametersOf({ kind, from, before, newestFirst, pageId, limit }: SharedEventsQuery, purpose: string) {
  return checked(
    sharedEventsQuerySchema,
    {
      kind__eq: kind,
      timestamp__gte: from,
      timestamp__lt: before,
      sort_order: newestFirst ? 'TIMESTAMP_DESC' : 'TIMESTAMP',
      page_id: pageId,
      limit,
    },
    purpose,
  )
}

/** Puts a refusal in the words of somebody who has no key and knows of no account. */
function withoutKey(error: unknown, purpose: string, host: string): unknown {
  if (!(error instanceof HandrailError)) return error
  const { code, status } = error.failure
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return new HandrailError({
        code: 'forbidden',
        message: `Could not ${purpose}: ${host} shows nothing to people without a key.`,
        advice: 'Ask whoever shared it; with an account there, connect to it instead.',
        status,
      })
    case 'not-found':
    case 'unsupported':
      return new HandrailError({
        code: 'unsupported',
        message: `Could not ${purpose}: ${host} does not have shared conversations at this address.`,
        advice: 'Check the address; it may be an older server, an agent server or another program.',
        status,
      })
    default:
      return error
  }
}

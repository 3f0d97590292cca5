import { normaliseConversationId } from '../../../shared/contract/index.ts'
import {
  type ConversationRef,
  HandrailError,
  type SharedLook,
  sharedBaseUrl,
  sharedConnectionId,
} from '../../../shared/domain/index.ts'
import { normaliseBaseUrl, type SharedClient, withoutRecord } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf } from './base.ts'

const ALL = { kind: null, from: null, before: null }

export function sharedProcedures(base: Base, { gateway, engine, archive, views }: Rooms) {
  /** The client for a conversation that is viewed as shared. */
  function clientOf({ connectionId }: ConversationRef): SharedClient {
    const baseUrl = sharedBaseUrl(connectionId)
    if (baseUrl !== null) return gateway.shared(baseUrl)
    throw new HandrailError({ code: 'invalid-input', message: 'This conversation is not viewed as a shared one.' })
  }

  /** Stores the record, or what stands for it; tells what there is. */
  async function look(
    client: SharedClient,
    conversation: ConversationRef,
    signal: AbortSignal,
  ): Promise<Pick<SharedLook, 'finding' | 'events'>> {
    const { conversationId } = conversation
    try {
      const record = await client.conversation(conversationId, 'person', signal)
      const events = await client.eventsCount(conversationId, ALL, signal)
      if (record === null && events === 0) return { finding: 'nothing', events }
      await engine.shared.save(record ?? withoutRecord(conversation))
      return { finding: record === null ? 'no-records' : 'shared', events }
    } catch (error) {
      if (!(error instanceof HandrailError) || error.failure.code !== 'unsupported') throw error
      const page = await client.eventsPage(
        conversationId,
        { ...ALL, newestFirst: true, pageId: null, limit: 100 },
        'person',
        signal,
      )
      const { items } = await archive.ingestPage(conversation, page, { side: 'app', walk: 'newest' }, signal)
      if (items > 0) await engine.shared.save(withoutRecord(conversation))
      return { finding: 'no-records', events: items }
    }
  }

  return {
    open: base.shared.open.handler(async ({ input, signal }) => {
      const held = signalOf(signal)
      const baseUrl = normaliseBaseUrl(input.baseUrl, { allowPlainHttp: true })
      const conversationId = normaliseConversationId(input.conversationId)
      if (conversationId === null) {
        throw new HandrailError({
          code: 'invalid-input',
          message: `“${input.conversationId}” is no conversation id: it is 32 hex digits, with dashes or without.`,
          field: 'conversationId',
        })
      }
      const conversation = { connectionId: sharedConnectionId(baseUrl), conversationId }
      const client = gateway.shared(baseUrl)
      const found = await look(client, conversation, held)
      if (input.eventIds.length === 0 || found.finding === 'nothing') {
        return { conversation, ...found, missing: input.eventIds }
      }
      const { page, missing } = await client.eventsById(conversationId, input.eventIds, held)
      await archive.ingestPage(conversation, page, { side: 'app', walk: 'newest' }, held)
      return { conversation, ...found, missing }
    }),
    viewed: base.shared.viewed.handler(async () =>
      (await engine.shared.viewed()).flatMap((record) => {
        const baseUrl = sharedBaseUrl(record.connectionId)
        return baseUrl === null ? [] : [{ baseUrl, record }]
      }),
    ),
    forget: base.shared.forget.handler(async ({ input }) => {
      if (sharedBaseUrl(input.connectionId) === null) {
        throw new HandrailError({
          code: 'invalid-input',
          message: 'This is not a server that was viewed without a key.',
        })
      }
      await views.closeOf(input.connectionId)
      await engine.shared.forget(input.connectionId)
      return {}
    }),
    count: base.shared.count.handler(async ({ input, signal }) => ({
      count: await clientOf(input).eventsCount(input.conversationId, input, signalOf(signal)),
    })),
    fetch: base.shared.fetch.handler(async ({ input, signal }) => {
      const held = signalOf(signal)
      const page = await clientOf(input).eventsPage(input.conversationId, input, 'person', held)
      const stored = await archive.ingestPage(input, page, { side: 'app', walk: 'newest' }, held)
      return { ids: stored.ids, inserted: stored.inserted, nextPageId: stored.nextPageId }
    }),
  }
}

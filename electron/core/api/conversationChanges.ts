import {
  type Conversation,
  type ConversationRef,
  type Deletion,
  HandrailError,
  NO_FILTER,
} from '../../../shared/domain/index.ts'
import type { AppServerClient, Page } from '../gateway/index.ts'
import { appServerOf } from './appServerOf.ts'
import { type Base, type Rooms, signalOf, withAgent } from './base.ts'

/** Conversations of one sandbox: grouping stops at 20 (contract §15), a person may go on. */
const MOST_PAGES = 10

export function conversationChangeProcedures(base: Base, rooms: Rooms) {
  const { engine } = rooms
  const appOf = (connectionId: string) => appServerOf(rooms, connectionId, 'record of its conversations to change')

  /** Asks for the record anew after a call that changed it and did not answer it. */
  async function reread(app: AppServerClient, ref: ConversationRef, signal: AbortSignal): Promise<void> {
    const [record] = await app.conversations([ref.conversationId], 'person', signal)
    if (record != null) await engine.fleet.put(record)
  }

  return {
    find: base.conversations.find.handler(async ({ input: { connectionId, filter, pageId }, signal }) => {
      const { items, nextPageId } = await appOf(connectionId).findConversations(filter, pageId, signalOf(signal))
      return { conversations: items, nextPageId }
    }),
    count: base.conversations.count.handler(async ({ input: { connectionId, filter }, signal }) => ({
      count: await appOf(connectionId).countConversations(filter, signalOf(signal)),
    })),
    byId: base.conversations.byId.handler(({ input: { connectionId, ids }, signal }) =>
      appOf(connectionId).conversations(ids, 'person', signalOf(signal)),
    ),
    update: base.conversations.update.handler(async ({ input: { connectionId, conversationId, patch }, signal }) => {
      const record = await appOf(connectionId).updateConversation(conversationId, patch, signalOf(signal))
      await engine.fleet.put(record)
      return record
    }),
    renameOnAgent: base.conversations.renameOnAgent.handler(async ({ input, signal }) => {
      const held = signalOf(signal)
      await withAgent(rooms, input, (agent) => agent.rename(input.conversationId, input.title, held), held)
      engine.fleet.expire(input.connectionId)
      return {}
    }),
    switchProfile: base.conversations.switchProfile.handler(async ({ input, signal }) => {
      const app = appOf(input.connectionId)
      await app.switchProfile(input.conversationId, input.name, signalOf(signal))
      await reread(app, input, signalOf(signal))
      return { note: `Goes on with profile “${input.name}”.` }
    }),
    switchAcpModel: base.conversations.switchAcpModel.handler(async ({ input, signal }) => {
      const app = appOf(input.connectionId)
      await app.switchAcpModel(input.conversationId, input.model, signalOf(signal))
      await reread(app, input, signalOf(signal))
      return { note: `Goes on with “${input.model}”.` }
    }),
    deletion: base.conversations.deletion.handler(({ input, signal }) =>
      deletionOf(appOf(input.connectionId), input.conversationId, signalOf(signal)),
    ),
    delete: base.conversations.delete.handler(async ({ input: { connectionId, conversationId }, signal }) => {
      const app = appOf(connectionId)
      const held = signalOf(signal)
      const [record] = await app.conversations([conversationId], 'person', held)
      const gone = [conversationId, ...(record?.subConversationIds ?? [])]
      const wasThere = await deleteOnce(app, conversationId, held)
      await engine.deleted(connectionId, gone)
      // Its sandbox may follow in a moment.
      engine.fleet.expire(connectionId)
      return { note: wasThere ? 'Deleted on the server.' : 'The server did not have it any more.' }
    }),
    queue: base.conversations.queue.handler(({ input: { connectionId, taskId, text }, signal }) =>
      appOf(connectionId).queueMessage(taskId, text, signalOf(signal)),
    ),
  }
}

/** What is asked for is that it is gone: one that is gone already was deleted elsewhere, or by a try whose answer was lost. */
async function deleteOnce(app: AppServerClient, conversationId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await app.deleteConversation(conversationId, signal)
    return true
  } catch (error) {
    if (error instanceof HandrailError && error.failure.code === 'not-found') return false
    throw error
  }
}

async function deletionOf(app: AppServerClient, conversationId: string, signal: AbortSignal): Promise<Deletion> {
  const [record] = await app.conversations([conversationId], 'person', signal)
  if (record == null) return { subConversations: [], sandbox: null }
  const subConversations = (await app.conversations(record.subConversationIds.slice(0, 99), 'person', signal)).filter(
    (one) => one !== null,
  )
  const { sandboxId } = record
  if (sandboxId === null || record.sandboxStatus === 'MISSING') return { subConversations, sandbox: null }
  const going = new Set([conversationId, ...record.subConversationIds])
  const inside = await insideOf(app, sandboxId, signal)
  const others = inside.filter((one) => !going.has(one.conversationId))
  return { subConversations, sandbox: { id: sandboxId, others } }
}

async function insideOf(app: AppServerClient, sandboxId: string, signal: AbortSignal): Promise<Conversation[]> {
  const filter = { ...NO_FILTER, sandboxId, withSubConversations: true }
  const byId = new Map<string, Conversation>()
  let pageId: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Page<Conversation> = await app.findConversations(filter, pageId, signal)
    for (const one of answer.items) byId.set(one.conversationId, one)
    if (answer.nextPageId === null) break
    pageId = answer.nextPageId
  }
  return [...byId.values()]
}

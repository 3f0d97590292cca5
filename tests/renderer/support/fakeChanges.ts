import { implement } from '@orpc/server'
import type {
  Conversation,
  ConversationFilter,
  ConversationPatch,
  ConversationRef,
  QueuedMessage,
} from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'
import { refuse } from './refuse.ts'

/** What the changes need of the fake host. */
export interface FakeRecords {
  list(connectionId: string): readonly Conversation[]
  conversation(ref: ConversationRef): Conversation
  change(ref: ConversationRef, change: Partial<Conversation>): void
  /** What became of the messages that were queued, by their order; the last one stays. */
  queued: QueuedMessage[]
  /** How many conversations a page of `find` has. */
  findPage: number
}

/** What is done to records, over the fleet in memory. */
export function fakeChangeProcedures(records: FakeRecords) {
  const os = implement(contract).conversations
  const sameSandbox = (one: Conversation, other: Conversation) =>
    one.sandboxId === other.sandboxId && one.conversationId !== other.conversationId && !one.isDeleted
  const childrenOf = (parent: Conversation) =>
    records.list(parent.connectionId).filter((one) => parent.subConversationIds.includes(one.conversationId))

  return {
    find: os.find.handler(({ input: { connectionId, filter, pageId } }) => {
      const found = records.list(connectionId).filter((one) => fits(one, filter))
      const start = Number(pageId ?? 0)
      const end = start + records.findPage
      return {
        conversations: found.slice(start, end),
        nextPageId: end < found.length ? String(end) : null,
      }
    }),
    count: os.count.handler(({ input: { connectionId, filter } }) => ({
      count: records.list(connectionId).filter((one) => fits(one, { ...filter, withSubConversations: true })).length,
    })),
    byId: os.byId.handler(({ input: { connectionId, ids } }) =>
      ids.map((id) => records.list(connectionId).find((one) => one.conversationId === id) ?? null),
    ),
    update: os.update.handler(({ input }) => {
      records.change(input, changesOf(input.patch))
      return records.conversation(input)
    }),
    renameOnAgent: os.renameOnAgent.handler(() => ({})),
    switchProfile: os.switchProfile.handler(({ input }) => {
      if (input.name === 'absent') throw refuse({ code: 'not-found', message: "Profile 'absent' not found." })
      records.change(input, { model: `model of ${input.name}` })
      return { note: `Goes on with profile “${input.name}”.` }
    }),
    switchAcpModel: os.switchAcpModel.handler(({ input }) => {
      records.change(input, { model: input.model })
      return { note: `Goes on with “${input.model}”.` }
    }),
    deletion: os.deletion.handler(({ input }) => {
      const record = records.conversation(input)
      const children = childrenOf(record)
      const { sandboxId } = record
      const others = records
        .list(input.connectionId)
        .filter((one) => sameSandbox(one, record) && !children.includes(one))
      return { subConversations: children, sandbox: sandboxId === null ? null : { id: sandboxId, others } }
    }),
    delete: os.delete.handler(({ input }) => {
      const record = records.conversation(input)
      for (const one of [record, ...childrenOf(record)]) {
        records.change(one, { isDeleted: true, executionStatus: null, sandboxStatus: 'MISSING', conversationUrl: null })
      }
      return { note: 'Deleted on the server.' }
    }),
    queue: os.queue.handler(() => {
      const [first = { state: 'queued' as const, position: 1 }, ...rest] = records.queued
      if (rest.length > 0) records.queued = rest
      return first
    }),
  }
}

function fits(one: Conversation, filter: ConversationFilter): boolean {
  const { title, sandboxId, createdFrom, createdBefore, updatedFrom, updatedBefore, withSubConversations } = filter
  return (
    (title === null || (one.title ?? '').toLowerCase().includes(title.toLowerCase())) &&
    (sandboxId === null || one.sandboxId === sandboxId) &&
    within(one.createdAt, createdFrom, createdBefore) &&
    within(one.updatedAt, updatedFrom, updatedBefore) &&
    (withSubConversations || one.parentConversationId === null)
  )
}

function within(at: number | null, from: number | null, before: number | null): boolean {
  return (from === null || (at ?? 0) >= from) && (before === null || (at ?? 0) < before)
}

function changesOf({ isPublic, ...patch }: ConversationPatch): Partial<Conversation> {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...given, ...(isPublic === undefined ? {} : { isPublic: isPublic === true }) }
}

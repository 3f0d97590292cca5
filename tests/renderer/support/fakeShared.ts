import { implement } from '@orpc/server'
import { type Conversation, sharedBaseUrl, sharedConnectionId } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'

/** What servers show to everybody, and what of it was opened here before. */
export interface FakeSharedState {
  /** Records by conversation id; a server answers `nothing` for the others. */
  shown: Map<string, Conversation>
  viewed: Conversation[]
  /** Ids of all events of every shown conversation. */
  eventIds: string[]
}

export function fakeSharedState(): FakeSharedState {
  return { shown: new Map(), viewed: [], eventIds: [] }
}

/** The part of the contract that needs no account, over a state in memory. */
export function fakeSharedProcedures(state: FakeSharedState) {
  const os = implement(contract)
  return {
    shared: {
      open: os.shared.open.handler(({ input }) => {
        const connectionId = sharedConnectionId(input.baseUrl)
        const conversation = { connectionId, conversationId: input.conversationId }
        const record = state.shown.get(input.conversationId)
        if (record === undefined)
          return { conversation, finding: 'nothing' as const, events: 0, missing: input.eventIds }
        state.viewed = [...state.viewed, { ...record, connectionId }]
        return {
          conversation,
          finding: 'shared' as const,
          events: state.eventIds.length,
          missing: input.eventIds.filter((id) => !state.eventIds.includes(id)),
        }
      }),
      viewed: os.shared.viewed.handler(() =>
        state.viewed.map((record) => ({ baseUrl: sharedBaseUrl(record.connectionId) ?? '', record })),
      ),
      forget: os.shared.forget.handler(({ input }) => {
        state.viewed = state.viewed.filter(({ connectionId }) => connectionId !== input.connectionId)
        return {}
      }),
      count: os.shared.count.handler(() => ({ count: state.eventIds.length })),
      fetch: os.shared.fetch.handler(({ input }) => {
        const start = Number(input.pageId ?? 0)
        const ids = state.eventIds.slice(start, start + input.limit)
        const next = start + input.limit
        return { ids, inserted: ids.length, nextPageId: next < state.eventIds.length ? String(next) : null }
      }),
    },
  }
}

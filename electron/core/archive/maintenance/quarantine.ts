import type { DatabaseSync } from 'node:sqlite'
import { transaction } from '../db/transaction.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { emptyHead } from '../store/conversationState.ts'
import type { ConversationTable, StoredConversation } from '../store/conversationTable.ts'

/**
 * Puts a damaged block aside: its events count as missing, and the walk goes on before the first of them, so that
 * the next sync fetches them again. Gives how many events that are.
 */
export function quarantine(
  db: DatabaseSync,
  stores: EventStores,
  conversations: ConversationTable,
  conversation: StoredConversation,
  block: number,
): number {
  const { conv } = conversation
  return transaction(db, () => {
    const lost = stores.events.inBlock(conv, block)
    for (const { seq } of lost) stores.events.delete(seq)
    stores.blocks.markDamaged(block)
    const state = { ...conversation.state }
    state.stored -= lost.length
    const firstLost = Math.min(...lost.map((event) => event.logIndex ?? Number.POSITIVE_INFINITY))
    if (firstLost < state.headCount) {
      state.headCount = firstLost
      state.headLastId = firstLost === 0 ? null : (stores.events.idsAt(conv, firstLost - 1)[0] ?? null)
      // Without its neighbour the walk cannot be resumed and begins anew, as does a count of places that hold no event.
      if (state.headLastId === null || state.headRepeats + state.headLeftOut > 0) {
        Object.assign(state, { ...emptyHead(), highestLogIndex: state.highestLogIndex })
      } else {
        state.headLastIndex = state.headCount - 1
      }
    }
    // Pages of the app server cannot be resumed in the middle.
    state.appOffset = 0
    state.appListed = null
    state.hasWalked = false
    conversations.save({ ...conversation, state })
    conversation.state = state
    return lost.length
  })
}

import type { DatabaseSync } from 'node:sqlite'
import type { OpenConversations } from '../columns/openConversations.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { DamagedBlock } from '../store/blockTable.ts'
import { loadStateOf } from '../store/conversationState.ts'
import type { ConversationTable, StoredConversation } from '../store/conversationTable.ts'
import type { ArchiveNotices } from '../types.ts'
import type { LightReader } from '../views/lightReader.ts'
import { quarantine } from './quarantine.ts'

export interface HealingParts {
  db: DatabaseSync
  stores: EventStores
  conversations: ConversationTable
  open: OpenConversations
  lights: LightReader
  notices: ArchiveNotices
  /** A block of a conversation that nobody finds any more. */
  drop(conv: number, block: number): void
}

/** Damage is reported, not fatal: a block that cannot be read is put aside, and the rest goes on. */
export class Healing {
  readonly #parts: HealingParts

  constructor(parts: HealingParts) {
    this.#parts = parts
  }

  /** Reads again without the block when one is damaged. */
  read<T>(conversation: StoredConversation | null, read: () => T): T {
    const { open } = this.#parts
    for (;;) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof DamagedBlock) || conversation === null) throw error
        this.putAside(conversation, error.block)
        const current = open.current(conversation.conv)
        if (current !== null) open.reload(current)
      }
    }
  }

  damaged(conv: number, block: number): void {
    const conversation = this.#parts.conversations.byNumber(conv)
    if (conversation === null) this.#parts.drop(conv, block)
    else this.putAside(conversation, block)
  }

  putAside(conversation: StoredConversation, block: number): void {
    const { db, stores, conversations, lights, notices } = this.#parts
    const lost = quarantine(db, stores, conversations, conversation, block)
    lights.clear()
    notices.loadChanged(conversation.ref, loadStateOf(conversation.state))
    notices.failed(
      `Block ${block} of conversation ${conversation.ref.conversationId} is damaged: ${lost} events are missing until ` +
        'the conversation is loaded again from its server. Check the disk.',
    )
  }
}

import type { ConversationRef } from '../../../../shared/domain/index.ts'
import type { ChangeSet } from '../ingest/changeSet.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { DamagedBlock } from '../store/blockTable.ts'
import type { ConversationTable, StoredConversation } from '../store/conversationTable.ts'
import type { Timers } from '../timers.ts'
import { loadAll, loadEnd } from './loadColumns.ts'
import { OpenConversation } from './openConversation.ts'

/** Short, because somebody waits for the first window. */
const SLICE_MS = 4

export interface ColumnEvents {
  /** More of the conversation is in its columns. */
  grown(open: OpenConversation): void
  /** The columns were read anew: slots mean other events now. */
  reloaded(open: OpenConversation): void
  /** A block is damaged; it must not be found again after this. */
  damaged(conversation: StoredConversation, block: number): void
}

/** Conversations whose columns are in memory, because a view is open. */
export class OpenConversations {
  readonly #open = new Map<number, OpenConversation>()
  readonly #conversations: ConversationTable
  readonly #stores: EventStores
  readonly #timers: Timers
  readonly #events: ColumnEvents

  constructor(conversations: ConversationTable, stores: EventStores, timers: Timers, events: ColumnEvents) {
    this.#conversations = conversations
    this.#stores = stores
    this.#timers = timers
    this.#events = events
  }

  /** The columns of a conversation; of a long one first its end, the rest in slices. */
  open(ref: ConversationRef): OpenConversation {
    const conversation = this.#conversations.open(ref)
    const known = this.#open.get(conversation.conv)
    if (known !== undefined) return known
    const { columns, rest } = this.#undamaged(conversation, () => loadEnd(this.#stores, conversation))
    const made = new OpenConversation(conversation, columns, rest)
    this.#open.set(conversation.conv, made)
    if (made.rest !== null) this.#timers.soon(() => this.#slice(made))
    return made
  }

  current(conv: number): OpenConversation | null {
    return this.#open.get(conv) ?? null
  }

  all(): Iterable<OpenConversation> {
    return this.#open.values()
  }

  close(open: OpenConversation): void {
    open.rest = null
    const { conv } = open.conversation
    if (this.#open.get(conv) === open) this.#open.delete(conv)
  }

  closeAll(): void {
    for (const open of [...this.#open.values()]) this.close(open)
  }

  /** Reads the rest now, because somebody needs all of it. */
  complete(open: OpenConversation): void {
    const { rest } = open
    if (rest === null) return
    try {
      rest.slice(open.columns, () => false)
      if (open.complete()) this.#events.grown(open)
      else this.reload(open)
    } catch (error) {
      this.#recover(open, error)
    }
  }

  /** Reads all columns anew. */
  reload(open: OpenConversation): void {
    open.reload(this.#undamaged(open.conversation, () => loadAll(this.#stores, open.conversation)))
    this.#events.reloaded(open)
  }

  /** Applies a committed batch; answers whether anybody looks at the conversation. */
  apply(conversation: StoredConversation, changes: ChangeSet): boolean {
    const open = this.#open.get(conversation.conv)
    open?.columns.apply(changes)
    return open !== undefined
  }

  #slice(open: OpenConversation): void {
    const { rest } = open
    if (rest === null) return
    const end = this.#timers.now() + SLICE_MS
    try {
      if (rest.slice(open.columns, () => this.#timers.now() >= end)) this.#timers.soon(() => this.#slice(open))
      else this.complete(open)
    } catch (error) {
      this.#recover(open, error)
    }
  }

  /** A block was damaged, or rewritten or sealed while the rest was being read. */
  #recover(open: OpenConversation, error: unknown): void {
    if (error instanceof DamagedBlock) this.#events.damaged(open.conversation, error.block)
    this.reload(open)
  }

  #undamaged<T>(conversation: StoredConversation, read: () => T): T {
    for (;;) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof DamagedBlock)) throw error
        this.#events.damaged(conversation, error.block)
      }
    }
  }
}

import type { ConversationRef } from '../../../../shared/domain/index.ts'
import type { ChangeSet } from '../ingest/changeSet.ts'
import type { ConversationTable, StoredConversation } from '../store/conversationTable.ts'
import type { Columns } from './columns.ts'
import { OpenConversation } from './openConversation.ts'

/** Conversations whose columns are in memory, because a view is open. */
export class OpenConversations {
  readonly #open = new Map<number, OpenConversation>()
  readonly #conversations: ConversationTable
  readonly #load: (conversation: StoredConversation) => Columns

  constructor(conversations: ConversationTable, load: (conversation: StoredConversation) => Columns) {
    this.#conversations = conversations
    this.#load = load
  }

  open(ref: ConversationRef): OpenConversation {
    const conversation = this.#conversations.open(ref)
    const known = this.#open.get(conversation.conv)
    if (known !== undefined) return known
    const made = new OpenConversation(conversation, this.#load(conversation))
    this.#open.set(conversation.conv, made)
    return made
  }

  current(conv: number): OpenConversation | null {
    return this.#open.get(conv) ?? null
  }

  all(): Iterable<OpenConversation> {
    return this.#open.values()
  }

  close(open: OpenConversation): void {
    this.#open.delete(open.conversation.conv)
  }

  /** Applies a committed batch; answers whether anybody looks at the conversation. */
  apply(conversation: StoredConversation, changes: ChangeSet): boolean {
    const open = this.#open.get(conversation.conv)
    open?.columns.apply(changes)
    return open !== undefined
  }
}

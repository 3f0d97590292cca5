import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ConversationRef } from '../../../../shared/domain/index.ts'
import { numberCell, textCell } from '../db/cells.ts'
import { emptyFacts, type FactsState, parseFacts } from '../ingest/facts.ts'
import { type ConversationState, emptyState, parseState } from './conversationState.ts'

/** A conversation of the archive. `state` and `facts` are what is stored, or what a running transaction will store. */
export interface StoredConversation {
  readonly conv: number
  readonly ref: ConversationRef
  state: ConversationState
  facts: FactsState
}

/** Stands where a connection's id stands until the events of a conversation that was forgotten are out of the file. */
export const LEAVING = 'leaving'

/** Another filter is another view of it: not each of them is written down. */
const OPENED_WITHIN_MS = 60_000

/** Conversations that have events, found by their name and kept in memory once found. */
export class ConversationTable {
  readonly #known = new Map<string, StoredConversation>()
  readonly #find: StatementSync
  readonly #name: StatementSync
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #opened: StatementSync

  constructor(db: DatabaseSync) {
    this.#find = db.prepare(
      'SELECT conv, load, facts FROM conversation WHERE connection_id = ? AND conversation_id = ?',
    )
    this.#name = db.prepare('SELECT connection_id, conversation_id FROM conversation WHERE conv = ?')
    this.#insert = db.prepare(
      'INSERT INTO conversation (connection_id, conversation_id, load, facts) VALUES (?, ?, ?, ?) RETURNING conv',
    )
    this.#update = db.prepare('UPDATE conversation SET load = ?, facts = ? WHERE conv = ?')
    this.#opened = db.prepare(
      'UPDATE conversation SET opened_at = ?1 WHERE conv = ?2 AND coalesce(opened_at, 0) < ?1 - ?3',
    )
  }

  /** The conversation when anything of it is stored, else null. */
  find(ref: ConversationRef): StoredConversation | null {
    const key = keyOf(ref)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const row = this.#find.get(ref.connectionId, ref.conversationId)
    if (row === undefined) return null
    const found = {
      conv: numberCell(row.conv),
      ref: { connectionId: ref.connectionId, conversationId: ref.conversationId },
      state: parseState(textCell(row.load)),
      facts: parseFacts(textCell(row.facts)),
    }
    this.#known.set(key, found)
    return found
  }

  /** The conversation, made when it is new. Not in a transaction: an empty one does no harm. */
  open(ref: ConversationRef): StoredConversation {
    const found = this.find(ref)
    if (found !== null) return found
    const [state, facts] = [emptyState(), emptyFacts()]
    const row = this.#insert.get(ref.connectionId, ref.conversationId, JSON.stringify(state), JSON.stringify(facts))
    const made = {
      conv: numberCell(row?.conv),
      ref: { connectionId: ref.connectionId, conversationId: ref.conversationId },
      state,
      facts,
    }
    this.#known.set(keyOf(ref), made)
    return made
  }

  save(conversation: StoredConversation): void {
    this.#update.run(JSON.stringify(conversation.state), JSON.stringify(conversation.facts), conversation.conv)
  }

  /** Somebody looks at it now. */
  opened({ conv }: StoredConversation, at: number): void {
    this.#opened.run(at, conv, OPENED_WITHIN_MS)
  }

  /** The conversation of a number, or null: also when it was forgotten and its events are not out of the file yet. */
  byNumber(conv: number): StoredConversation | null {
    const row = this.#name.get(conv)
    if (row === undefined || row.connection_id === LEAVING) return null
    return this.find({ connectionId: textCell(row.connection_id), conversationId: textCell(row.conversation_id) })
  }

  /** Reads facts again, after they were rewritten. */
  reloadFacts(): void {
    for (const known of this.#known.values()) {
      const row = this.#find.get(known.ref.connectionId, known.ref.conversationId)
      if (row !== undefined) known.facts = parseFacts(textCell(row.facts))
    }
  }

  /** Forgets what is in memory of a connection, or of one conversation, after its rows were deleted. */
  forgetMemory(connectionId: string, conversationId: string | null = null): void {
    for (const [key, { ref }] of this.#known) {
      if (ref.connectionId !== connectionId) continue
      if (conversationId === null || ref.conversationId === conversationId) this.#known.delete(key)
    }
  }
}

/** A map key for a conversation; ids hold no line break. */
function keyOf(ref: ConversationRef): string {
  return `${ref.connectionId}\n${ref.conversationId}`
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { isWireObject } from '../../../../shared/domain/index.ts'
import { numberCell } from '../db/cells.ts'
import { conforms } from '../ingest/conformance.ts'
import type { LightEvent } from '../ingest/lightEvent.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import type { ConversationTable, StoredConversation } from '../store/conversationTable.ts'
import { type Change, rewriteBlock } from './rewriteBlock.ts'

/** A slice lasts about this long. */
const SLICE_MS = 5

export interface Deviating {
  conversation: StoredConversation
  /** Rows that are marked now. */
  lights: LightEvent[]
}

/**
 * Checks sealed events against the full schema, block after block, because checking them when they come takes a
 * quarter of the time of a load (architecture decision 11). How far it came outlives a restart.
 */
export class SchemaCheck {
  readonly #db: DatabaseSync
  readonly #stores: EventStores
  readonly #conversations: ConversationTable
  readonly #save: StatementSync
  #checked: number

  constructor(db: DatabaseSync, stores: EventStores, conversations: ConversationTable) {
    this.#db = db
    this.#stores = stores
    this.#conversations = conversations
    this.#save = db.prepare('UPDATE upkeep SET checked_block = ?')
    this.#checked = numberCell(db.prepare('SELECT checked_block FROM upkeep').get()?.checked_block)
  }

  /** The conversation whose block is next, or null when all are checked. */
  get next(): number | null {
    return this.#stores.blocks.firstAfter(this.#checked)?.conv ?? null
  }

  /**
   * Checks blocks for a short while and tells of each event that deviates. False when nothing is left to do.
   *
   * @throws DamagedBlock
   */
  slice(now: () => number, found: (deviating: Deviating) => void): boolean {
    const end = now() + SLICE_MS
    const before = this.#checked
    do {
      const next = this.#stores.blocks.firstAfter(this.#checked)
      if (next === null) break
      const deviating = this.#check(next.conv, next.block)
      if (deviating !== null) found(deviating)
      this.#checked = next.block
    } while (now() < end)
    if (this.#checked === before) return false
    this.#save.run(this.#checked)
    return true
  }

  #check(conv: number, block: number): Deviating | null {
    const odd = new Set(this.#stores.blocks.open(block).bodies.flatMap(idWhenOdd))
    const conversation = odd.size === 0 ? null : this.#conversations.byNumber(conv)
    if (conversation === null) return null
    const lights: LightEvent[] = []
    const mark: Change = ({ light, json }) => {
      if (light.isNonconforming || !odd.has(light.id)) return null
      const marked = { ...light, isNonconforming: true }
      lights.push(marked)
      return { light: marked, json, crc: crc32(json) }
    }
    rewriteBlock(this.#db, this.#stores, conv, block, mark, () => this.#count(conversation, lights.length))
    return lights.length === 0 ? null : { conversation, lights }
  }

  #count(conversation: StoredConversation, found: number): void {
    const state = { ...conversation.state, nonconforming: conversation.state.nonconforming + found }
    this.#conversations.save({ ...conversation, state })
    conversation.state = state
  }
}

function idWhenOdd(json: string): string[] {
  const event: unknown = JSON.parse(json)
  if (!isWireObject(event) || typeof event.id !== 'string') return []
  return conforms(event, Buffer.byteLength(json)) ? [] : [event.id]
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  countMarkers,
  eventText,
  isWireObject,
  type SearchHit,
  type SearchTerm,
  snippetOf,
} from '../../../../shared/domain/index.ts'
import { numberOrNull, textCell } from '../db/cells.ts'
import { lightOfEvent } from '../ingest/lightEvent.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { DamagedBlock } from '../store/blockTable.ts'
import type { ConversationTable } from '../store/conversationTable.ts'
import { idOfKey } from '../store/idKey.ts'
import { eventOfRow } from './searchRow.ts'

/** Makes what is shown of a hit out of the stored event. */
export class HitReader {
  readonly #stores: EventStores
  readonly #conversations: ConversationTable
  readonly #damaged: (conv: number, block: number) => void
  readonly #event: StatementSync
  readonly #title: StatementSync

  constructor(
    db: DatabaseSync,
    stores: EventStores,
    conversations: ConversationTable,
    damaged: (conv: number, block: number) => void,
  ) {
    this.#stores = stores
    this.#conversations = conversations
    this.#damaged = damaged
    this.#event = db.prepare('SELECT id, block, slot FROM event WHERE seq = ? AND conv = ?')
    this.#title = db.prepare(
      "SELECT json_extract(json, '$.title') AS title FROM record WHERE connection_id = ? AND conversation_id = ?",
    )
  }

  /** The hits in this order; those that are gone meanwhile, or in a damaged block, are left out. */
  read(rows: readonly number[], terms: readonly SearchTerm[]): SearchHit[] {
    const titles = new Map<number, string | null>()
    const blocks = new Map<number, readonly string[]>()
    return rows.flatMap((row) => {
      const { conv, seq } = eventOfRow(row)
      const conversation = this.#conversations.byNumber(conv)
      const cells = this.#event.get(seq, conv)
      if (conversation === null || cells === undefined) return []
      const [block, slot] = [numberOrNull(cells.block ?? null), numberOrNull(cells.slot ?? null)]
      const json =
        block === null || slot === null ? this.#stores.tail.json(seq) : this.#sealed(conv, block, slot, blocks)
      const event: unknown = json === null ? null : JSON.parse(json)
      if (json === null || !isWireObject(event)) return []
      const { ref } = conversation
      const known = { bytes: json.length, redactions: countMarkers(json), isNonconforming: false }
      const { id, timeUs, lane, kind, label, isError } = lightOfEvent(event, idOfKey(cells.id), known)
      const title = titles.get(conv) ?? this.#titleOf(ref.connectionId, ref.conversationId)
      titles.set(conv, title)
      const snippet = snippetOf(eventText(event), terms)
      return [{ conversation: ref, title, eventId: id, timeUs, lane, kind, label, isError, snippet }]
    })
  }

  #sealed(conv: number, block: number, slot: number, blocks: Map<number, readonly string[]>): string | null {
    try {
      const bodies = blocks.get(block) ?? this.#stores.blocks.bodies(block)
      blocks.set(block, bodies)
      return bodies[slot] ?? null
    } catch (error) {
      if (!(error instanceof DamagedBlock)) throw error
      this.#damaged(conv, block)
      return null
    }
  }

  #titleOf(connectionId: string, conversationId: string): string | null {
    const title = this.#title.get(connectionId, conversationId)?.title ?? null
    return title === null ? null : textCell(title)
  }
}

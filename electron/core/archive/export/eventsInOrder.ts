import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { orderOf } from '../columns/order.ts'
import { numberCell, numberOrNull } from '../db/cells.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { idOfKey } from '../store/idKey.ts'

/** Blocks kept unpacked: events in log order seldom come from more than a few at a time. */
const KEPT = 8
const NOTHING_MISSING = { count: 0, notLoaded: 0, headCount: 0, boundary: 0 }

/** Reads the events of conversations in log order without opening a view. */
export class EventsInOrder {
  readonly #stores: EventStores
  readonly #all: StatementSync
  readonly #one: StatementSync
  /** In order of use, oldest first. */
  readonly #unpacked = new Map<number, string[]>()

  constructor(db: DatabaseSync, stores: EventStores) {
    this.#stores = stores
    this.#all = db.prepare('SELECT seq, log_index, provisional FROM event WHERE conv = ?')
    this.#one = db.prepare('SELECT id, block, slot FROM event WHERE seq = ?')
  }

  /** Arrival numbers of all stored events of a conversation, in the order in which views show them. */
  arrivals(conv: number): Float64Array {
    const rows = this.#all.all(conv)
    const logIndex = new Float64Array(rows.length)
    const provisional = new Float64Array(rows.length)
    const seq = new Float64Array(rows.length)
    for (const [slot, row] of rows.entries()) {
      logIndex[slot] = numberOrNull(row.log_index ?? null) ?? -1
      provisional[slot] = numberCell(row.provisional)
      seq[slot] = numberCell(row.seq)
    }
    const { slots } = orderOf({ count: rows.length, logIndex, provisional, seq }, NOTHING_MISSING)
    return Float64Array.from(slots, (slot) => seq[slot] ?? 0)
  }

  /** The id of an event, or null when it is gone. */
  id(seq: number): string | null {
    const row = this.#one.get(seq)
    return row === undefined ? null : idOfKey(row.id)
  }

  /** An event as it is stored, or null when it is gone. @throws DamagedBlock */
  read(seq: number): { id: string; json: string } | null {
    const row = this.#one.get(seq)
    if (row === undefined) return null
    const [block, slot] = [numberOrNull(row.block ?? null), numberOrNull(row.slot ?? null)]
    const json = block === null || slot === null ? this.#stores.tail.json(seq) : (this.#unpack(block)[slot] ?? null)
    return json === null ? null : { id: idOfKey(row.id), json }
  }

  /** Forgets what was unpacked: blocks may be rewritten or taken away between calls. */
  clear(): void {
    this.#unpacked.clear()
  }

  #unpack(block: number): string[] {
    const bodies = this.#unpacked.get(block) ?? this.#stores.blocks.bodies(block)
    this.#unpacked.delete(block)
    this.#unpacked.set(block, bodies)
    if (this.#unpacked.size > KEPT) {
      const [oldest] = this.#unpacked.keys()
      if (oldest !== undefined) this.#unpacked.delete(oldest)
    }
    return bodies
  }
}

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { eventText, indexedText, isWireObject } from '../../../../shared/domain/index.ts'
import { numberCell, numberOrNull } from '../db/cells.ts'
import { transaction } from '../db/transaction.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { blockingProblem } from '../storageTrouble.ts'
import { eventOfRow, searchRow } from './searchRow.ts'
import type { SearchTable } from './searchTable.ts'

/** A slice lasts about half as long again, with what its commit takes. */
const SLICE_MS = 6
/** Events between two looks at the clock. */
const STEP = 32

interface Place {
  conv: number
  seq: number
  block: number | null
  slot: number | null
}

/**
 * Brings the index in step with what is stored, in slices: events that arrived since, forms that were replaced, events
 * that are gone. How far it came is stored in the same transaction.
 */
export class Indexer {
  /** Rises with every change of the index. */
  version = 0
  readonly #db: DatabaseSync
  readonly #stores: EventStores
  readonly #table: SearchTable
  readonly #now: () => number
  readonly #highest: StatementSync
  readonly #lacking: StatementSync
  readonly #after: StatementSync
  readonly #one: StatementSync
  readonly #stale: StatementSync
  readonly #fresh: StatementSync
  readonly #save: StatementSync
  #indexedSeq: number
  #unpacked: { block: number; bodies: readonly string[] } | null = null

  constructor(db: DatabaseSync, stores: EventStores, table: SearchTable, now: () => number) {
    this.#db = db
    this.#stores = stores
    this.#table = table
    this.#now = now
    this.#highest = db.prepare('SELECT max(seq) AS seq FROM event')
    this.#lacking = db.prepare('SELECT count(*) AS count FROM event WHERE seq > ?')
    this.#after = db.prepare('SELECT seq, conv, block, slot FROM event WHERE seq > ? ORDER BY seq LIMIT ?')
    this.#one = db.prepare('SELECT seq, conv, block, slot FROM event WHERE seq = ? AND conv = ?')
    this.#stale = db.prepare('SELECT row FROM search_stale LIMIT ?')
    this.#fresh = db.prepare('DELETE FROM search_stale WHERE row = ?')
    this.#save = db.prepare('UPDATE upkeep SET indexed_seq = ?')
    const stored = numberCell(db.prepare('SELECT indexed_seq FROM upkeep').get()?.indexed_seq)
    // The highest numbers are given again after a restart when their events are gone.
    this.#indexedSeq = Math.min(stored, this.highest)
    if (this.#indexedSeq < stored) this.#saveWhereWritable()
  }

  /** The conversation of an event that waits for the index, or null when none does. */
  get next(): number | null {
    const stale = this.#stale.get(1)
    if (stale !== undefined) return eventOfRow(numberCell(stale.row)).conv
    const row = this.#after.get(this.#indexedSeq, 1)
    return row === undefined ? null : numberCell(row.conv)
  }

  /** The arrival number of the newest event that is stored. */
  get highest(): number {
    return numberOrNull(this.#highest.get()?.seq ?? null) ?? 0
  }

  /** Stored events that are not in the index. */
  get lacking(): number {
    return numberCell(this.#lacking.get(this.#indexedSeq)?.count)
  }

  /** Whether the index lacks anything of the events up to this arrival number. */
  isBehind(seq: number): boolean {
    return this.#indexedSeq < seq || this.#stale.get(1) !== undefined
  }

  /**
   * Works for a short while; false when nothing is left to do.
   *
   * @throws DamagedBlock
   */
  slice(ms: number = SLICE_MS): boolean {
    if (this.next === null) return false
    if (this.version === 0) this.#table.mergeByHand()
    const end = this.#now() + ms
    const before = this.#indexedSeq
    this.version += 1
    try {
      transaction(this.#db, () => {
        let isMore = true
        while (isMore) isMore = (this.#stepStale() || this.#step()) && this.#now() < end
        if (this.#indexedSeq !== before) this.#save.run(this.#indexedSeq)
      })
      return true
    } catch (error) {
      this.#indexedSeq = before
      throw error
    } finally {
      // Blocks may be written anew before the next slice.
      this.#unpacked = null
    }
  }

  /** Whoever only reads gives no numbers. */
  #saveWhereWritable(): void {
    try {
      this.#save.run(this.#indexedSeq)
    } catch (error) {
      if (blockingProblem(error) === null) throw error
    }
  }

  #stepStale(): boolean {
    const rows = this.#stale.all(STEP).map((cells) => numberCell(cells.row))
    for (const row of rows) {
      const { conv, seq } = eventOfRow(row)
      this.#table.delete(row)
      this.#fresh.run(row)
      const stored = seq <= this.#indexedSeq ? this.#one.get(seq, conv) : undefined
      if (stored !== undefined) this.#add(placeOf(stored))
    }
    return rows.length > 0
  }

  #step(): boolean {
    const places = this.#after.all(this.#indexedSeq, STEP).map(placeOf)
    for (const place of places) {
      this.#add(place)
      this.#indexedSeq = place.seq
    }
    return places.length > 0
  }

  #add(place: Place): void {
    const json = this.#jsonOf(place)
    const event: unknown = json === null ? null : JSON.parse(json)
    const text = isWireObject(event) ? eventText(event) : ''
    if (text !== '') this.#table.insert(searchRow(place.conv, place.seq), indexedText(text))
  }

  #jsonOf({ seq, block, slot }: Place): string | null {
    if (block === null || slot === null) return this.#stores.tail.json(seq)
    if (this.#unpacked?.block !== block) this.#unpacked = { block, bodies: this.#stores.blocks.bodies(block) }
    return this.#unpacked.bodies[slot] ?? null
  }
}

function placeOf(cells: Record<string, SQLOutputValue>): Place {
  return {
    seq: numberCell(cells.seq),
    conv: numberCell(cells.conv),
    block: numberOrNull(cells.block ?? null),
    slot: numberOrNull(cells.slot ?? null),
  }
}

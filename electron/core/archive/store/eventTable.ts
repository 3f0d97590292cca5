import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { numberCell, numberOrNull } from '../db/cells.ts'
import { idKey, idOfKey } from './idKey.ts'

/** Who gave the stored form: a later one of equal or higher rank replaces it. */
export const RANK = { live: 0, app: 1, agent: 2 } as const

export interface StoredEvent {
  /** Arrival number: the key of the row, the same for all forms of the event. */
  seq: number
  rank: number
  crc: number
  bytes: number
  logIndex: number | null
  /** Orders events without a log index. */
  provisional: number
  /** Null while the newest form is in the tail. */
  block: number | null
  slot: number | null
}

/** Keys of all stored events. */
export class EventTable {
  readonly #get: StatementSync
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #logIndex: StatementSync
  readonly #seal: StatementSync
  readonly #atLogIndex: StatementSync
  readonly #inBlock: StatementSync
  readonly #delete: StatementSync
  readonly #indexed: StatementSync
  readonly #forgetOrder: StatementSync
  readonly #highest: StatementSync
  readonly #newest: StatementSync

  constructor(db: DatabaseSync) {
    this.#get = db.prepare(
      'SELECT seq, rank, crc, bytes, log_index, provisional, block, slot FROM event WHERE conv = ? AND id = ?',
    )
    this.#insert = db.prepare(
      `INSERT INTO event (conv, id, seq, rank, crc, bytes, log_index, provisional, block, slot)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (conv, id) DO NOTHING`,
    )
    this.#update = db.prepare('UPDATE event SET rank = ?, crc = ?, bytes = ?, block = ?, slot = ? WHERE seq = ?')
    this.#logIndex = db.prepare('UPDATE event SET log_index = ? WHERE seq = ?')
    this.#seal = db.prepare('UPDATE event SET block = ?, slot = ? WHERE seq = ?')
    this.#atLogIndex = db.prepare('SELECT id FROM event WHERE conv = ? AND log_index = ?')
    this.#inBlock = db.prepare('SELECT seq, log_index FROM event WHERE conv = ? AND block = ?')
    this.#delete = db.prepare('DELETE FROM event WHERE seq = ?')
    this.#indexed = db.prepare(
      'SELECT id, log_index FROM event WHERE conv = ? AND log_index >= ? ORDER BY log_index LIMIT ?',
    )
    this.#forgetOrder = db.prepare('UPDATE event SET log_index = NULL WHERE conv = ? AND log_index IS NOT NULL')
    this.#highest = db.prepare(
      'SELECT seq, block FROM event WHERE conv = ? AND log_index IS NOT NULL ORDER BY log_index DESC LIMIT ?',
    )
    this.#newest = db.prepare(
      'SELECT seq, block FROM event WHERE conv = ? AND log_index IS NULL ORDER BY provisional DESC LIMIT ?',
    )
  }

  get(conv: number, id: string): StoredEvent | null {
    const row = this.#get.get(conv, idKey(id))
    return row === undefined ? null : storedEvent(row)
  }

  /** Adds an event; false, with nothing changed, when it is stored already. */
  insert(
    conv: number,
    id: string,
    { seq, rank, crc, bytes, logIndex, provisional, block, slot }: StoredEvent,
  ): boolean {
    const key = idKey(id)
    return this.#insert.run(conv, key, seq, rank, crc, bytes, logIndex, provisional, block, slot).changes === 1
  }

  update({ seq, rank, crc, bytes, block, slot }: StoredEvent): void {
    this.#update.run(rank, crc, bytes, block, slot, seq)
  }

  setLogIndex(seq: number, logIndex: number | null): void {
    this.#logIndex.run(logIndex, seq)
  }

  seal(seq: number, block: number | null, slot: number | null): void {
    this.#seal.run(block, slot, seq)
  }

  /** Ids at a place of the log: one, or for a moment two. */
  idsAt(conv: number, logIndex: number): string[] {
    return this.#atLogIndex.all(conv, logIndex).map((row) => idOfKey(row.id))
  }

  /** Events with an index of at least `from`, in log order. */
  indexedFrom(conv: number, from: number, limit: number): { id: string; logIndex: number }[] {
    return this.#indexed
      .all(conv, from, limit)
      .map((row) => ({ id: idOfKey(row.id), logIndex: numberCell(row.log_index) }))
  }

  /** Events whose newest form is in this block. */
  inBlock(conv: number, block: number): { seq: number; logIndex: number | null }[] {
    return this.#inBlock
      .all(conv, block)
      .map((row) => ({ seq: numberCell(row.seq), logIndex: numberOrNull(row.log_index) }))
  }

  /** Where the last events of a conversation are: so many by the log, and as many of those without a place in it. */
  ends(conv: number, limit: number): { seq: number; block: number | null }[] {
    return [...this.#highest.all(conv, limit), ...this.#newest.all(conv, limit)].map((row) => ({
      seq: numberCell(row.seq),
      block: numberOrNull(row.block),
    }))
  }

  delete(seq: number): void {
    this.#delete.run(seq)
  }

  forgetOrder(conv: number): void {
    this.#forgetOrder.run(conv)
  }
}

function storedEvent(row: Record<string, SQLOutputValue>): StoredEvent {
  return {
    seq: numberCell(row.seq),
    rank: numberCell(row.rank),
    crc: numberCell(row.crc),
    bytes: numberCell(row.bytes),
    logIndex: numberOrNull(row.log_index),
    provisional: numberCell(row.provisional),
    block: numberOrNull(row.block),
    slot: numberOrNull(row.slot),
  }
}

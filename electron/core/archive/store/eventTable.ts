import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { numberCell, numberOrNull, textCell } from '../db/cells.ts'

/** Who gave the stored form: a later one of equal or higher rank replaces it. */
export const RANK = { live: 0, app: 1, agent: 2 } as const

export interface StoredEvent {
  seq: number
  rank: number
  crc: number
  bytes: number
  logIndex: number | null
  /** Null while the newest form is in the tail. */
  block: number | null
  slot: number | null
}

/** Keys of all stored events. */
export class EventTable {
  readonly #get: StatementSync
  readonly #insert: StatementSync
  readonly #content: StatementSync
  readonly #logIndex: StatementSync
  readonly #seal: StatementSync
  readonly #atLogIndex: StatementSync
  readonly #inBlock: StatementSync
  readonly #delete: StatementSync
  readonly #indexed: StatementSync
  readonly #forgetOrder: StatementSync

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT seq, rank, crc, bytes, log_index, block, slot FROM event WHERE conv = ? AND id = ?')
    this.#insert = db.prepare(
      'INSERT INTO event (conv, id, seq, rank, crc, bytes, log_index) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#content = db.prepare(
      'UPDATE event SET rank = ?, crc = ?, bytes = ?, block = ?, slot = ? WHERE conv = ? AND id = ?',
    )
    this.#logIndex = db.prepare('UPDATE event SET log_index = ? WHERE conv = ? AND id = ?')
    this.#seal = db.prepare('UPDATE event SET block = ?, slot = ? WHERE conv = ? AND id = ?')
    this.#atLogIndex = db.prepare('SELECT id FROM event WHERE conv = ? AND log_index = ?')
    this.#inBlock = db.prepare('SELECT id, log_index, slot FROM event WHERE conv = ? AND block = ?')
    this.#delete = db.prepare('DELETE FROM event WHERE conv = ? AND id = ?')
    this.#indexed = db.prepare(
      'SELECT id, log_index FROM event WHERE conv = ? AND log_index >= ? ORDER BY log_index LIMIT ?',
    )
    this.#forgetOrder = db.prepare('UPDATE event SET log_index = NULL WHERE conv = ? AND log_index IS NOT NULL')
  }

  get(conv: number, id: string): StoredEvent | null {
    const row = this.#get.get(conv, id)
    return row === undefined ? null : storedEvent(row)
  }

  insert(conv: number, id: string, event: Omit<StoredEvent, 'block' | 'slot'>): void {
    this.#insert.run(conv, id, event.seq, event.rank, event.crc, event.bytes, event.logIndex)
  }

  update(conv: number, id: string, event: StoredEvent): void {
    this.#content.run(event.rank, event.crc, event.bytes, event.block, event.slot, conv, id)
  }

  setLogIndex(conv: number, id: string, logIndex: number | null): void {
    this.#logIndex.run(logIndex, conv, id)
  }

  seal(conv: number, id: string, block: number, slot: number): void {
    this.#seal.run(block, slot, conv, id)
  }

  idAt(conv: number, logIndex: number): string | null {
    const row = this.#atLogIndex.get(conv, logIndex)
    return row === undefined ? null : textCell(row.id)
  }

  /** Events with an index of at least `from`, in log order. */
  indexedFrom(conv: number, from: number, limit: number): { id: string; logIndex: number }[] {
    return this.#indexed
      .all(conv, from, limit)
      .map((row) => ({ id: textCell(row.id), logIndex: numberCell(row.log_index) }))
  }

  /** Events whose newest form is in this block. */
  inBlock(conv: number, block: number): { id: string; logIndex: number | null; slot: number }[] {
    return this.#inBlock.all(conv, block).map((row) => ({
      id: textCell(row.id),
      logIndex: numberOrNull(row.log_index),
      slot: numberCell(row.slot),
    }))
  }

  delete(conv: number, id: string): void {
    this.#delete.run(conv, id)
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
    block: numberOrNull(row.block),
    slot: numberOrNull(row.slot),
  }
}

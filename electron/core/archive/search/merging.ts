import type { DatabaseSync } from 'node:sqlite'
import { numberCell } from '../db/cells.ts'
import type { SearchTable } from './searchTable.ts'

/** Writes the whole index anew, without the words of what was deleted, step by step. That it is to be done is stored. */
export class Merging {
  readonly #db: DatabaseSync
  readonly #table: SearchTable
  #state: 'done' | 'due' | 'begun'

  constructor(db: DatabaseSync, table: SearchTable) {
    this.#db = db
    this.#table = table
    const isDue = numberCell(db.prepare('SELECT merge_due FROM upkeep').get()?.merge_due) === 1
    this.#state = isDue ? 'due' : 'done'
  }

  get isDue(): boolean {
    return this.#state !== 'done'
  }

  /** Begins, also anew: what was deleted since it had begun must go, too. */
  begin(): void {
    if (this.#state === 'done') this.#db.exec('UPDATE upkeep SET merge_due = 1')
    this.#state = 'due'
  }

  /** One step; false when nothing is left to do. */
  slice(): boolean {
    if (this.#state === 'done') return false
    const isMore = this.#table.merge(this.#state === 'due')
    this.#state = isMore ? 'begun' : 'done'
    if (isMore) return true
    this.#db.exec('UPDATE upkeep SET merge_due = 0')
    // What was overwritten may still be in the log.
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return false
  }
}

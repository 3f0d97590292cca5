import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SearchTerm } from '../../../../shared/domain/index.ts'
import { numberCell, numberOrNull, textCell } from '../db/cells.ts'
import type { RowRange } from './searchRow.ts'

/** Pages of the index that one step of merging writes, about. */
const MERGE_PAGES = 64

/** The full-text index. */
export class SearchTable {
  readonly #db: DatabaseSync
  readonly #insert: StatementSync
  readonly #delete: StatementSync
  readonly #count: StatementSync
  readonly #ranked: StatementSync
  readonly #newest: StatementSync
  readonly #arrivals: StatementSync
  readonly #merge: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#insert = db.prepare('INSERT INTO search (rowid, text) VALUES (?, ?)')
    this.#delete = db.prepare('DELETE FROM search WHERE rowid = ?')
    const found = 'FROM search WHERE search MATCH ? AND search.rowid BETWEEN ? AND ?'
    this.#count = db.prepare(`SELECT count(*) AS count FROM (SELECT 1 ${found} LIMIT ?)`)
    this.#ranked = db.prepare(`SELECT rowid AS row ${found} ORDER BY rank, rowid DESC`)
    this.#newest = db.prepare(
      `SELECT search.rowid AS row, event.provisional FROM search CROSS JOIN event ON event.seq = search.rowid & 8589934591
       WHERE search MATCH ? AND search.rowid BETWEEN ? AND ?
       ORDER BY event.provisional DESC, event.seq DESC LIMIT ?`,
    )
    // One text instead of a row each: taking 60,000 rows out of SQLite costs more than finding them.
    this.#arrivals = db.prepare(`SELECT group_concat(rowid & 8589934591) AS arrivals ${found}`)
    this.#merge = db.prepare("INSERT INTO search (search, rank) VALUES ('merge', ?)")
  }

  /** Pieces of the index are merged in steps of their own: in the midst of a commit that takes as long as it likes. */
  mergeByHand(): void {
    const setting = this.#db.prepare("SELECT v FROM search_config WHERE k = 'automerge'").get()
    if (setting?.v === 0) return
    this.#db.exec("INSERT INTO search (search, rank) VALUES ('automerge', 0), ('usermerge', 8)")
  }

  /** Adds the text of an event that is not in the index. */
  insert(row: number, text: string): void {
    this.#insert.run(row, text)
  }

  /** Takes an event out, if it is in. Its words stay in the file until `merge` has come around. */
  delete(row: number): void {
    this.#delete.run(row)
  }

  /** How many events hold all terms, counted up to `most`. */
  count(terms: readonly SearchTerm[], { first, last }: RowRange, most: number): number {
    return numberCell(this.#count.get(matchOf(terms), first, last, most)?.count)
  }

  /** All that hold the terms, those first that say them most for their length (bm25). */
  ranked(terms: readonly SearchTerm[], { first, last }: RowRange): number[] {
    return this.#ranked.all(matchOf(terms), first, last).map((cells) => numberCell(cells.row))
  }

  /** The newest that hold the terms, with their provisional keys, newest first. */
  newest(terms: readonly SearchTerm[], { first, last }: RowRange, limit: number): { row: number; at: number }[] {
    return this.#newest
      .all(matchOf(terms), first, last, limit)
      .map((cells) => ({ row: numberCell(cells.row), at: numberCell(cells.provisional) }))
  }

  /** Arrival numbers of all that hold the terms, as `1,2,3`. */
  arrivals(terms: readonly SearchTerm[], { first, last }: RowRange): string {
    const arrivals = this.#arrivals.get(matchOf(terms), first, last)?.arrivals ?? null
    return arrivals === null ? '' : textCell(arrivals)
  }

  /** One step of merging pieces of the index, where there are many of a size. False when there are not. */
  tidy(): boolean {
    return this.merge(false)
  }

  /**
   * One step of writing the whole index anew, without what was deleted; `isFirst` begins. False when it is done.
   */
  merge(isFirst: boolean): boolean {
    const before = this.#changes()
    this.#merge.run(isFirst ? -MERGE_PAGES : MERGE_PAGES)
    // A merge that did nothing changes one row at most (SQLite's documentation of FTS5, section 6.9).
    return this.#changes() - before >= 2
  }

  #changes(): number {
    return numberOrNull(this.#db.prepare('SELECT total_changes() AS changes').get()?.changes ?? null) ?? 0
  }
}

/** Words hold letters and digits alone, so that nothing needs escaping. */
function matchOf(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? '*' : ''}`).join(' AND ')
}

import type { Row, Window } from '../../shared/domain/index.ts'

interface Entry {
  row: Row
  /** Revision of the window that brought the row. */
  revision: number
  isStale: boolean
}

/**
 * Rows of one view by position, at most `limit`, the least recently wanted go first. A stale row is shown until
 * its successor arrives, so that a change never blanks what someone reads.
 */
export class RowCache {
  readonly #limit: number
  /** Insertion order is the order of use. */
  readonly #entries = new Map<number, Entry>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  get(position: number): Row | undefined {
    return this.#entries.get(position)?.row
  }

  isFresh(position: number): boolean {
    return this.#entries.get(position)?.isStale === false
  }

  /** First and last position of [from, to) that is absent or stale; null when all are fresh. */
  missing(from: number, to: number): { from: number; to: number } | null {
    let first = -1
    let last = -1
    for (let position = from; position < to; position += 1) {
      if (this.isFresh(position)) continue
      if (first < 0) first = position
      last = position
    }
    return first < 0 ? null : { from: first, to: last + 1 }
  }

  /** Rows at and after `changedFrom` that are older than `revision` may have moved or changed. */
  markStale(changedFrom: number, revision: number): void {
    for (const [position, entry] of this.#entries) {
      if (position >= changedFrom && entry.revision < revision) entry.isStale = true
    }
  }

  /** Forgets positions that no longer exist. */
  dropFrom(count: number): void {
    for (const position of this.#entries.keys()) {
      if (position >= count) this.#entries.delete(position)
    }
  }

  clear(): void {
    this.#entries.clear()
  }

  /**
   * Takes the rows of a window; those at and after `staleFrom` are already known to be out of date. Stale rows
   * around it stay in sight until they are replaced, but no event is held twice.
   */
  put(window: Window, staleFrom: number): void {
    const end = window.first + windowLength(window)
    const ids = new Set(window.rows.map((row) => (row.type === 'event' ? row.id : null)))
    for (const [position, { row }] of this.#entries) {
      const isOutside = position < window.first || position >= end
      if (isOutside && row.type === 'event' && ids.has(row.id)) this.#entries.delete(position)
    }
    for (const row of window.rows) {
      const length = row.type === 'gap' ? row.count : 1
      for (let offset = 0; offset < length; offset += 1) {
        this.#set(row.position + offset, row, window.revision, row.position + offset >= staleFrom)
      }
    }
    for (const position of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(position)
    }
  }

  /** Forgets everything outside the window: the layout around it moved. */
  keepOnly(from: number, to: number): void {
    for (const position of this.#entries.keys()) {
      if (position < from || position >= to) this.#entries.delete(position)
    }
  }

  #set(position: number, row: Row, revision: number, isStale: boolean): void {
    const old = this.#entries.get(position)
    this.#entries.delete(position)
    // The old object is kept when nothing changed, so that React skips the row.
    const kept = old !== undefined && isSame(old.row, row) ? old.row : row
    this.#entries.set(position, { row: kept, revision, isStale })
  }
}

/** Positions that a window covers. */
export function windowLength(window: Window): number {
  let length = 0
  for (const row of window.rows) length += row.type === 'gap' ? row.count : 1
  return length
}

function isSame(a: Row, b: Row): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

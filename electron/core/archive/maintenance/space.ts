import type { DatabaseSync } from 'node:sqlite'
import { numberCell } from '../db/cells.ts'

/** Free pages that are left for what comes next: 4 MB. */
const SPARE_PAGES = 1024
const SLICE_PAGES = 256

/** Pages of the file that hold nothing. */
export function freePages(db: DatabaseSync): number {
  return numberCell(db.prepare('PRAGMA freelist_count').get()?.freelist_count)
}

export function pageBytes(db: DatabaseSync): number {
  return numberCell(db.prepare('PRAGMA page_size').get()?.page_size)
}

/** Pages of the file, free ones included. */
export function pageCount(db: DatabaseSync): number {
  return numberCell(db.prepare('PRAGMA page_count').get()?.page_count)
}

/** Gives some free pages of the file back to the disk, down to `spare`; false when no more than those are left. */
export function giveSpaceBack(db: DatabaseSync, spare: number = SPARE_PAGES): boolean {
  const free = freePages(db)
  if (free <= spare) return false
  db.exec(`PRAGMA incremental_vacuum(${Math.min(SLICE_PAGES, free - spare)})`)
  return freePages(db) < free
}

/** Writes what the log holds into the file and cuts both: only then the disk has its space back. */
export function cutLog(db: DatabaseSync): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** How much is stored. */
export function statsOf(db: DatabaseSync): { events: number; tail: number; blocks: number; bytes: number } {
  const count = (table: string) => numberCell(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count)
  return {
    events: count('event'),
    tail: count('tail'),
    blocks: count('block'),
    bytes: pageCount(db) * pageBytes(db),
  }
}

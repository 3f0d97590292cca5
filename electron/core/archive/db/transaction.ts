import type { DatabaseSync } from 'node:sqlite'

/** Runs `work` as one transaction: all of it is stored, or nothing. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

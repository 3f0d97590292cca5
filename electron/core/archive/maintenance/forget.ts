import type { DatabaseSync } from 'node:sqlite'
import { transaction } from '../db/transaction.ts'

/** Removes everything of a connection and gives the space back. */
export function forgetConnection(db: DatabaseSync, connectionId: string): void {
  const ofConnection = 'conv IN (SELECT conv FROM conversation WHERE connection_id = ?)'
  transaction(db, () => {
    for (const table of ['event', 'tail', 'block'])
      db.prepare(`DELETE FROM ${table} WHERE ${ofConnection}`).run(connectionId)
    db.prepare('DELETE FROM conversation WHERE connection_id = ?').run(connectionId)
    db.prepare('DELETE FROM record WHERE connection_id = ?').run(connectionId)
  })
  db.exec('PRAGMA incremental_vacuum')
}

/** How much is stored. */
export function statsOf(db: DatabaseSync): { events: number; tail: number; blocks: number; bytes: number } {
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0)
  return {
    events: count('SELECT count(*) FROM event'),
    tail: count('SELECT count(*) FROM tail'),
    blocks: count('SELECT count(*) FROM block'),
    bytes: count('PRAGMA page_count') * count('PRAGMA page_size'),
  }
}

import type { DatabaseSync } from 'node:sqlite'
import type { ConversationRef } from '../../../../shared/domain/index.ts'
import { transaction } from '../db/transaction.ts'

/** Removes everything of a connection and gives the space back. */
export function forgetConnection(db: DatabaseSync, connectionId: string): void {
  forget(db, 'connection_id = ?', [connectionId])
}

/** Removes everything of one conversation and gives the space back. */
export function forgetConversation(db: DatabaseSync, { connectionId, conversationId }: ConversationRef): void {
  forget(db, 'connection_id = ? AND conversation_id = ?', [connectionId, conversationId])
}

function forget(db: DatabaseSync, which: string, names: string[]): void {
  transaction(db, () => {
    for (const table of ['event', 'tail', 'block'])
      db.prepare(`DELETE FROM ${table} WHERE conv IN (SELECT conv FROM conversation WHERE ${which})`).run(...names)
    for (const table of ['conversation', 'record']) db.prepare(`DELETE FROM ${table} WHERE ${which}`).run(...names)
  })
  while (giveSpaceBack(db)) {
    // one slice after the other
  }
}

/** Free pages that are left for what comes next: 4 MB. */
const SPARE_PAGES = 1024
const SLICE_PAGES = 256

/** Gives some free pages of the file back to the disk; false when few are left. */
export function giveSpaceBack(db: DatabaseSync): boolean {
  const free = Number(db.prepare('PRAGMA freelist_count').get()?.freelist_count ?? 0)
  if (free <= SPARE_PAGES) return false
  db.exec(`PRAGMA incremental_vacuum(${Math.min(SLICE_PAGES, free - SPARE_PAGES)})`)
  return true
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

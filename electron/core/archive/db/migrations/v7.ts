import type { DatabaseSync } from 'node:sqlite'

/** When somebody last opened a conversation, in milliseconds since the epoch; null when that was before this version. */
export function openedAt(db: DatabaseSync): void {
  db.exec('ALTER TABLE conversation ADD COLUMN opened_at INTEGER')
}

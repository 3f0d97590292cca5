import type { DatabaseSync } from 'node:sqlite'

/** Rows of sealed events are read from their JSON when they are shown: keeping them cost a sixth of what is stored. */
export function rowsFromJson(db: DatabaseSync): void {
  db.exec('ALTER TABLE block DROP COLUMN light')
}

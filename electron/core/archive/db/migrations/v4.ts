import type { DatabaseSync } from 'node:sqlite'

/**
 * `upkeep`: one row. `checked_block`: up to this block, sealed events were checked against the full schema; in archives
 * of before, each was when it came.
 */
export function upkeep(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE upkeep (checked_block INTEGER NOT NULL) STRICT;
    INSERT INTO upkeep SELECT coalesce(max(block), 0) FROM block;
  `)
}

import type { DatabaseSync } from 'node:sqlite'
import { decodePlaces } from '../../blocks/places.ts'
import { bytesCell, numberCell } from '../cells.ts'

/**
 * What opening the end of a conversation needs, however long it is.
 * - `event.provisional`: the key that orders events without a log index, so that the newest of them are found at once.
 * - `tail_by_conversation` in order of arrival, so that a long tail is read in pages; settled events beside it.
 * - Blocks of a conversation, and those that are mostly dead, without looking into each.
 */
export function ends(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE event ADD COLUMN provisional REAL NOT NULL DEFAULT 0;
    UPDATE event SET provisional = tail.provisional FROM tail WHERE tail.seq = event.seq;
  `)
  fillFromBlocks(db)
  db.exec(`
    DROP INDEX event_without_place;
    CREATE INDEX event_without_place ON event (conv, provisional) WHERE log_index IS NULL;

    DROP INDEX tail_by_conversation;
    CREATE INDEX tail_by_conversation ON tail (conv, seq);
    CREATE INDEX tail_settled ON tail (conv, seq) WHERE is_settled = 1;

    DROP INDEX block_by_conversation;
    CREATE INDEX block_by_conversation ON block (conv, block) WHERE is_damaged = 0;
    CREATE INDEX block_mostly_dead ON block (conv, block) WHERE is_damaged = 0 AND dead * 4 > count;
  `)
}

function fillFromBlocks(db: DatabaseSync): void {
  const update = db.prepare('UPDATE event SET provisional = ? WHERE seq = ? AND block = ?')
  for (const row of db.prepare('SELECT block, places FROM block WHERE is_damaged = 0').iterate()) {
    const { provisional, seq } = decodePlaces(bytesCell(row.places))
    for (const [slot, key] of provisional.entries()) update.run(key, seq[slot] ?? 0, numberCell(row.block))
  }
}

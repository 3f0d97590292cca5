import type { DatabaseSync } from 'node:sqlite'

/**
 * Full-text search.
 * - `search`: words and their places, without the text, which is read from the event. The row of an event is
 *   conversation × 2^33 + arrival number, so that those of a conversation lie together. The text comes with its words
 *   already split and folded where they are not ASCII, so that the tokenizer knows no more than that.
 * - `upkeep.indexed_seq`: events up to this arrival number are in the index; in archives of before none is.
 * - `upkeep.merge_due`: words of what was deleted are still in the file.
 * - `search_stale`: rows of events whose form in the index is another one than what is stored now, or that are gone. Filled by
 *   triggers, because a form that is left behind in the index would be found for ever.
 */
export function fullText(db: DatabaseSync): void {
  db.exec(`
    CREATE VIRTUAL TABLE search USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii');
    ALTER TABLE upkeep ADD COLUMN indexed_seq INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE upkeep ADD COLUMN merge_due INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE search_stale (row INTEGER PRIMARY KEY) STRICT;

    CREATE TRIGGER event_changed AFTER UPDATE OF crc ON event WHEN old.crc <> new.crc OR old.bytes <> new.bytes BEGIN
      INSERT OR IGNORE INTO search_stale VALUES (old.conv * 8589934592 + old.seq);
    END;
    CREATE TRIGGER event_gone AFTER DELETE ON event BEGIN
      INSERT OR IGNORE INTO search_stale VALUES (old.conv * 8589934592 + old.seq);
    END;
  `)
}

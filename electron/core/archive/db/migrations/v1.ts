import type { DatabaseSync } from 'node:sqlite'

/**
 * The first tables (architecture decision 5).
 * - `conversation`: one row each, with load state and facts as JSON, because they are read and written whole.
 * - `event`: the key of every stored event and where its newest form is: in the tail (block null) or in a block.
 *   Rows lie in order of arrival, so that only the index of ids is written at random places; ids are 16 bytes.
 * - `tail`: newest forms that are not sealed. `seq` is the arrival number, unique in the whole archive.
 * - `block`: 64 sealed events. Numbers are never given again, since readers keep decoded blocks by number. `places` may change (order becomes known later); cols, light and body never do.
 */
export function firstTables(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE conversation (
      conv INTEGER PRIMARY KEY,
      connection_id TEXT NOT NULL,
      conversation_id TEXT NOT NULL,
      load TEXT NOT NULL,
      facts TEXT NOT NULL,
      UNIQUE (connection_id, conversation_id)
    ) STRICT;

    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      conv INTEGER NOT NULL,
      id ANY NOT NULL,
      rank INTEGER NOT NULL,
      crc INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      log_index INTEGER,
      block INTEGER,
      slot INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX event_by_id ON event (conv, id);
    CREATE INDEX event_by_log ON event (conv, log_index) WHERE log_index IS NOT NULL;
    CREATE INDEX event_without_place ON event (conv) WHERE log_index IS NULL;

    CREATE TABLE tail (
      seq INTEGER PRIMARY KEY,
      conv INTEGER NOT NULL,
      is_settled INTEGER NOT NULL,
      log_index INTEGER,
      provisional REAL NOT NULL,
      light TEXT NOT NULL,
      json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX tail_by_conversation ON tail (conv, is_settled, seq);

    CREATE TABLE block (
      block INTEGER PRIMARY KEY AUTOINCREMENT,
      conv INTEGER NOT NULL,
      count INTEGER NOT NULL,
      dead INTEGER NOT NULL,
      is_damaged INTEGER NOT NULL DEFAULT 0,
      places BLOB NOT NULL,
      cols BLOB NOT NULL,
      light BLOB NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX block_by_conversation ON block (conv);

    CREATE TABLE record (
      connection_id TEXT NOT NULL,
      conversation_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      json TEXT NOT NULL,
      PRIMARY KEY (connection_id, conversation_id)
    ) STRICT, WITHOUT ROWID;
  `)
}

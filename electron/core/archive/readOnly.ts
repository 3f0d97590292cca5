import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import {
  type Conversation,
  type ConversationRef,
  HandrailError,
  type SearchPage,
  type SearchRequest,
} from '../../../shared/domain/index.ts'
import { textCell } from './db/cells.ts'
import { archiveFile, openToRead } from './db/openToRead.ts'
import { nothingStored } from './eventBody.ts'
import { EventsInOrder } from './export/eventsInOrder.ts'
import { Exports } from './export/exports.ts'
import { statsOf } from './maintenance/space.ts'
import { usageOf } from './maintenance/usage.ts'
import { Search } from './search/search.ts'
import { BlockTable } from './store/blockTable.ts'
import { loadStateOf } from './store/conversationState.ts'
import { ConversationTable, LEAVING } from './store/conversationTable.ts'
import { EventTable } from './store/eventTable.ts'
import { RecordTable } from './store/recordTable.ts'
import { TailTable } from './store/tailTable.ts'
import { realTimers } from './timers.ts'
import type { Archive, LoadState } from './types.ts'

// A door of its own beside index.ts: whoever opens this one has SQLite in its own thread.
export { readPage } from './ingest/readEvents.ts'

/** The archive as it was when it was opened, beside whoever writes it; nothing is ever written through it. */
export interface ArchiveReader extends Pick<Archive, 'openExport' | 'readExport' | 'closeExport' | 'stats' | 'usage'> {
  /** Every conversation of which anything is stored. */
  stored(): { ref: ConversationRef; load: LoadState }[]
  /** Ids of the events of a conversation in log order. */
  ids(conversation: ConversationRef): string[]
  records(connectionId: string): Conversation[]
  /** `lacking` tells how many events the index lacks: only a writer can add them. */
  search(request: SearchRequest): Promise<SearchPage>
  close(): void
}

/**
 * Opens the archive of a data folder for reading only (architecture decision 16). In this thread: for programs that do
 * nothing else meanwhile.
 *
 * @throws HandrailError `not-found` when there is none, `unsupported` when another version of Handrail made it.
 */
export function openReadOnly(dataDir: string): ArchiveReader {
  const file = archiveFile(dataDir)
  if (!existsSync(file)) {
    throw new HandrailError({
      code: 'not-found',
      message: `There is no archive in ${dataDir}.`,
      advice: 'Name the data folder with --data.',
    })
  }
  return readerOf(openToRead(file))
}

function readerOf(db: DatabaseSync): ArchiveReader {
  const conversations = new ConversationTable(db)
  const stores = { events: new EventTable(db), tail: new TailTable(db), blocks: new BlockTable(db) }
  const records = new RecordTable(db)
  const events = new EventsInOrder(db, stores)
  const timers = realTimers()
  const exports = new Exports(events, timers.now)
  const unheard = { damaged: () => undefined, grown: () => undefined }
  const parts = { db, stores, conversations, timers, isReadOnly: true, ...unheard }
  return {
    stored: () =>
      db
        .prepare('SELECT connection_id, conversation_id FROM conversation WHERE connection_id <> ? ORDER BY conv')
        .all(LEAVING)
        .flatMap((row) => {
          const ref = { connectionId: textCell(row.connection_id), conversationId: textCell(row.conversation_id) }
          const found = conversations.find(ref)
          return found === null || found.state.stored === 0 ? [] : [{ ref, load: loadStateOf(found.state) }]
        }),
    ids(ref) {
      const found = conversations.find(ref)
      if (found === null) throw nothingStored(ref)
      return [...events.arrivals(found.conv)].flatMap((seq) => events.id(seq) ?? [])
    },
    records: (connectionId) => records.list(connectionId),
    search: (request) => new Search(parts).find(request),
    stats: async () => statsOf(db),
    usage: () => usageOf(db, async () => undefined),
    async openExport(ref, format, record) {
      const found = conversations.find(ref)
      if (found === null || found.state.stored === 0) throw nothingStored(ref)
      return exports.open(found, format, record)
    },
    readExport: async (id) => exports.read(id),
    closeExport: async (id) => exports.close(id),
    close() {
      db.exec('COMMIT')
      db.close()
    },
  }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { HandrailError } from '../../../../shared/domain/index.ts'
import { numberCell } from './cells.ts'
import { LATEST_VERSION, migrate } from './migrations/index.ts'

export const ARCHIVE_FILE = 'archive.sqlite'

/**
 * Opens the archive of a data folder, creating or upgrading it.
 *
 * @throws HandrailError when this Node lacks FTS5 or zstd, when the file is damaged, or when a newer Handrail made it.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, ARCHIVE_FILE)
  return opened(new DatabaseSync(file), file)
}

/** An archive of which nothing is ever on a disk. */
export function openInMemory(): DatabaseSync {
  const db = opened(new DatabaseSync(':memory:'), 'in memory')
  // What does not fit into a sort goes to a file otherwise.
  db.exec('PRAGMA temp_store = MEMORY')
  return db
}

function opened(db: DatabaseSync, file: string): DatabaseSync {
  try {
    if (typeof zstdCompressSync !== 'function') throw unfit('zstd compression')
    const fts = db.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS has").get()
    if (numberCell(fts?.has) !== 1) throw unfit('full-text search (SQLite FTS5)')
    // Only takes effect before the first table.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    db.exec('PRAGMA journal_mode = WAL')
    // A commit in WAL mode is a write to the file, which the system keeps when this process is killed, so nothing
    // acknowledged is lost by SIGKILL. Only a power cut can take the last commits; the next sync fetches them again.
    db.exec('PRAGMA synchronous = NORMAL')
    // 64 MB: checkpoints wait for the disk, and a burst of events must not.
    db.exec('PRAGMA wal_autocheckpoint = 16384')
    db.exec('PRAGMA journal_size_limit = 67108864')
    // What is deleted is overwritten at once: a free page is used again without being cleared, and a secret that is taken
    // out later (rescan) could be on it.
    db.exec('PRAGMA secure_delete = ON')
    // 16 MB, for what is being written: what is read comes from the mapping. More made ingesting no faster.
    db.exec('PRAGMA cache_size = -16384')
    db.exec('PRAGMA mmap_size = 268435456')
    upgrade(db, file)
    return db
  } catch (error) {
    db.close()
    if (error instanceof HandrailError) throw error
    throw new HandrailError(
      {
        code: 'internal',
        message: `The archive ${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
        advice: 'Move the file away to begin a new archive, or restore it from a backup.',
      },
      { cause: error },
    )
  }
}

function upgrade(db: DatabaseSync, file: string): void {
  const version = numberCell(db.prepare('PRAGMA user_version').get()?.user_version)
  if (version > LATEST_VERSION) {
    throw new HandrailError({
      code: 'unsupported',
      message: `The archive ${file} was made by a newer Handrail (version ${version}, this one knows ${LATEST_VERSION}).`,
      advice: 'Start the newer Handrail, or choose another data folder with --data.',
    })
  }
  migrate(db, version)
}

function unfit(what: string): HandrailError {
  return new HandrailError({
    code: 'unsupported',
    message: `This Node (${process.version}) has no ${what}, which the archive needs.`,
    advice: 'Start Handrail with the Node that it brings, or with Node 24 or newer.',
  })
}

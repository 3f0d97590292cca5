import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HandrailError } from '../../../../shared/domain/index.ts'
import { numberCell } from './cells.ts'
import { LATEST_VERSION } from './migrations/index.ts'
import { ARCHIVE_FILE } from './openDatabase.ts'

export function archiveFile(dataDir: string): string {
  return join(dataDir, ARCHIVE_FILE)
}

/**
 * Opens an archive that is there for reading, as it is at this moment whatever is written meanwhile.
 *
 * @throws HandrailError `unsupported` when it is of another version: only a writer upgrades it.
 */
export function openToRead(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    // What a writer does right now may hold the file for a moment.
    db.exec('PRAGMA busy_timeout = 5000')
    db.exec('BEGIN')
    const version = numberCell(db.prepare('PRAGMA user_version').get()?.user_version)
    if (version === LATEST_VERSION) return db
    throw new HandrailError({
      code: 'unsupported',
      message: `The archive ${file} has version ${version}, and this Handrail reads version ${LATEST_VERSION}.`,
      advice:
        version < LATEST_VERSION ? 'Start Handrail on it once: it brings it up to date.' : 'Use the newer Handrail.',
    })
  } catch (error) {
    db.close()
    throw error
  }
}

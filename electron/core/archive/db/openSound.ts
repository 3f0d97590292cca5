import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { HandrailError, isWireObject } from '../../../../shared/domain/index.ts'
import { ARCHIVE_FILE, openDatabase } from './openDatabase.ts'

/** Beside the archive while a run that found it damaged waits for the next one to look at it whole. */
const SUSPECT_FILE = 'archive.suspect'
/** Begins the names of archives that were found damaged. */
export const SET_ASIDE = 'archive.damaged-'
/** SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of extended codes. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26])

/** Whether an error of SQLite says that the file is damaged. */
export function isDamage(error: unknown): boolean {
  return isWireObject(error) && typeof error.errcode === 'number' && DAMAGE.has(error.errcode & 0xff)
}

/** The archive was found damaged: the next start looks at all of it. */
export function suspect(dataDir: string): void {
  writeFileSync(join(dataDir, SUSPECT_FILE), '', { mode: 0o600 })
}

/**
 * Opens the archive; one that is damaged is set aside, never deleted, and a new one begun, because what it held can be
 * loaded again from the servers. `setAside`: the file that it is in now.
 *
 * @throws HandrailError as `openDatabase`, for everything else.
 */
export function openSound(dataDir: string, now: () => number): { db: DatabaseSync; setAside: string | null } {
  const mark = join(dataDir, SUSPECT_FILE)
  try {
    const db = openDatabase(dataDir)
    if (!existsSync(mark) || isSound(db)) {
      rmSync(mark, { force: true })
      return { db, setAside: null }
    }
    db.close()
  } catch (error) {
    if (!(error instanceof HandrailError && isDamage(error.cause))) throw error
  }
  const time = new Date(now()).toISOString().replaceAll(':', '').slice(0, 17)
  const setAside = join(dataDir, `${SET_ASIDE}${time}.sqlite`)
  for (const end of ['', '-wal', '-shm']) {
    const file = join(dataDir, ARCHIVE_FILE) + end
    if (existsSync(file)) renameSync(file, setAside + end)
  }
  rmSync(mark, { force: true })
  return { db: openDatabase(dataDir), setAside }
}

function isSound(db: DatabaseSync): boolean {
  try {
    return db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok'
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { LATEST_VERSION, migrate } from '../../../electron/core/archive/db/migrations/index.ts'
import { openDatabase } from '../../../electron/core/archive/db/openDatabase.ts'
import { messages, openHere, storedIds, tempDir, walk } from './support.ts'

function fileIn(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'archive.sqlite'))
}

test('a new archive has the newest version, gives space back and survives a kill', () => {
  const db = openDatabase(tempDir())
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: LATEST_VERSION })
  expect(db.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 })
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  db.close()
})

test.each(Array.from({ length: LATEST_VERSION }, (_, version) => version))(
  'an archive of version %i is upgraded and works',
  async (version) => {
    const dataDir = tempDir()
    const old = fileIn(dataDir)
    old.exec('PRAGMA auto_vacuum = INCREMENTAL')
    migrate(old, 0, version)
    expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: version })
    old.close()
    const { archive } = openHere(dataDir)
    await walk(archive, messages(3))
    expect(await storedIds(archive)).toHaveLength(3)
  },
)

test('a step that fails leaves the version before', () => {
  const db = fileIn(tempDir())
  db.exec('CREATE TABLE event (odd TEXT)')
  expect(() => migrate(db, 0)).toThrow()
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
  expect(db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'conversation'").get()).toEqual({ n: 0 })
  db.close()
})

test('an archive of a newer Handrail is left alone', () => {
  const dataDir = tempDir()
  const newer = fileIn(dataDir)
  newer.exec(`PRAGMA user_version = ${LATEST_VERSION + 1}`)
  newer.close()
  expect(() => openDatabase(dataDir)).toThrow(/newer Handrail/)
})

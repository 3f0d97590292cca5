import { expect, test } from 'vitest'
import {
  isWhole,
  type StoredColumns,
  sealColumns,
  unsealColumns,
} from '../../../electron/core/archive/columns/blockColumns.ts'
import { bytesCell, numberCell } from '../../../electron/core/archive/db/cells.ts'
import { openDatabase } from '../../../electron/core/archive/db/openDatabase.ts'
import { action, filterOf, message, observation, openHere, REF, shown, tempDir, uuid, walk } from './support.ts'

/** Seals all blocks of an archive as a version did that knew fewer columns. */
function forgetLaterColumns(dataDir: string): void {
  const db = openDatabase(dataDir)
  for (const row of db.prepare('SELECT block, cols FROM block').all()) {
    const columns: Partial<StoredColumns> = unsealColumns(bytesCell(row.cols))
    for (const later of ['sources', 'source', 'paths', 'path', 'risk'] as const) delete columns[later]
    // As that version wrote it.
    const cols = sealColumns(columns as Parameters<typeof sealColumns>[0])
    db.prepare('UPDATE block SET cols = ? WHERE block = ?').run(cols, numberCell(row.block))
  }
  db.close()
}

function wholeBlocks(dataDir: string): boolean[] {
  const db = openDatabase(dataDir)
  const whole = db
    .prepare('SELECT cols FROM block')
    .all()
    .map((row) => isWhole(unsealColumns(bytesCell(row.cols))))
  db.close()
  return whole
}

test('events that an older version sealed are found by what its columns did not have', async () => {
  const dataDir = tempDir()
  const first = openHere(dataDir)
  const log = Array.from({ length: 150 }, (_, n) => [
    action(n * 2, {
      security_risk: n === 7 ? 'HIGH' : 'LOW',
      action: { kind: 'FileEditorAction', path: `src/${n}.ts` },
    }),
    observation(n * 2 + 1, n * 2),
  ]).flat()
  await walk(first.archive, log)
  await first.close()
  expect(wholeBlocks(dataDir)).toEqual(wholeBlocks(dataDir).map(() => true))
  forgetLaterColumns(dataDir)
  expect(wholeBlocks(dataDir)).toContain(false)

  const { archive, close } = openHere(dataDir)
  const found = async (text: string) => {
    const { view } = await archive.openView({ conversation: REF, filter: filterOf(text), order: 'raw' })
    return shown(archive, view)
  }
  expect(await found('risk:high')).toEqual([uuid(14)])
  expect(await found('path:src/9.ts')).toEqual([uuid(18)])
  expect(await found('source:environment')).toHaveLength(150)
  await close()
  expect(wholeBlocks(dataDir)).not.toContain(false)
})

test('events that an older version left in the tail are found the same way', async () => {
  const dataDir = tempDir()
  const first = openHere(dataDir)
  await walk(first.archive, [message(0), action(1), observation(2, 1)])
  await first.close()
  const db = openDatabase(dataDir)
  expect(db.prepare('SELECT count(*) AS n FROM tail').get()).toEqual({ n: 3 })
  db.exec("UPDATE tail SET light = json_remove(light, '$.source', '$.paths')")
  db.exec('ALTER TABLE conversation DROP COLUMN opened_at; PRAGMA user_version = 5')
  db.close()
  const { archive } = openHere(dataDir)
  const { view } = await archive.openView({ conversation: REF, filter: filterOf('source:agent'), order: 'raw' })
  expect(await shown(archive, view)).toEqual([uuid(1)])
  expect(await archive.words(view)).toMatchObject({ sources: ['agent', 'environment', 'user'], tools: ['terminal'] })
})

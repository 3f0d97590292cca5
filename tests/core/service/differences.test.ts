import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIFFERENCES } from '../../support/service/index.ts'

test('every difference that the suite allows is told in the documents with its reason, and no other', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/local-service.md'), 'utf8')
  const [, known = ''] = page.split('The suite knows these differences')
  const [table = ''] = known.split('The suite does not ask')
  const rows = table.split('\n').filter((line) => /^\| [^|\s]/.test(line))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  expect(cells.map(([, what]) => what).toSorted()).toEqual(
    Object.values(DIFFERENCES)
      .map(({ what }) => what)
      .toSorted(),
  )
  for (const [, , local, real, why] of cells) for (const cell of [local, real, why]) expect(cell).not.toBe('')
})

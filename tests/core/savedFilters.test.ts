import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createSavedFilters } from '../../electron/core/savedFilters.ts'
import { startTestCore } from '../support/testCore.ts'
import { testFolder } from './vault/folder.ts'

const errors = { id: 'f1', name: 'Errors', text: 'is:error' }
const slow = { id: 'f2', name: 'Slow', text: 'duration:>10s' }

test('saved filters are there again after a restart, by name, renamed and deleted as asked', async () => {
  const dataDir = testFolder()
  const filters = createSavedFilters({ dataDir })
  await Promise.all([filters.save(slow), filters.save(errors)])
  expect(await filters.list()).toEqual([errors, slow])
  await filters.save({ ...errors, name: 'Where it failed' })
  expect(await createSavedFilters({ dataDir }).list()).toEqual([slow, { ...errors, name: 'Where it failed' }])
  expect(await filters.remove('f2')).toEqual([{ ...errors, name: 'Where it failed' }])
})

test('a name that another filter has is refused, in whatever case, and nothing is changed', async () => {
  const filters = createSavedFilters({ dataDir: testFolder() })
  await filters.save(errors)
  await expect(filters.save({ ...slow, name: 'errors' })).rejects.toMatchObject({ failure: { code: 'conflict' } })
  expect(await filters.list()).toEqual([errors])
})

test('a damaged file is told of and left as it is', async () => {
  const dataDir = testFolder()
  const file = path.join(dataDir, 'filters.json')
  writeFileSync(file, '{"format":')
  const filters = createSavedFilters({ dataDir })
  await expect(filters.list()).rejects.toThrow(/filters\.json is damaged: it is not JSON/)
  await expect(filters.save(errors)).rejects.toThrow(/is damaged/)
  expect(readFileSync(file, 'utf8')).toBe('{"format":')
})

test('a page keeps filters with the host', async () => {
  const core = await startTestCore({})
  try {
    expect(await core.rpc.filters.list({})).toEqual([])
    expect(await core.rpc.filters.save(errors)).toEqual([errors])
    expect(await core.rpc.filters.remove({ id: 'f1' })).toEqual([])
    await expect(core.rpc.filters.save({ ...errors, name: ' ' })).rejects.toThrow()
  } finally {
    await core.close()
  }
})

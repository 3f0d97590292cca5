import { openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openArchive } from '../../../electron/core/archive/index.ts'
import type { FromWorker } from '../../../electron/core/archive/protocol.ts'
import { serveArchive } from '../../../electron/core/archive/serveArchive.ts'
import type { Archive } from '../../../electron/core/archive/types.ts'
import { keepArchive } from '../../../electron/core/archiveKeeper.ts'
import { realClock } from '../../support/testCore.ts'
import {
  EVERYTHING,
  messages,
  noticed,
  openHere,
  page,
  REF,
  shown,
  storedIds,
  tempDir,
  WORKER,
  walk,
} from './support.ts'

const FULL = expect.stringContaining('the disk is full')

/** The archive in this thread, behind its protocol, and the database that it opened. */
async function openWithDatabase() {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const notices = noticed()
  let toWorker: (message: unknown) => void = () => undefined
  let fromWorker: (message: FromWorker) => void = () => undefined
  let ended: (code: number) => void = () => undefined
  const archive = openArchive(
    {
      postMessage: (message) => toWorker(message),
      on(event: string, listener: (message: never) => void) {
        if (event === 'message') fromWorker = listener as (message: FromWorker) => void
        if (event === 'exit') ended = listener as (code: number) => void
      },
      terminate: async () => 0,
    },
    notices,
  )
  serveArchive(
    { dataDir: tempDir(), unkept: [] },
    {
      post: (message) => fromWorker(message),
      listen: (listener) => {
        toWorker = listener
      },
      exit: () => undefined,
      leave: () => ended(0),
    },
  )
  const [db] = exec.mock.contexts
  exec.mockRestore()
  if (!(db instanceof DatabaseSync)) throw new Error('no database was opened')
  const opened = await archive
  onTestFinished(() => opened.close())
  return { archive: opened, db, notices }
}

test('on a full disk what is stored can be read, the reason is told, and storing goes on by itself', async () => {
  const { archive, db, notices } = await openWithDatabase()
  const { view } = await archive.openView(EVERYTHING)
  await walk(archive, messages(300))
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
  db.exec(`PRAGMA max_page_count = ${pages}`)
  const more = page(messages(2_000, 300))
  const origin = { side: 'agent', walk: 'head', firstLogIndex: 300 } as const
  await expect(archive.ingestPage(REF, more, origin)).rejects.toMatchObject({
    failure: { code: 'internal', message: FULL, isSafeToRetry: true },
  })
  await expect(archive.ingestPage(REF, more, origin)).rejects.toThrow()
  expect(notices.problems).toEqual([FULL])
  expect(await shown(archive, view)).toHaveLength(300)
  expect(await archive.loadState(REF)).toMatchObject({ stored: 300 })

  db.exec('PRAGMA max_page_count = 1000000')
  await archive.ingestPage(REF, more, origin)
  expect(notices.problems).toEqual([FULL, null])
  expect(await storedIds(archive)).toHaveLength(2_300)
})

/** Opens the archive of a folder as the core does, in a worker that is replaced when it ends. */
async function kept(dataDir: string) {
  const notices = noticed()
  const archive = await keepArchive({
    start: () => new Worker(WORKER, { workerData: { dataDir } }),
    clock: realClock,
    notices,
    restarting: () => undefined,
  })
  onTestFinished(() => archive.close())
  return { archive, notices }
}

const setAsideIn = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^archive\.damaged-[\dT-]+\.sqlite$/.test(name))

test('a file that is no archive is set aside as it is, and a new archive begun', async () => {
  const dataDir = tempDir()
  const letter = 'This is a letter, not a database. '.repeat(200)
  writeFileSync(join(dataDir, 'archive.sqlite'), letter)
  const { archive, notices } = await kept(dataDir)
  await walk(archive, messages(10))
  const [aside = ''] = setAsideIn(dataDir)
  expect(readFileSync(join(dataDir, aside), 'utf8')).toBe(letter)
  expect(notices.troubles).toEqual([expect.stringContaining(aside)])
})

test('an archive that turns out to be damaged is looked at whole, set aside, and filled anew', async () => {
  const dataDir = tempDir()
  const first = openHere(dataDir)
  await walk(first.archive, messages(3_000))
  await first.archive.seal(REF)
  await first.close()
  // Everything but the header and the first pages: the file opens.
  const file = openSync(join(dataDir, 'archive.sqlite'), 'r+')
  const size = readFileSync(join(dataDir, 'archive.sqlite')).length
  for (let at = 64 * 1024; at < size; at += 4_096) writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, at)

  const { archive, notices } = await kept(dataDir)
  const look = (from: Archive) => storedIds(from)
  await expect.poll(() => look(archive).catch(() => null), { timeout: 20_000 }).toEqual([])
  await walk(archive, messages(3_000))
  expect(await look(archive)).toHaveLength(3_000)
  expect(setAsideIn(dataDir)).toHaveLength(1)
  expect(notices.troubles.join(' ')).toContain(setAsideIn(dataDir)[0])
})

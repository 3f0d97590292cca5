import { EventEmitter, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openArchive } from '../../../electron/core/archive/index.ts'
import { EVERYTHING, messages, noticed, openInWorker, page, REF, shown, storedIds, walk } from './support.ts'

const HEAD = { side: 'agent', walk: 'head', firstLogIndex: 0 } as const

test('the worker stores, shows and tells of changes', async () => {
  const { archive, notices } = await openInWorker()
  const { view } = await archive.openView(EVERYTHING)
  await walk(archive, messages(150))
  expect(await shown(archive, view)).toHaveLength(150)
  await expect.poll(() => notices.views.at(-1)?.count).toBe(150)
  await archive.close()
})

test('what was stored is there in the next run', async () => {
  const first = await openInWorker()
  await walk(first.archive, messages(10))
  await first.archive.close()
  const { archive } = await openInWorker(first.dataDir)
  expect(await storedIds(archive)).toHaveLength(10)
})

test('a closed worker ends by itself, whatever it was doing, and nobody is told of a failure', async () => {
  const { archive, worker, notices } = await openInWorker()
  const terminate = vi.spyOn(worker, 'terminate')
  const exit = once(worker, 'exit')
  await walk(archive, messages(600))
  const { view } = await archive.openView(EVERYTHING)
  const busy = [
    archive.seal(REF),
    archive.overview({ view, buckets: 100, clock: 'active' }),
    archive.search({ query: 'message', conversation: null, order: 'best', offset: 0, limit: 10 }),
  ].map((call) => call.catch((error: unknown) => error))
  await archive.close()
  await Promise.all(busy)
  expect(await exit).toEqual([0])
  expect(terminate).not.toHaveBeenCalled()
  expect(notices.troubles).toEqual([])
})

test('a worker whose last answer and end come in one go has not failed', async () => {
  const notices = noticed()
  const worker = new EventEmitter()
  const postMessage = (message: unknown) => {
    worker.emit('message', { ...(message as { call: number }), type: 'done', result: undefined })
    worker.emit('exit', 0)
  }
  const opened = openArchive(Object.assign(worker, { postMessage, terminate: async () => 0 }), notices)
  worker.emit('message', { type: 'ready' })
  await (await opened).close()
  expect(notices.troubles).toEqual([])
})

test('a closed worker that does not end is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answersOnly = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', ({ call }) => parentPort.postMessage({ type: 'done', call }))
    parentPort.postMessage({ type: 'ready' })`
  const worker = new Worker(answersOnly, { eval: true })
  const exit = once(worker, 'exit')
  const archive = await openArchive(worker, noticed())
  const closed = archive.close()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.runAllTimers()
  await closed
  expect(await exit).toEqual([1])
})

test('when the worker dies, calls that wait and later ones fail in words', async () => {
  const { archive, worker, notices } = await openInWorker()
  const waiting = archive.ingestPage(REF, page(messages(100)), HEAD).catch((error: unknown) => error)
  await worker.terminate()
  expect(await waiting).toMatchObject({ failure: { code: 'internal' } })
  await expect(archive.loadState(REF)).rejects.toMatchObject({ failure: { code: 'internal' } })
  expect(notices.troubles).toHaveLength(1)
})

test('a call that was cancelled before its turn stores nothing', async () => {
  const { archive } = await openInWorker()
  const stop = new AbortController()
  const first = archive.ingestPage(REF, page(messages(100), 'x'), HEAD)
  const second = archive.ingestPage(REF, page(messages(100, 100)), { ...HEAD, firstLogIndex: 100 }, stop.signal)
  stop.abort()
  await expect(second).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  await first
  expect(await archive.loadState(REF)).toMatchObject({ stored: 100 })
  await expect(archive.ingestPage(REF, page([]), HEAD, stop.signal)).rejects.toMatchObject({
    failure: { code: 'cancelled' },
  })
})

test('errors cross with their code', async () => {
  const { archive } = await openInWorker()
  await expect(archive.event(REF, 'unknown', 0, 10)).rejects.toMatchObject({
    name: 'HandrailError',
    failure: { code: 'not-found' },
  })
})

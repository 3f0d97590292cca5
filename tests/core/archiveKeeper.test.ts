import { Worker } from 'node:worker_threads'
import { createRouterClient } from '@orpc/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Core, createCore } from '../../electron/core/createCore.ts'
import { type LocalService, startLocalService } from '../../electron/local/index.ts'
import type { ConversationRef, ViewSpec } from '../../shared/domain/index.ts'
import { allArchivedIds } from '../support/archivedIds.ts'
import { itemsOf } from '../support/itemsOf.ts'
import { testPorts } from '../support/testCore.ts'
import { until } from '../support/until.ts'
import { testFolder } from './vault/folder.ts'

const WORKER = new URL('../../electron/core/archive/worker.ts', import.meta.url)
/** What the thread of a worker does that cannot live. */
const DIES_AT_ONCE = new URL('data:text/javascript,process.exit(9)')

let service: LocalService
let core: Core
let rpc: ReturnType<typeof clientOf>
let ref: ConversationRef
let workers: Worker[]
let nextWorker: URL

const clientOf = ({ router }: Core) => createRouterClient(router)

async function open(events: number) {
  service = await startLocalService({ speed: 20 })
  workers = []
  nextWorker = WORKER
  const local = { url: service.url, key: service.key, stop: () => service.close() }
  const ports = testPorts({ dataDir: testFolder(), local })
  ports.startArchiveWorker = (workerData) => {
    const worker = new Worker(nextWorker, { workerData })
    workers.push(worker)
    return worker
  }
  core = await createCore(ports, { local: 'always' })
  rpc = clientOf(core)
  const { conversations } = await rpc.conversations.refresh({ connectionId: 'local' })
  const sandboxId = conversations.find(({ sandboxStatus }) => sandboxStatus === 'RUNNING')?.sandboxId ?? ''
  ref = { connectionId: 'local', conversationId: await service.control.addConversation({ events, sandboxId }) }
}

beforeEach(() => open(3_000))
afterEach(() => core.close())

const watch = (signal: AbortSignal) => rpc.sync.watch(ref, { signal })
const kill = () => workers.at(-1)?.terminate()
const settled = () => until(watch, ({ state }) => state.sync.phase === 'live' && state.localCount === expected().length)
const expected = () => service.control.eventIds(ref.conversationId)

test('a worker that dies in the middle of a load is replaced, and the load goes on by itself to its end', async () => {
  const whole = until(watch, ({ state }) => state.sync.phase === 'live' && state.localCount === 3_000)
  await until(watch, ({ state }) => state.sync.phase === 'backfilling' && state.localCount > 500)
  await kill()
  await whole
  expect(workers).toHaveLength(2)
  expect(await allArchivedIds(rpc, ref)).toEqual(expected())
})

test('what arrives after a worker died is stored by the next one', async () => {
  await settled()
  await kill()
  service.control.append(ref.conversationId, 40)
  await settled()
  expect(await allArchivedIds(rpc, ref)).toEqual(expected())
})

test('pages are told to open their views again', async () => {
  await settled()
  const spec: ViewSpec = { conversation: ref, filter: [], order: 'raw' }
  const { view } = await rpc.view.open(spec)
  const changes = itemsOf(await rpc.view.changes({ view }))
  await kill()
  await changes
  await expect(rpc.view.window({ view, anchor: 'end', before: 5, after: 0 })).rejects.toMatchObject({
    data: { code: 'gone', isSafeToRetry: true },
  })
  const again = await rpc.view.open(spec)
  const { rows } = await rpc.view.window({ view: again.view, anchor: 'end', before: 5, after: 0 })
  expect(rows.at(-1)).toMatchObject({ id: expected().at(-1) })
})

test('an archive that cannot live says what to do, and nothing hangs', async () => {
  nextWorker = DIES_AT_ONCE
  const stopped = until(watch, ({ state }) => state.sync.phase === 'stopped')
  await kill()
  const { state } = await stopped
  expect(state.sync).toMatchObject({ phase: 'stopped', canRetry: true })
  await expect(rpc.view.open({ conversation: ref, filter: [], order: 'raw' })).rejects.toMatchObject({
    data: { code: 'internal', advice: expect.stringContaining('Start Handrail again') },
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LocalService, ManualClock, startLocalService } from '../../../electron/local/index.ts'
import { emptyStart } from '../../../shared/domain/index.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'
import { eventually } from '../../support/until.ts'

const clock = new ManualClock()
let service: LocalService
let dataDir: string
let running: TestCore | undefined

/** A core over the same data folder as the one before it, as after a restart. */
async function launch() {
  running = await startTestCore({ dataDir, passphrase: 'test-passphrase-1' })
  return running.rpc
}
async function leave() {
  await running?.close()
  running = undefined
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'handrail-test-'))
  // Starts go on only when its time does.
  service = await startLocalService({ empty: true, clock })
})
afterEach(async () => {
  await leave()
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function connect() {
  const { connections } = await launch()
  const added = await connections.add({
    kind: 'app',
    name: 'service',
    baseUrl: service.url,
    key: service.key,
    orgId: null,
  })
  return added.connection.id
}

test('a start that outlives its window is found by the next launch and followed to its conversation', async () => {
  const connectionId = await connect()
  const request = { ...emptyStart(connectionId), text: 'Fix the flaky login test', title: 'Left alone' }
  const { id } = (await running?.rpc.conversations.start(request)) ?? { id: '' }
  await leave()

  const { conversations } = await launch()
  expect(await conversations.startTasks({ connectionId })).toMatchObject([{ id, title: 'Left alone' }])
  const end = await eventually(async () => {
    clock.advance(500)
    const task = await conversations.startTask({ connectionId, id })
    return task.status === 'READY' ? task : null
  })
  expect(await conversations.startTasks({ connectionId })).toEqual([])
  const ref = { connectionId, conversationId: end.conversationId ?? '' }
  expect(await conversations.get(ref)).toMatchObject({ title: 'Left alone' })
})

test('one that failed meanwhile is found with its reason', async () => {
  const connectionId = await connect()
  const request = { ...emptyStart(connectionId), sandboxId: 'nowhere' }
  const { id } = (await running?.rpc.conversations.start(request)) ?? { id: '' }
  await leave()
  clock.advance(10_000)

  const { conversations } = await launch()
  const [found] = await eventually(async () => {
    const tasks = await conversations.startTasks({ connectionId })
    return tasks[0]?.status === 'ERROR' ? tasks : null
  })
  expect(found).toMatchObject({ id, detail: expect.stringContaining('nowhere') })
})

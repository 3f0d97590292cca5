import { createRouterClient } from '@orpc/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCore } from '../../electron/core/createCore.ts'
import type { HostPorts } from '../../electron/core/ports.ts'
import { createConnections } from '../../electron/core/vault/index.ts'
import { startLocalService as startService } from '../../electron/local/index.ts'
import { type TestCoreOptions, testPorts } from '../support/testCore.ts'
import { eventually } from '../support/until.ts'
import { manualClock } from './gateway/support/manualClock.ts'
import { testFolder } from './vault/folder.ts'

function portsWith(startLocalService: HostPorts['startLocalService'], more: Partial<TestCoreOptions> = {}) {
  const options: TestCoreOptions = { dataDir: testFolder(), ...more }
  return { ...testPorts(options), startLocalService }
}

/** A core beside a stored connection. */
async function coreWith(ports: HostPorts) {
  const stored = await createConnections({ dataDir: ports.dataDir })
  const createdAt = ports.clock.now()
  const baseUrl = 'http://127.0.0.1:9'
  await stored.add({ id: 'other', name: 'Other', kind: 'app', baseUrl, isLocal: false, orgId: null, createdAt })
  const core = await createCore(ports, { local: 'always' })
  onTestFinished(() => core.close())
  return createRouterClient(core.router)
}

/** As the host starts it; `crash` is what an exit of its process looks like. */
async function service() {
  const running = await startService({ speed: 20 })
  const ended = Promise.withResolvers<void>()
  const crash = async () => {
    await running.close()
    ended.resolve()
  }
  onTestFinished(() => running.close())
  return { url: running.url, key: running.key, ended: ended.promise, stop: crash, crash }
}

const never: HostPorts['startLocalService'] = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

describe('a local service that does not start', () => {
  it('is named in the log with its reason', async () => {
    const ports = portsWith(() => Promise.reject(new Error('no free port')))
    const core = await createCore(ports, { local: 'always' })
    await core.close()
    expect(ports.logged.join('\n')).toContain('error The local service did not start: no free port')
  })

  it('is no error when the console itself ends', async () => {
    const ports = portsWith(never)
    const core = await createCore(ports, { local: 'always' })
    await core.close()
    expect(ports.logged).toEqual([])
  })

  it('is listed with its reason beside the others, and starts when it is asked to again', async () => {
    let tries = 0
    const rpc = await coreWith(
      portsWith(() => {
        tries += 1
        return tries === 1 ? Promise.reject(new Error('no free port')) : service()
      }),
    )
    expect(await rpc.connections.list({})).toMatchObject([
      { id: 'other', baseUrl: 'http://127.0.0.1:9' },
      { id: 'local', service: { state: 'failed', failure: { isSafeToRetry: true } } },
    ])
    const { failure } = await rpc.conversations.refresh({ connectionId: 'local' })
    expect(failure?.message).toContain('The local service did not start: no free port')

    await rpc.connections.startLocal({})
    expect((await rpc.connections.list({}))[1]).toMatchObject({ id: 'local', service: { state: 'running' } })
    const fleet = await rpc.conversations.refresh({ connectionId: 'local' })
    expect(fleet.conversations).toHaveLength(12)
    expect(fleet.failure).toBeNull()
  })

  it('holds up nobody, and has failed after half a minute', async () => {
    const clock = manualClock()
    const rpc = await coreWith(portsWith(never, { clock }))
    const listed = rpc.connections.list({})
    await clock.advance(2_000)
    expect(await listed).toMatchObject([{ id: 'other' }, { id: 'local', service: { state: 'starting' } }])
    await clock.advance(28_000)
    expect(await rpc.connections.list({})).toMatchObject([
      { id: 'other' },
      { id: 'local', service: { state: 'failed', failure: { message: expect.stringContaining('within 30 s') } } },
    ])
  })
})

it('a local service that ends by itself is said to, and what was done in it is seen again after a new start', async () => {
  const services = [await service(), await service()]
  const waiting = [...services]
  const rpc = await coreWith(
    portsWith(async () => {
      const next = waiting.shift()
      if (next === undefined) throw new Error('no third one')
      return next
    }),
  )
  const before = await rpc.conversations.refresh({ connectionId: 'local' })
  expect(before.conversations).toHaveLength(12)
  await services[0]?.crash()
  const failed = await eventually(async () => {
    const [, local] = await rpc.connections.list({})
    return local?.service?.state === 'failed' ? local.service : null
  })
  expect(failed.failure.message).toBe('The local service ended by itself.')
  expect(await rpc.conversations.refresh({ connectionId: 'local' })).toMatchObject({
    conversations: expect.arrayContaining(before.conversations.slice(0, 1)),
    failure: { message: 'The local service ended by itself.' },
  })
  await rpc.connections.startLocal({})
  const after = await rpc.conversations.refresh({ connectionId: 'local' })
  expect(after.failure).toBeNull()
  expect(after.conversations.map(({ conversationId }) => conversationId).sort()).toEqual(
    before.conversations.map(({ conversationId }) => conversationId).sort(),
  )
})

import { allArchivedIds, archivedIds, archivedView } from '../support/archivedIds.ts'
import { until } from '../support/until.ts'
import { expect, test, WITH_PASSPHRASE } from './console.ts'

const EVENTS = 12_000

test('a host killed in the middle of loading 12,000 events keeps every event it showed and goes on where it was', async ({
  host,
  service,
}) => {
  const conversationId = await service.conversation(EVENTS)
  const first = await host({ env: WITH_PASSPHRASE })
  const before = await first.connect()
  const { connection } = await before.rpc.connections.add({
    kind: 'app',
    name: 'service',
    baseUrl: service.url,
    key: service.key,
    orgId: null,
  })
  const ref = { connectionId: connection.id, conversationId }
  // Slow enough that the load is under way when the host dies.
  await service.control('add-latency', { ms: 5 })
  await until(
    (signal) => before.rpc.sync.watch(ref, { signal }),
    ({ state }) => state.localCount > 2_500,
  )
  const { ids: shown } = await archivedIds(before.rpc, ref)
  await first.kill('SIGKILL')
  expect(shown.length).toBeGreaterThan(2_000)
  expect(shown.length).toBeLessThan(EVENTS)

  await service.control('heal')
  await service.control('reset-request-counts')
  const second = await host({ env: WITH_PASSPHRASE })
  const after = await second.connect()
  const view = await archivedView(after.rpc, ref)
  await expect
    .poll(async () => {
      const kept = new Set((await view.read()).ids)
      return shown.filter((id) => !kept.has(id))
    })
    .toEqual([])
  await view.close()
  await until(
    (signal) => after.rpc.sync.watch(ref, { signal }),
    ({ state }) => state.localCount === EVENTS && state.server?.count === EVENTS,
  )
  expect(await allArchivedIds(after.rpc, ref)).toEqual(
    await service.control('event-ids', { conversation: conversationId }),
  )

  const counts = (await service.control('request-counts')) as Record<string, number>
  const pages = Object.entries(counts).filter(([path]) => path.endsWith('/events/search'))
  const asked = pages.reduce((sum, [, count]) => sum + count, 0)
  expect(asked).toBeLessThanOrEqual((EVENTS - shown.length) / 100 + 5)
  before.close()
  after.close()
})

import type { ConversationRef } from '../../shared/domain/index.ts'
import type { HostClient } from '../support/hostProcess.ts'
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
  const shown = await eventIds(before.rpc, ref)
  await first.kill('SIGKILL')
  expect(shown.length).toBeGreaterThan(2_000)
  expect(shown.length).toBeLessThan(EVENTS)

  await service.control('heal')
  await service.control('reset-request-counts')
  const second = await host({ env: WITH_PASSPHRASE })
  const after = await second.connect()
  const kept = new Set(await eventIds(after.rpc, ref))
  expect(shown.filter((id) => !kept.has(id))).toEqual([])
  await until(
    (signal) => after.rpc.sync.watch(ref, { signal }),
    ({ state }) => state.localCount === EVENTS && state.server?.count === EVENTS,
  )
  expect(await eventIds(after.rpc, ref)).toEqual(await service.control('event-ids', { conversation: conversationId }))

  const counts = (await service.control('request-counts')) as Record<string, number>
  const pages = Object.entries(counts).filter(([path]) => path.endsWith('/events/search'))
  const asked = pages.reduce((sum, [, count]) => sum + count, 0)
  expect(asked).toBeLessThanOrEqual((EVENTS - shown.length) / 100 + 5)
  before.close()
  after.close()
})

/** Every event of the archive that a page could show now, in its order; gaps left out. */
async function eventIds(rpc: HostClient, conversation: ConversationRef): Promise<string[]> {
  const { view, count } = await rpc.view.open({ conversation, filter: {}, order: 'raw' })
  const ids: string[] = []
  for (let position = 0; position < count; position += 400) {
    const { rows } = await rpc.view.window({ view, anchor: { position }, before: 0, after: 399 })
    for (const row of rows) if (row.type === 'event') ids.push(row.id)
  }
  await rpc.view.close({ view })
  return ids
}

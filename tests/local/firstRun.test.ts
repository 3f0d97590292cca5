import { expect, test } from 'vitest'
import { start, until } from './support/client.ts'
import { answerOf, cloud } from './support/schemas.ts'

test('a first run shows twelve conversations, with every execution status among them', async () => {
  const bench = await start({ speed: 1 })
  const fleet = await bench.fleet()
  expect(fleet).toHaveLength(12)
  const shown = fleet.map((record) => record.execution_status).filter((status) => status !== null)
  expect(new Set(shown)).toEqual(
    new Set(['idle', 'running', 'paused', 'waiting_for_confirmation', 'finished', 'error', 'stuck', 'deleting']),
  )
  expect(shown.filter((status) => status === 'running')).toHaveLength(1)
  expect(shown.filter((status) => status === 'waiting_for_confirmation')).toHaveLength(1)
  expect(new Set(fleet.map((record) => record.sandbox_status))).toEqual(
    new Set(['RUNNING', 'PAUSED', 'ERROR', 'MISSING']),
  )
  const sandboxes = (await bench.app('/api/v1/sandboxes/search')).body.items
  expect(sandboxes).toHaveLength(6)
  cloud(answerOf('/api/v1/app-conversations/search'))({ items: fleet, next_page_id: null })
  cloud(answerOf('/api/v1/sandboxes/search'))({ items: sandboxes, next_page_id: null })
})

test('one conversation has exactly 12,000 different events, on both servers', async () => {
  const bench = await start({ speed: 1 })
  const record = await bench.titled('Migrate billing cron to queue')
  expect((await bench.agent(record, '/events/count')).body).toBe(12_000)
  expect(new Set(await bench.walk(record)).size).toBe(12_000)
  expect((await bench.app(`/api/v1/conversation/${record.id}/events/count`)).body).toBe(12_000)
})

test('the past of a long conversation moves on to its end, and does not stand still before it', async () => {
  const bench = await start({ speed: 1 })
  const record = await bench.titled('Migrate billing cron to queue')
  const { body } = await bench.agent(record, '/events/search?limit=100&sort_order=TIMESTAMP_DESC')
  const millis = body.items.map(({ timestamp }: { timestamp: string }) => timestamp.slice(0, 23))
  expect(new Set(millis).size).toBeGreaterThan(95)
})

test('the running conversation goes on by itself', async () => {
  const bench = await start()
  const record = (await bench.fleet()).find((one) => one.execution_status === 'running')
  const before = (await bench.agent(record, '/events/count')).body
  await until(async () => (await bench.agent(record, '/events/count')).body > before + 8)
})

test('equal seeds tell equal stories', async () => {
  const [a, b] = [await start({ speed: 1, seed: 7 }), await start({ speed: 1, seed: 7 })]
  const [left, right] = [await a.titled('Add SSO to admin'), await b.titled('Add SSO to admin')]
  expect(left.id).toBe(right.id)
  const texts = await Promise.all([a.agent(left, '/events/search'), b.agent(right, '/events/search')])
  const [x, y] = texts.map(({ body }) =>
    body.items.map((event: { id: string; kind: string }) => [event.id, event.kind]),
  )
  expect(x).toEqual(y)
})

test('the cost of a record is the cost its last stats say', async () => {
  const bench = await start({ speed: 1 })
  for (const record of await bench.fleet()) {
    const query = 'sort_order=TIMESTAMP_DESC&kind__eq=ConversationStateUpdateEvent'
    const { body } = await bench.app(`/api/v1/conversation/${record.id}/events/search?${query}`)
    const stats = body.items.find((event: { key: string }) => event.key === 'stats')
    if (record.execution_status === 'running') continue
    expect(stats.value.usage_to_metrics.agent.accumulated_cost).toBeCloseTo(record.metrics.accumulated_cost, 6)
  }
})

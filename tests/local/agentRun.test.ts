import { expect, test } from 'vitest'
import { type Any, type Bench, start, until } from './support/client.ts'

const text = (words: string) => [{ type: 'text', text: words }]

async function statusOf(bench: Bench, record: Any): Promise<string> {
  return (await bench.agent(record)).body.execution_status
}

/** Kinds of the newest events, state updates by key and value. */
async function newest(bench: Bench, record: Any, count: number): Promise<string[]> {
  const { items } = (await bench.agent(record, `/events/search?sort_order=TIMESTAMP_DESC&limit=${count}`)).body
  return items.reverse().map((event: Any) => (event.key === undefined ? event.kind : `${event.key}=${event.value}`))
}

test('accepting runs what was waiting and goes on', async () => {
  const bench = await start()
  const record = await bench.titled('Fix flaky login test')
  expect(await statusOf(bench, record)).toBe('waiting_for_confirmation')
  const before = (await bench.agent(record, '/events/count')).body
  await bench.agent(record, '/events/respond_to_confirmation', 'POST', { accept: true })
  const next = await until(async () => {
    const { items } = (await bench.agent(record, '/events/search?sort_order=TIMESTAMP_DESC&limit=100')).body
    return items.reverse().find((event: Any) => event.observation?.command === 'gh pr create --fill --base main')
  })
  expect(next.observation.exit_code).toBe(0)
  expect((await bench.agent(record, '/events/count')).body).toBeGreaterThan(before)
})

test('rejecting says idle first and then refuses the action with the reason', async () => {
  const bench = await start()
  const record = await bench.titled('Fix flaky login test')
  const answer = { accept: false, reason: 'Not before the release.' }
  await bench.agent(record, '/events/respond_to_confirmation', 'POST', answer)
  expect(await newest(bench, record, 3)).toEqual([
    'execution_status=waiting_for_confirmation',
    'execution_status=idle',
    'UserRejectObservation',
  ])
  const again = await bench.agent(record, '/events/respond_to_confirmation', 'POST', { accept: false })
  expect(again.body).toEqual({ success: true })
  expect((await bench.agent(record, '/events/respond_to_confirmation', 'POST', {})).status).toBe(422)
})

test('under AlwaysConfirm every action waits', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(10)
  await bench.agent(record, '/confirmation_policy', 'POST', { policy: { kind: 'AlwaysConfirm' } })
  await bench.agent(record, '/events', 'POST', { content: text('Fix the flaky test'), run: true })
  for (let i = 0; i < 3; i++) {
    await until(async () => (await statusOf(bench, record)) === 'waiting_for_confirmation')
    await bench.agent(record, '/events/respond_to_confirmation', 'POST', { accept: true })
  }
  const unknown = await bench.agent(record, '/confirmation_policy', 'POST', { policy: { kind: 'Nope' } })
  expect(unknown.status).toBe(422)
})

test('a second run while one runs is refused with 409', async () => {
  const bench = await start({ speed: 1 })
  const record = (await bench.fleet()).find((one) => one.execution_status === 'running')
  expect((await bench.agent(record, '/run', 'POST')).status).toBe(409)
})

test('pause takes effect between steps and a later run goes on', async () => {
  const bench = await start({ speed: 30 })
  const record = (await bench.fleet()).find((one) => one.execution_status === 'running')
  await bench.agent(record, '/pause', 'POST')
  expect(await statusOf(bench, record)).toBe('paused')
  const { items } = (await bench.agent(record, '/events/search?sort_order=TIMESTAMP_DESC&limit=20')).body
  expect(items.map((event: Any) => event.kind)).toContain('PauseEvent')
  await until(async () => (await bench.agent(record, '/run', 'POST')).status === 200)
  const count = (await bench.agent(record, '/events/count')).body
  await until(async () => (await bench.agent(record, '/events/count')).body > count + 5)
})

test('an interrupt ends the open action at once: error, paused, interrupt', async () => {
  const bench = await start({ speed: 0.05 })
  const record = await bench.titled('Fix flaky login test')
  await bench.agent(record, '/events/respond_to_confirmation', 'POST', { accept: true })
  await bench.agent(record, '/interrupt', 'POST')
  expect(await newest(bench, record, 4)).toEqual([
    'execution_status=running',
    'AgentErrorEvent',
    'execution_status=paused',
    'InterruptEvent',
  ])
})

test('a message to a finished conversation makes it idle and, with run, starts work on it', async () => {
  const bench = await start({ speed: 1 })
  const record = await bench.titled('Explain slow report query')
  await bench.agent(record, '/events', 'POST', { role: 'user', content: text('And the yearly report?') })
  expect(await statusOf(bench, record)).toBe('idle')
  expect(await newest(bench, record, 3)).toEqual([
    'execution_status=idle',
    'MessageEvent',
    expect.stringContaining('last_user_message_id='),
  ])
  await bench.agent(record, '/run', 'POST')
  expect(await statusOf(bench, record)).toBe('running')
})

test('costs and tokens only rise while the agent works', async () => {
  const bench = await start()
  const record = await bench.generated(10)
  await bench.agent(record, '/events', 'POST', { content: text('Upgrade the client'), run: true })
  await until(async () => (await statusOf(bench, record)) === 'finished')
  const { items } = (await bench.agent(record, '/events/search?kind=ConversationStateUpdateEvent')).body
  const costs = items
    .filter((event: Any) => event.key === 'stats')
    .map((event: Any) => event.value.usage_to_metrics.agent.accumulated_cost)
  expect(costs.length).toBeGreaterThan(5)
  expect(costs).toEqual([...costs].sort((a: number, b: number) => a - b))
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Any, type Bench, expectInvalid, start, until } from './support/client.ts'
import { agentOf, answerOf } from './support/schemas.ts'

const text = (words: string) => [{ type: 'text', text: words }]
const C = '/api/conversations/{conversation_id}'
const POSTS = [
  'confirmation_policy',
  'security_analyzer',
  'secrets',
  'condense',
  'ask_agent',
  'goal',
  'goal/stop',
] as const

async function events(bench: Bench, record: Any): Promise<Any[]> {
  const items: Any[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body }: Any = await bench.agent(record, `/events/search?limit=100${next && `&page_id=${next}`}`)
    items.push(...body.items)
    next = body.next_page_id
  }
  return items
}

const statusOf = async (bench: Bench, record: Any) => (await bench.agent(record)).body.execution_status
const at = (record: Any, id: string) => ({
  ...record,
  conversation_url: record.conversation_url.replace(/[^/]+$/, id),
})
const elsewhere = (record: Any) => at(record, '0'.repeat(32))

async function worked(bench: Bench): Promise<Any> {
  const record = await bench.generated(60)
  await bench.agent(record, '/events', 'POST', { content: text('Fix the flaky login test'), run: true })
  await until(async () => (await statusOf(bench, record)) === 'finished')
  return record
}

describe.each(['1.58', '1.34'] as const)('an agent server that behaves like %s', (dialect) => {
  const fits = agentOf[dialect]
  const begin = () => start({ empty: true, dialect })
  const fitsInfo = fits('/components/schemas/ConversationInfo')

  test('answers every command as its published interface says', async () => {
    // Made first: that takes seconds, in which an idle connection would be closed.
    const fitsServer = fits('/components/schemas/ServerInfo')
    const fitsEvent = fits('/components/schemas/Event')
    const fitsFinal = fits(answerOf(`${C}/agent_final_response`))
    const fitsAnswer = new Map(POSTS.map((path) => [path, fits(answerOf(`${C}/${path}`, 'post'))]))
    const bench = await begin()
    const record = await worked(bench)
    const success = async (path: (typeof POSTS)[number], body?: unknown) => {
      const answer = await bench.agent(record, `/${path}`, 'POST', body)
      expect(answer.status, path).toBe(200)
      fitsAnswer.get(path)?.(answer.body)
    }
    fitsInfo((await bench.agent(record)).body)
    for (const policy of [
      { kind: 'AlwaysConfirm' },
      { kind: 'ConfirmRisky', threshold: 'LOW', confirm_unknown: false },
      { kind: 'NeverConfirm' },
    ]) {
      await success('confirmation_policy', { policy })
    }
    for (const kind of ['PatternSecurityAnalyzer', 'PolicyRailSecurityAnalyzer', 'LLMSecurityAnalyzer']) {
      await success('security_analyzer', { security_analyzer: { kind } })
    }
    await success('security_analyzer', { security_analyzer: null })
    await success('secrets', { secrets: { API_TOKEN: 'test-secret-0001', OTHER: { value: 'test-secret-0002' } } })
    await success('condense')
    await success('ask_agent', { question: 'Which test is flaky?' })
    await success('goal', { objective: 'Make the login test pass', max_iterations: 2 })
    await success('goal/stop')
    const final = await bench.agent(record, '/agent_final_response')
    fitsFinal(final.body)
    expect(final.body.response).not.toBe('')
    fitsInfo((await bench.agent(record)).body)
    for (const event of await events(bench, record)) fitsEvent(event)
    const base = new URL(record.conversation_url).origin
    const info = await (await fetch(`${base}/server_info`)).json()
    fitsServer(info)
    expect(info.version).toBe(`${dialect}.0`)
  })

  test('forks with ids and history, and the fork goes its own way', async () => {
    const bench = await begin()
    const source = await worked(bench)
    const before = await bench.walk(source)
    const made = await bench.agent(source, '/fork', 'POST', { title: 'Another way', tags: { team: 'web' } })
    expect(made.status).toBe(201)
    fitsInfo(made.body)
    expect(made.body).toMatchObject({
      title: 'Another way',
      execution_status: 'idle',
      forked_from_conversation_id: (await bench.agent(source)).body.id,
      forked_from_event_id: null,
      tags: dialect === '1.34' ? { team: 'web', title: 'Another way' } : { team: 'web' },
    })
    const fork = at(source, made.body.id.replaceAll('-', ''))
    expect(await bench.walk(fork)).toEqual(before)
    await bench.agent(fork, '/events', 'POST', { content: text('Now differently'), run: true })
    await until(async () => (await statusOf(bench, fork)) === 'finished')
    expect((await bench.walk(fork)).length).toBeGreaterThan(before.length)
    expect(await bench.walk(source)).toEqual(before)
    // The app server hears of it with its first change, and never of its title or of what it began with (seen).
    expect(await bench.record(made.body.id)).toBeNull()
    await bench.agent(fork, '', 'PATCH', { tags: made.body.tags })
    const record = await bench.record(made.body.id)
    expect(record).toMatchObject({
      title: `Conversation ${record.id}`,
      sandbox_id: source.sandbox_id,
      sandbox_status: 'RUNNING',
    })
    expect(record.tags).toMatchObject(made.body.tags)
    const history = await until(async () => {
      const { body } = await bench.app(`/api/v1/conversation/${record.id}/events/search`)
      return body.items.length > 0 && body.items
    })
    expect(history.filter((event: Any) => before.includes(event.id))).toEqual([])
  })

  test('forks from an event with the branch that ends in it', async () => {
    const bench = await begin()
    const source = await worked(bench)
    const all = await events(bench, source)
    const target = all.filter((event) => event.kind === 'ObservationEvent')[2]
    const made = await bench.agent(source, '/fork', 'POST', { from_event_id: target.id, reset_metrics: false })
    expect(made.body).toMatchObject({ forked_from_event_id: target.id, leaf_event_id: target.id, title: null })
    const ids = await bench.walk(at(source, made.body.id.replaceAll('-', '')))
    const upTo = all.slice(0, all.indexOf(target) + 1)
    const nodes = upTo.filter((event) => !['ConversationStateUpdateEvent', 'HookExecutionEvent'].includes(event.kind))
    expect(ids).toEqual(expect.arrayContaining(nodes.map((event) => event.id)))
    expect(ids.at(-1)).toBe(target.id)
    const costs = async (record: Any) => (await bench.agent(record)).body.stats.usage_to_metrics.agent.accumulated_cost
    expect(await costs(at(source, made.body.id.replaceAll('-', '')))).toBe(await costs(source))
  })

  test('refuses a fork that cannot be, with the words of the real server', async () => {
    const bench = await begin()
    const record = await bench.generated(20)
    const fork = (body?: unknown) => bench.agent(record, '/fork', 'POST', body)
    expect(await fork({ from_event_id: 'nope' })).toMatchObject({
      status: 404,
      body: { detail: 'Unknown from_event_id: nope' },
    })
    expect((await fork({ id: record.id })).status).toBe(409)
    expectInvalid(await fork({ id: 'nope' }), 'uuid_parsing', ['body', 'id'])
    expectInvalid(await fork({ title: 'x'.repeat(201) }), 'string_too_long', ['body', 'title'])
    expectInvalid(await fork({ tags: { x_y: '1' } }), 'value_error', ['body', 'tags'])
    expect((await fork()).status).toBe(201)
    expect(await bench.agent(elsewhere(record), '/fork', 'POST', {})).toMatchObject({
      status: 404,
      body: { detail: 'Source conversation not found' },
    })
    expect((await fork({ tags: { x: 1 } })).status).toBe(500)
  })

  test('moves the head without writing an event, and goes on from there', async () => {
    const bench = await begin()
    const record = await worked(bench)
    const all = await events(bench, record)
    const target = all.filter((event) => event.kind === 'ObservationEvent')[1]
    const moved = await bench.agent(record, '/navigate', 'POST', { event_id: target.id })
    fitsInfo(moved.body)
    expect(moved.body.leaf_event_id).toBe(target.id)
    expect(await bench.walk(record)).toHaveLength(all.length)
    await bench.agent(record, '/events', 'POST', { content: text('Try again from here'), run: false })
    const message = (await events(bench, record)).findLast((event) => event.kind === 'MessageEvent')
    if (dialect === '1.58') expect(message.parent_id).toBe(target.id)
    expect((await bench.agent(record)).body.leaf_event_id).toBe(message.id)
    const root = await bench.agent(record, '/navigate', 'POST', { event_id: null })
    expect(root.body.leaf_event_id).toBeNull()
    expect(await bench.agent(record, '/navigate', 'POST', { event_id: 'nope' })).toMatchObject({
      status: 404,
      body: { detail: 'Unknown event_id: nope' },
    })
    expectInvalid(await bench.agent(record, '/navigate', 'POST'), 'missing', ['body'])
  })

  test('condenses on request, and says when there is too little', async () => {
    const bench = await begin()
    const record = await worked(bench)
    const before = (await events(bench, record)).length
    await bench.agent(record, '/condense', 'POST')
    const news = (await events(bench, record)).slice(before)
    expect(news.map((event) => event.kind)).toEqual([
      'CondensationRequest',
      'Condensation',
      'ConversationStateUpdateEvent',
    ])
    expect(news[1].forgotten_event_ids.length).toBeGreaterThan(5)
    await bench.agent(record, '/condense', 'POST')
    expect((await bench.agent(elsewhere(record), '/condense', 'POST')).status).toBe(404)
    const short = await bench.generated(3)
    expect((await bench.agent(short, '/condense', 'POST')).status).toBe(dialect === '1.34' ? 500 : 409)
  })

  test('answers a question from the conversation and changes nothing in it', async () => {
    const bench = await begin()
    const record = await worked(bench)
    const before = await bench.agent(record)
    const asked = await bench.agent(record, '/ask_agent', 'POST', {
      question: 'What did you do about the flaky login?',
    })
    expect(asked.body.response).toMatch(/login/i)
    expect(asked.body.response).toMatch(/I made \d+ steps/)
    expect((await bench.agent(record)).body).toEqual(before.body)
    expectInvalid(await bench.agent(record, '/ask_agent', 'POST', {}), 'missing', ['body', 'question'])
    expectInvalid(await bench.agent(record, '/ask_agent', 'POST', { question: 5 }), 'string_type', ['body', 'question'])
    const unknown = await bench.agent(elsewhere(record), '/ask_agent', 'POST', { question: 'x' })
    expect(unknown.status).toBe(dialect === '1.34' ? 500 : 404)
  })

  test('keeps secrets to itself', async () => {
    const bench = await begin()
    const record = await bench.generated(20)
    const send = (body: unknown) => bench.agent(record, '/secrets', 'POST', body)
    await send({ secrets: { API_TOKEN: { kind: 'StaticSecret', value: 'test-secret-0001', description: 'for CI' } } })
    const shown = (await bench.agent(record)).body.secret_registry.secret_sources
    expect(shown).toEqual(
      dialect === '1.34' ? { API_TOKEN: { description: 'for CI', value: null, kind: 'StaticSecret' } } : {},
    )
    expect(JSON.stringify((await events(bench, record)).concat((await bench.agent(record)).body))).not.toContain(
      'test-secret-0001',
    )
    expectInvalid(await send({ secrets: { X: { kind: 'Nope', value: 'v' } } }), 'value_error', ['body', 'secrets', 'X'])
    expectInvalid(await send({}), 'missing', ['body', 'secrets'])
    expect((await send({ secrets: { X: 5 } })).status).toBe(dialect === '1.34' ? 500 : 422)
  })

  test('works at a goal until its audit is content', async () => {
    const bench = await begin()
    const record = await bench.generated(20)
    const objective = 'Make the login test pass'
    await bench.agent(record, '/goal', 'POST', { objective })
    const goals = async () => (await events(bench, record)).filter((event) => event.key === 'goal')
    await until(async () => (await goals()).at(-1)?.value.status === 'complete')
    expect((await goals()).map(({ value }) => [value.active, value.status, value.iteration])).toEqual([
      [true, 'running', 0],
      [true, 'running', 1],
      [true, 'running', 2],
      [false, 'complete', 3],
    ])
    expect((await goals()).at(-1).value).toMatchObject({ objective, max_iterations: 10, verdict: { complete: true } })
    expect((await bench.agent(record, '/goal/resume', 'POST')).body).toEqual({ detail: 'no_resumable_goal' })
    await bench.agent(record, '/goal', 'POST', { objective, max_iterations: 1 })
    await until(async () => (await goals()).at(-1)?.value.status === 'capped')
  })

  test('refuses goals that cannot be', async () => {
    const bench = await begin()
    const record = await bench.generated(20)
    const goal = (body: unknown) => bench.agent(record, '/goal', 'POST', body)
    expect(await goal({ objective: '  ' })).toMatchObject({ status: 400 })
    expectInvalid(await goal({}), 'missing', ['body', 'objective'])
    expectInvalid(await goal({ objective: 'x', max_iterations: 0 }), 'greater_than_equal', ['body', 'max_iterations'])
    expect((await bench.agent(record, '/goal/stop', 'POST')).body).toEqual({ success: true })
    expect((await bench.agent(record, '/goal/resume', 'POST')).status).toBe(400)
    expect((await bench.agent(elsewhere(record), '/goal', 'POST', { objective: 'x' })).status).toBe(404)
  })
})

test('a goal is stopped, by hand or by a message, and resumed', async () => {
  const bench = await start({ empty: true, speed: 2 })
  const record = await bench.generated(20)
  const last = async () => (await events(bench, record)).findLast((event) => event.key === 'goal')?.value
  await bench.agent(record, '/goal', 'POST', { objective: 'Make the login test pass' })
  expect((await bench.agent(record, '/goal', 'POST', { objective: 'again' })).body).toEqual({
    detail: 'Conversation run or goal loop already running.',
  })
  await bench.agent(record, '/goal/stop', 'POST')
  expect(await last()).toMatchObject({ active: false, status: 'interrupted' })
  expect(await statusOf(bench, record)).toBe('running')
  await bench.agent(record, '/interrupt', 'POST')
  await until(async () => (await bench.agent(record, '/goal/resume', 'POST')).status === 200)
  expect(await last()).toMatchObject({ active: true, status: 'running', iteration: 0 })
  await bench.agent(record, '/events', 'POST', { content: text('Do something else'), run: false })
  expect(await last()).toMatchObject({ active: false, status: 'interrupted' })
  await bench.agent(record, '/interrupt', 'POST')
  await bench.agent(record, '/goal/resume', 'POST')
  await bench.agent(record, '/pause', 'POST')
  await until(async () => (await last()).status === 'interrupted')
})

test('policy and analyzer decide together what waits', async () => {
  const bench = await start({ empty: true })
  const waits = async (policy: unknown, analyzer: unknown) => {
    const record = await bench.generated(20)
    await bench.agent(record, '/confirmation_policy', 'POST', { policy })
    await bench.agent(record, '/security_analyzer', 'POST', { security_analyzer: analyzer })
    await bench.agent(record, '/events', 'POST', { content: text('Change the greeting'), run: true })
    return until(async () => {
      const status = await statusOf(bench, record)
      return ['finished', 'waiting_for_confirmation'].includes(status) && status
    })
  }
  const low = { kind: 'ConfirmRisky', threshold: 'LOW', confirm_unknown: false }
  const high = { kind: 'ConfirmRisky', threshold: 'HIGH', confirm_unknown: false }
  expect(await waits({ kind: 'NeverConfirm' }, { kind: 'LLMSecurityAnalyzer' })).toBe('finished')
  expect(await waits(low, { kind: 'LLMSecurityAnalyzer' })).toBe('waiting_for_confirmation')
  expect(await waits(high, { kind: 'LLMSecurityAnalyzer' })).toBe('finished')
  expect(await waits(low, null)).toBe('finished')
  expect(await waits({ ...high, confirm_unknown: true }, null)).toBe('waiting_for_confirmation')
  expect(await waits(low, { kind: 'PatternSecurityAnalyzer' })).toBe('waiting_for_confirmation')
  const record = await bench.generated(5)
  const unknown = { policy: { kind: 'ConfirmRisky', threshold: 'UNKNOWN' } }
  expectInvalid(await bench.agent(record, '/confirmation_policy', 'POST', unknown), 'value_error', [
    'body',
    'policy',
    'threshold',
  ])
})

test('the eleventh run at a time is refused with 429, whatever asks for it', async () => {
  const bench = await start({ empty: true, speed: 1 })
  bench.service.control.pauseAgents()
  const first = await bench.generated(10)
  const sandboxId = first.sandbox_id
  const add = async () => bench.record(await bench.service.control.addConversation({ events: 10, sandboxId }))
  const rest = await Promise.all(Array.from({ length: 9 }, add))
  for (const record of [first, ...rest]) expect((await bench.agent(record, '/run', 'POST')).status).toBe(200)
  const waiting = await bench.record(
    await bench.service.control.addConversation({ events: 60, sandboxId, status: 'waiting_for_confirmation' }),
  )
  const answers = [
    await bench.agent(waiting, '/events/respond_to_confirmation', 'POST', { accept: true }),
    await bench.agent(await add(), '/run', 'POST'),
    await bench.agent(await add(), '/goal', 'POST', { objective: 'x' }),
    await bench.agent(await add(), '/events', 'POST', { content: text('x'), run: true }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429])
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, null, null])
  expect((await bench.agent(waiting)).body.execution_status).toBe('waiting_for_confirmation')
})

test('an upgrade of the agent servers changes what they can, at once', async () => {
  const bench = await start({ empty: true, dialect: '1.34' })
  const record = await bench.generated(10)
  const versionOf = async () =>
    (await (await fetch(`${new URL(record.conversation_url).origin}/server_info`)).json()).version
  expect(await versionOf()).toBe('1.34.0')
  const socket = bench.socket(record, 'session')
  await until(() => socket.refused === 403)
  bench.service.control.setAgentVersion('1.58')
  bench.dialect = '1.58'
  expect(await versionOf()).toBe('1.58.0')
  await bench.socket(record, 'session').opened()
})

test('a fork, a policy and a moved head outlive the service', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'handrail-local-'))
  const first = await start({ dataFolder })
  const source = await first.titled('Explain slow report query')
  const all = await events(first, source)
  const target = all.filter((event) => event.kind === 'ObservationEvent')[3]
  const fork = (await first.agent(source, '/fork', 'POST', { title: 'Kept', from_event_id: target.id })).body
  const record = at(source, fork.id.replaceAll('-', ''))
  await first.agent(record, '/confirmation_policy', 'POST', { policy: { kind: 'AlwaysConfirm' } })
  await first.agent(source, '/navigate', 'POST', { event_id: target.id })
  const ids = await first.walk(record)
  await first.service.close()

  const second = await start({ dataFolder })
  const [kept, moved] = [await second.record(fork.id), await second.titled('Explain slow report query')]
  expect(await second.walk(kept)).toEqual(ids)
  expect((await second.agent(kept)).body).toMatchObject({
    forked_from_conversation_id: fork.forked_from_conversation_id,
    forked_from_event_id: target.id,
    confirmation_policy: { kind: 'AlwaysConfirm' },
  })
  expect((await second.agent(moved)).body.leaf_event_id).toBe(target.id)
  await second.service.close()
  await rm(dataFolder, { recursive: true, force: true })
})

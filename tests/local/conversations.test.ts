import { expect, test } from 'vitest'
import { type Any, type Bench, expectInvalid, start, until } from './support/client.ts'
import { answerOf, cloud } from './support/schemas.ts'

const ALL = '/api/v1/app-conversations'
const UNKNOWN = '0'.repeat(32)
const text = (words: string) => ({ content: [{ type: 'text', text: words }] })

/** After a 500 the kept-alive connection is reset once (contract §18.1). */
const again = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(() => again(ask))

/** An idle conversation of the first run in a sandbox that runs. */
const idle = (bench: Bench) => bench.titled('Write e2e for checkout')

test('a patch changes what is given, null clears, and what it does not know is ignored', async () => {
  const bench = await start({ speed: 1 })
  const { id } = await idle(bench)
  const patch = (body: unknown) => bench.app(`${ALL}/${id}`, 'PATCH', body)
  const named = await patch({ title: 'Renamed', public: true, tags: { a: 'b' } })
  cloud(answerOf(`${ALL}/{conversation_id}`, 'patch'))(named.body)
  expect(named).toMatchObject({ status: 200, body: { title: 'Renamed', public: true, selected_branch: 'main' } })
  expect(named.body.tags).not.toHaveProperty('a')
  const moved = await patch({ selected_repository: 'acme/other', selected_branch: 'next', git_provider: 'gitlab' })
  expect(moved.body).toMatchObject({
    selected_repository: 'acme/other',
    selected_branch: 'next',
    git_provider: 'gitlab',
  })
  const cleared = await patch({ title: null, selected_repository: null, selected_branch: null, git_provider: null })
  expect(cleared.body).toMatchObject({
    title: null,
    selected_repository: null,
    selected_branch: null,
    git_provider: null,
  })
  expect((await patch({})).body).toEqual(await bench.record(id))
})

test('a patch that breaks a rule changes nothing', async () => {
  const bench = await start({ speed: 1 })
  const { id } = await idle(bench)
  const before = await bench.record(id)
  const patch = (body: unknown, of = id) => bench.app(`${ALL}/${of}`, 'PATCH', body)
  expectInvalid(await patch({ git_provider: 'nope' }), 'enum', ['body', 'git_provider'])
  expectInvalid(await patch({ title: 7 }), 'string_type', ['body', 'title'])
  expectInvalid(await patch({ public: 'perhaps' }), 'bool_type', ['body', 'public'])
  expectInvalid(await patch([]), 'model_attributes_type', ['body'])
  expect(await patch({ title: 'x' }, UNKNOWN)).toMatchObject({
    status: 404,
    body: { detail: 'unknown_app_conversation' },
  })
  for (const repository of ['bad', 'a/b;c', 'a/b/c']) {
    const answer = await again(() => patch({ selected_repository: repository }))
    expect(answer).toMatchObject({ status: 500, body: 'Internal Server Error' })
  }
  expect(await again(() => bench.record(id))).toEqual(before)
})

test('deleting takes sub-conversations along, leaves the events, and empties the sandbox a moment later', async () => {
  const bench = await start()
  const { id, sandbox_id } = await bench.generated(20)
  const child = await bench.service.control.addConversation({ events: 5, sandboxId: sandbox_id, parent: id })
  expect((await bench.record(id)).sub_conversation_ids).toEqual([child])
  const answer = await bench.app(`${ALL}/${id}`, 'DELETE')
  cloud(answerOf(`${ALL}/{conversation_id}`, 'delete'))(answer.body)
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect([await bench.record(id), await bench.record(child)]).toEqual([null, null])
  const events = await bench.app(`/api/v1/conversation/${id}/events/search`)
  expect(events.body.items.length).toBeGreaterThan(0)
  await until(async () => (await bench.app(`/api/v1/sandboxes?id=${sandbox_id}`)).body[0] === null)
  expect(await bench.app(`${ALL}/${id}`, 'DELETE')).toMatchObject({ status: 404 })
  expect(await bench.app(`${ALL}/zzz`, 'DELETE')).toMatchObject({ status: 400 })
})

test('sub-conversations are searched only when asked for, and always counted', async () => {
  const bench = await start({ speed: 1 })
  const { id } = await idle(bench)
  const child = await bench.service.control.addConversation({ events: 5, parent: id })
  const search = (query: string) => bench.app(`${ALL}/search?${query}`)
  expect((await search('')).body.items).toHaveLength(12)
  const { body } = await search('include_sub_conversations=true')
  expect(body.items.find((one: Any) => one.id === child)).toMatchObject({ parent_conversation_id: id })
  expect(body.items).toHaveLength(13)
  cloud(answerOf(`${ALL}/search`))(body)
  expect((await bench.app(`${ALL}/count`)).body).toBe(13)
  expect(
    (await search(`updated_at__gte=${body.items[0].updated_at}&include_sub_conversations=1`)).body.items.length,
  ).toBe(1)
  expectInvalid(await search('include_sub_conversations=perhaps'), 'bool_parsing', [
    'query',
    'include_sub_conversations',
  ])
})

test('a message is checked before anyone looks for its conversation, and says when the agent could not start', async () => {
  const bench = await start({ speed: 1 })
  bench.service.control.pauseAgents()
  const { id, sandbox_id } = await bench.generated(5)
  const send = (body: unknown, to = id) => bench.app(`${ALL}/${to}/send-message`, 'POST', body)
  expectInvalid(await send(text('x'), 'zzz'), 'uuid_parsing', ['path', 'conversation_id'])
  expectInvalid(await send({ ...text('x'), role: 'assistant' }), 'literal_error', ['body', 'role'])
  expectInvalid(await send({ ...text('x'), run: 'perhaps' }), 'bool_type', ['body', 'run'])
  expectInvalid(await send([]), 'model_attributes_type', ['body'])
  for (let count = 0; count < 10; count += 1) {
    const other = await bench.service.control.addConversation({ events: 1, sandboxId: sandbox_id })
    expect((await send(text('Work on it'), other)).status).toBe(200)
  }
  const before = bench.service.control.eventIds(id).length
  expect(await send(text('Me too'))).toMatchObject({ status: 502, body: { detail: 'Agent server error: 429' } })
  expect(bench.service.control.eventIds(id).length).toBeGreaterThan(before)
  expect((await send({ ...text('Just a note'), run: false })).status).toBe(200)
})

test('a message with a part that is none is refused with 422 by both servers, and stored by neither', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(3)
  const send = (content: unknown) => bench.app(`${ALL}/${record.id}/send-message`, 'POST', { content })
  const post = (content: unknown) => bench.agent(record, '/events', 'POST', { content })
  for (const ask of [send, post]) {
    expectInvalid(await ask([{ type: 'text', text: 5 }]), 'string_type', ['body', 'content', 0, 'text'])
    expectInvalid(await ask([{ type: 'image' }]), 'missing', ['body', 'content', 0, 'image_urls'])
    expectInvalid(await ask([{ type: 'film' }]), 'literal_error', ['body', 'content', 0, 'type'])
    expectInvalid(await ask(['Hello']), 'model_attributes_type', ['body', 'content', 0])
  }
  expect((await bench.agent(record, '/events/count')).body).toBe(3)
})

test('messages wait for a conversation that is starting, ten at most, and are then delivered in order', async () => {
  const bench = await start({ empty: true, speed: 20 })
  const task = (await bench.app(ALL, 'POST', { initial_message: null })).body
  const queue = (to: string, body: unknown) => bench.app(`/api/v1/conversations/${to}/pending-messages`, 'POST', body)
  const first = await queue(`task-${task.id}`, { ...text('message 1'), role: 'user' })
  cloud('/components/schemas/PendingMessageResponse')(first.body)
  expect(first).toMatchObject({ status: 201, body: { queued: true, position: 1 } })
  for (let place = 2; place <= 10; place += 1) {
    expect((await queue(`task-${task.id}`, text(`message ${place}`))).body.position).toBe(place)
  }
  expect(await queue(`task-${task.id}`, text('message 11'))).toMatchObject({ status: 429 })
  expect(await queue(`task-${task.id}`, { content: [] })).toMatchObject({ status: 400 })
  expect(await queue(`task-${UNKNOWN}`, text('x'))).toMatchObject({ status: 404 })
  const ready = await until(async () => {
    const [now] = (await bench.app(`${ALL}/start-tasks?ids=${task.id}`)).body
    return now.status === 'READY' && now
  })
  const record = await bench.record(ready.app_conversation_id)
  const said = await until(async () => {
    const { items } = (await bench.agent(record, '/events/search?kind=MessageEvent')).body
    const words = items.filter((one: Any) => one.source === 'user').map((one: Any) => one.llm_message.content[0].text)
    return words.length >= 10 && words
  })
  expect(said).toEqual(Array.from({ length: 10 }, (_, index) => `message ${index + 1}`))
  // What comes later is taken and never seen (contract §18.4).
  const events = bench.service.control.eventIds(record.id).length
  bench.service.control.pauseAgents()
  expect(await queue(record.id, text('too late'))).toMatchObject({ status: 201, body: { position: 1 } })
  const { items } = (await bench.agent(record, '/events/search?body=too')).body
  expect(events).toBeGreaterThan(0)
  expect(JSON.stringify(items)).not.toContain('too late')
})

test('messages for a start that failed are refused', async () => {
  const bench = await start({ empty: true })
  const task = (await bench.app(ALL, 'POST', { sandbox_id: 'nowhere' })).body
  await until(async () => (await bench.app(`${ALL}/start-tasks?ids=${task.id}`)).body[0].status === 'ERROR')
  const answer = await bench.app(`/api/v1/conversations/task-${task.id}/pending-messages`, 'POST', text('hello'))
  expect(answer).toMatchObject({ status: 409 })
})

test('an agent takes the model of a saved profile; an ACP agent takes any model', async () => {
  const bench = await start({ speed: 1 })
  const profiles = (await bench.app('/api/v1/settings/profiles')).body
  cloud(answerOf('/api/v1/settings/profiles'))(profiles)
  const [, fast] = profiles.profiles
  const { id } = await idle(bench)
  const profile = (body: unknown, of = id) => bench.app(`${ALL}/${of}/switch_profile`, 'POST', body)
  const switched = await profile({ profile_name: fast.name })
  cloud(answerOf(`${ALL}/{conversation_id}/switch_profile`, 'post'))(switched.body)
  expect((await bench.record(id)).llm_model).toBe(fast.model)
  expect(await profile({ profile_name: 'absent' })).toMatchObject({
    status: 404,
    body: { detail: "Profile 'absent' not found" },
  })
  expectInvalid(await profile({ profile_name: '' }), 'string_too_short', ['body', 'profile_name'])
  expectInvalid(await profile({}), 'missing', ['body', 'profile_name'])
  const asleep = await bench.titled('Triage backlog issues')
  expect((await profile({ profile_name: fast.name }, asleep.id)).status).toBe(409)

  const model = (of: string, name = 'gpt-5') => bench.app(`${ALL}/${of}/switch_acp_model`, 'POST', { model: name })
  expect(await model(id)).toMatchObject({ status: 400, body: { detail: 'Agent server error: 400' } })
  expect((await model(asleep.id)).status).toBe(409)
  expect((await model(UNKNOWN)).status).toBe(404)
  const acp = await bench.service.control.addConversation({ events: 5, acpServer: 'codex' })
  const answer = await model(acp)
  cloud(answerOf(`${ALL}/{conversation_id}/switch_acp_model`, 'post'))(answer.body)
  expect(await bench.record(acp)).toMatchObject({ llm_model: 'gpt-5', agent_kind: 'acp', acp_server: 'codex' })
})

import { expect, test } from 'vitest'
import { type Any, expectInvalid, start, until } from './support/client.ts'
import { answerOf, cloud } from './support/schemas.ts'

const SEARCH = '/api/v1/app-conversations/search'

test('any of the three headers carries the account key; without it the answer is 401', async () => {
  const { service } = await start({ empty: true })
  const status = async (headers: Record<string, string>) => (await fetch(`${service.url}${SEARCH}`, { headers })).status
  expect(await status({ authorization: `Bearer ${service.key}` })).toBe(200)
  expect(await status({ 'x-session-api-key': service.key })).toBe(200)
  expect(await status({ 'x-access-token': service.key })).toBe(200)
  expect(await status({})).toBe(401)
  expect(await status({ authorization: 'Bearer wrong', 'x-access-token': service.key })).toBe(401)
})

test('answers of the account and of the server fit the published schemas', async () => {
  const bench = await start({ empty: true })
  for (const path of ['/api/keys/current', '/api/v1/settings', '/api/v1/users/me', '/api/v1/web-client/config']) {
    const { status, body } = await bench.app(path)
    expect(status).toBe(200)
    cloud(answerOf(path))(body)
  }
  for (const path of ['/alive', '/health', '/ready', '/server_info']) {
    expect((await fetch(`${bench.service.url}${path}`)).status).toBe(200)
  }
})

test('search pages by offset and its filters narrow it', async () => {
  const bench = await start({ speed: 1 })
  const first = (await bench.app(`${SEARCH}?limit=5`)).body
  const second = (await bench.app(`${SEARCH}?limit=5&page_id=${first.next_page_id}`)).body
  expect(first.next_page_id).toBe('5')
  expect(new Set([...first.items, ...second.items].map((one: Any) => one.id)).size).toBe(10)
  expect((await bench.app(`${SEARCH}?page_id=abc`)).body.items).toHaveLength(12)
  expect((await bench.app(`${SEARCH}?title__contains=zod`)).body.items).toHaveLength(1)
  expect((await bench.app(`${SEARCH}?title__contains=%25`)).body.items).toHaveLength(12)
  expect((await bench.app(`${SEARCH}?sandbox_id__eq=${first.items[0].sandbox_id}`)).body.items).toHaveLength(2)
  const newest = first.items[0].created_at
  expect((await bench.app(`${SEARCH}?created_at__gte=${newest}`)).body.items).toHaveLength(1)
  expect((await bench.app(`/api/v1/app-conversations/count?created_at__lt=${newest}`)).body).toBe(11)
})

test('bad parameters are refused as FastAPI refuses them', async () => {
  const bench = await start({ empty: true })
  expectInvalid(await bench.app(`${SEARCH}?limit=0`), 'greater_than', ['query', 'limit'])
  expectInvalid(await bench.app(`${SEARCH}?limit=101`), 'less_than_equal', ['query', 'limit'])
  expectInvalid(await bench.app(`${SEARCH}?limit=x`), 'int_parsing', ['query', 'limit'])
  expectInvalid(await bench.app(`${SEARCH}?created_at__gte=nope`), 'datetime_from_date_parsing', [
    'query',
    'created_at__gte',
  ])
  expectInvalid(await bench.app('/api/v1/app-conversations'), 'missing', ['query', 'ids'])
  expect(await bench.app('/api/v1/app-conversations?ids=zzz')).toMatchObject({
    status: 400,
    body: { detail: "Invalid UUID format for ids: ['zzz']" },
  })
  expect(await bench.app('/nowhere')).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  cloud('/components/schemas/HTTPValidationError')((await bench.app(`${SEARCH}?limit=0`)).body)
})

test('batches keep the order of the request and have null for the unknown, dashed or not', async () => {
  const bench = await start({ speed: 1 })
  const [one, two] = await bench.fleet()
  const dashed = `${two.id.slice(0, 8)}-${two.id.slice(8, 12)}-${two.id.slice(12, 16)}-${two.id.slice(16, 20)}-${two.id.slice(20)}`
  const unknown = '0'.repeat(32)
  const { body } = await bench.app(`/api/v1/app-conversations?ids=${dashed}&ids=${unknown}&ids=${one.id}`)
  expect(body.map((record: Any) => record?.id ?? null)).toEqual([two.id, null, one.id])
  cloud(answerOf('/api/v1/app-conversations'))(body)
})

test('a started conversation becomes READY and plays what the user asked for', async () => {
  const bench = await start({ empty: true })
  const request = {
    initial_message: { role: 'user', content: [{ type: 'text', text: 'Fix the flaky login test' }], run: true },
    selected_repository: 'acme/shop',
    secrets: { DEPLOY_TOKEN: 'very-secret-value' },
    tags: { ignored: 'yes' },
  }
  const { status, body } = await bench.app('/api/v1/app-conversations', 'POST', request)
  expect([status, body.status]).toEqual([200, 'WORKING'])
  expect(JSON.stringify(body)).not.toContain('very-secret-value')
  const path = `/api/v1/app-conversations/start-tasks?ids=${body.id}`
  const walked = new Set<string>()
  const task = await until(async () => {
    const [now] = (await bench.app(path)).body
    walked.add(now.status)
    cloud(answerOf('/api/v1/app-conversations/start-tasks'))([now])
    return now.status === 'READY' && now
  })
  expect(walked.has('READY')).toBe(true)
  const record = await bench.record(task.app_conversation_id)
  expect(record).toMatchObject({ sandbox_id: task.sandbox_id, selected_repository: 'acme/shop' })
  expect(record.conversation_url.startsWith(task.agent_server_url)).toBe(true)
  const done = await until(async () => {
    const { body: info } = await bench.agent(record)
    return info.execution_status === 'finished' && info
  })
  expect(done.tags).toEqual({})
  const { items } = (await bench.agent(record, '/events/search?kind=MessageEvent')).body
  expect(items[0].llm_message.content[0].text).toBe('Fix the flaky login test')
})

test('a start in an unknown sandbox ends in ERROR with a reason', async () => {
  const bench = await start({ empty: true })
  const { body } = await bench.app('/api/v1/app-conversations', 'POST', { sandbox_id: 'nowhere' })
  const path = `/api/v1/app-conversations/start-tasks?ids=${body.id}&ids=${'0'.repeat(32)}`
  const tasks = await until(async () => {
    const answer = (await bench.app(path)).body
    return answer[0].status === 'ERROR' && answer
  })
  expect(tasks[0].detail).toContain('nowhere')
  expect(tasks[1]).toBeNull()
})

test('send-message answers each state of the sandbox with its own status', async () => {
  const bench = await start({ speed: 1 })
  const send = async (title: string) => {
    const record = await bench.titled(title)
    const body = { content: [{ type: 'text', text: 'Go on, please.' }], run: false }
    return bench.app(`/api/v1/app-conversations/${record.id}/send-message`, 'POST', body)
  }
  expect((await send('Triage backlog issues')).status).toBe(409)
  expect((await send('Rewrite README')).status).toBe(410)
  expect((await send('Rotate staging certificates')).status).toBe(503)
  const sent = await send('Write e2e for checkout')
  expect(sent).toMatchObject({ status: 200, body: { success: true, sandbox_status: 'RUNNING' } })
  cloud(answerOf('/api/v1/app-conversations/{conversation_id}/send-message', 'post'))(sent.body)
  const unknown = await bench.app(`/api/v1/app-conversations/${'0'.repeat(32)}/send-message`, 'POST', {
    content: [{ type: 'text', text: 'x' }],
  })
  expect(unknown.status).toBe(404)
  const { id } = await bench.titled('Write e2e for checkout')
  const empty = await bench.app(`/api/v1/app-conversations/${id}/send-message`, 'POST', { content: [] })
  expectInvalid(empty, 'too_short', ['body', 'content'])
})

test('pausing a sandbox stops all its conversations; resuming gives a new key and address', async () => {
  const bench = await start()
  const record = await bench.titled('Fix flaky login test')
  const path = `/api/v1/sandboxes/${record.sandbox_id}`
  expect((await bench.app(`${path}/pause`, 'POST')).body).toEqual({ success: true })
  const inside = (await bench.app(`${SEARCH}?sandbox_id__eq=${record.sandbox_id}`)).body.items
  expect(inside).toHaveLength(2)
  for (const one of inside) {
    expect(one).toMatchObject({
      sandbox_status: 'PAUSED',
      execution_status: null,
      conversation_url: null,
      session_api_key: null,
    })
  }
  await expect(bench.agent(record)).rejects.toThrow()
  expect((await bench.app(`/api/v1/conversation/${record.id}/events/search?limit=1`)).body.items).toHaveLength(1)
  await bench.app(`${path}/resume`, 'POST')
  const back = await until(async () => {
    const now = await bench.record(record.id)
    return now.sandbox_status === 'RUNNING' && now
  })
  expect(back.session_api_key).not.toBe(record.session_api_key)
  expect((await bench.agent(back)).body.execution_status).toBe('waiting_for_confirmation')
  expect((await bench.agent({ ...back, session_api_key: record.session_api_key })).status).toBe(401)
  expect((await bench.app('/api/v1/sandboxes/none/pause', 'POST')).status).toBe(404)
})

test('the grouping strategy decides where a conversation starts; a strategy that does not exist locks the account', async () => {
  const bench = await start({ speed: 500 })
  const set = (strategy: string) => bench.app('/api/v1/settings', 'POST', { sandbox_grouping_strategy: strategy })
  expect((await set('FEWEST_CONVERSATIONS')).body).toEqual({ message: 'Settings stored' })
  const { body } = await bench.app('/api/v1/app-conversations', 'POST', {})
  const task = await until(async () => {
    const [now] = (await bench.app(`/api/v1/app-conversations/start-tasks?ids=${body.id}`)).body
    return now.status === 'READY' && now
  })
  expect((await bench.fleet()).filter((record) => record.sandbox_id === task.sandbox_id).length).toBeGreaterThan(1)
  expect((await set('BY_MOOD')).status).toBe(200)
  const locked = await bench.app('/api/v1/settings')
  expect([locked.status, locked.body]).toEqual([500, 'Internal Server Error'])
})

test('history arrives late at the app server, sorted by time, with nulls written out', async () => {
  const bench = await start({ empty: true, historyLagMs: 60_000 })
  const record = await bench.generated(30)
  await bench.agent(record, '/events', 'POST', { content: [{ type: 'text', text: 'one more thing' }] })
  expect((await bench.agent(record, '/events/count')).body).toBeGreaterThan(30)
  expect((await bench.app(`/api/v1/conversation/${record.id}/events/count`)).body).toBe(30)
  const { items } = (await bench.app(`/api/v1/conversation/${record.id}/events/search`)).body
  const times = items.map((event: Any) => event.timestamp)
  expect(times).toEqual([...times].sort())
  expect(items[0]).toMatchObject({ kind: 'SystemPromptEvent', parent_id: null })
  const page = await bench.app(`/api/v1/conversation/${record.id}/events/search?page_id=abc`)
  expect([page.status, page.body]).toEqual([500, 'Internal Server Error'])
})

test('events are had by id in request order, with null for unknown ones; an id that is none breaks the server', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  const path = `/api/v1/conversation/${record.id}/events`
  const [first = '', second = ''] = bench.service.control.eventIds(record.id)
  const query = [second, '0'.repeat(32), first.replaceAll('-', '')].map((id) => `id=${id}`).join('&')
  expect((await bench.app(`${path}?${query}`)).body.map((event: Any) => event?.id ?? null)).toEqual([
    second,
    null,
    first,
  ])
  expect(await bench.app(`${path}?${Array(101).fill(`id=${first}`).join('&')}`)).toMatchObject({ status: 400 })
  expectInvalid(await bench.app(path), 'missing', ['query', 'id'])
  expect(await bench.app(`${path}?id=zzz`)).toMatchObject({ status: 500, body: 'Internal Server Error' })
})

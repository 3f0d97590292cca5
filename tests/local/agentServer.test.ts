import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { ManualClock } from '../../electron/local/index.ts'
import { type Any, expectInvalid, start } from './support/client.ts'
import { agent, answerOf } from './support/schemas.ts'

test('the conversation record and the list of them fit the published schemas', async () => {
  const bench = await start({ speed: 1 })
  const record = await bench.titled('Fix flaky login test')
  const info = await bench.agent(record)
  agent('/components/schemas/ConversationInfo')(info.body)
  expect(info.body.id).toHaveLength(36)
  expect(info.body.tags).toEqual({ team: 'web', ticket: 'LOG142' })
  const base = new URL(record.conversation_url).origin
  const headers = { 'x-session-api-key': record.session_api_key }
  const list = await (await fetch(`${base}/api/conversations/search`, { headers })).json()
  agent(answerOf('/api/conversations/search'))(list)
  expect(list.items).toHaveLength(2)
  const batch = await (
    await fetch(`${base}/api/conversations?ids=${info.body.id}&ids=${'0'.repeat(32)}`, { headers })
  ).json()
  expect(batch.map((one: Any) => one?.id ?? null)).toEqual([info.body.id, null])
  expect((await fetch(`${base}/api/conversations/search`)).status).toBe(401)
  agent('/components/schemas/ServerInfo')(await (await fetch(`${base}/server_info`)).json())
})

test('a tag write replaces the map at once here, and shows at the app server later as a union', async () => {
  const clock = new ManualClock()
  const bench = await start({ empty: true, tagLagMs: 150, clock })
  const record = await bench.generated(10)
  expect((await bench.agent(record, '', 'PATCH', { tags: { team: 'a', env: 'prod' } })).body).toEqual({ success: true })
  expect((await bench.agent(record)).body.tags).toEqual({ team: 'a', env: 'prod' })
  expect((await bench.record(record.id)).tags.team).toBeUndefined()
  await bench.agent(record, '', 'PATCH', { tags: { only: 'this' } })
  expect((await bench.agent(record)).body.tags).toEqual({ only: 'this' })
  clock.advance(150)
  const { tags } = await bench.record(record.id)
  expect(tags).toMatchObject({ team: 'a', env: 'prod', only: 'this', repo_name: 'acme/generated' })
})

test('tag rules are those of the real server', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(10)
  const patch = (tags: unknown) => bench.agent(record, '', 'PATCH', { tags })
  for (const key of ['x_y', 'X', '', 'a-b', 'é'])
    expectInvalid(await patch({ [key]: '1' }), 'value_error', ['body', 'tags'])
  expect((await patch({ k: 'v'.repeat(257) })).body.detail[0].msg).toBe(
    "Value error, Tag value for 'k' exceeds maximum length of 256 characters",
  )
  expect((await patch({ k: '😀'.repeat(256) })).status).toBe(200)
  expectInvalid(
    await bench.agent(
      { ...record, conversation_url: record.conversation_url.replace(/[^/]+$/, 'no-id') },
      '',
      'PATCH',
      {},
    ),
    'uuid_parsing',
    ['path', 'conversation_id'],
  )
})

test('numbers and nulls as tag values end in 500, and the kept-alive connection is then reset once', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(10)
  const connection = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (method: string, body: string) => askOver(connection, record, method, body)
  const broken = await ask('PATCH', '{"tags":{"n":1}}')
  expect(broken).toMatchObject({ status: 500, body: { exception: "object of type 'int' has no len()" } })
  await expect(ask('GET', '')).rejects.toThrow('ECONNRESET')
  expect((await ask('GET', '')).status).toBe(200)
  connection.destroy()
})

/** One request over a given connection. */
function askOver(connection: Agent, record: Any, method: string, body: string): Promise<{ status: number; body: Any }> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-session-api-key': record.session_api_key, 'content-length': Buffer.byteLength(body) }
    const sent = request(record.conversation_url, { agent: connection, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test('pages begin at the id they name, in both directions, and an unknown id starts over', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(250)
  const ids = bench.service.control.eventIds(record.id)
  expect(await bench.walk(record)).toEqual(ids)
  const page = (query: string) => bench.agent(record, `/events/search?${query}`).then(({ body }) => body)
  expect((await page(`page_id=${ids[120]}&limit=2`)).items.map((event: Any) => event.id)).toEqual(ids.slice(120, 122))
  const down = await page('sort_order=TIMESTAMP_DESC&limit=3')
  expect(down.items.map((event: Any) => event.id)).toEqual(ids.slice(-3).reverse())
  expect(down.next_page_id).toBe(ids.at(-4))
  expect((await page('page_id=unknown&limit=1')).items[0].id).toBe(ids[0])
  expect((await bench.agent(record, `/events/${ids[7]}`)).body.id).toBe(ids[7])
  const middle = (await page(`page_id=${ids[100]}&limit=1`)).items[0].timestamp
  expect((await page(`timestamp__gte=${middle}&limit=1`)).items[0].id).toBe(ids[100])
  expect((await bench.agent(record, '/events/count?source=user')).body).toBe(1)
})

test('a single event has the nulls that pages leave out', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(20)
  const { items } = (await bench.agent(record, '/events/search?kind=ActionEvent&limit=1')).body
  const { body } = await bench.agent(record, `/events/${items[0].id}`)
  expect(items[0]).not.toHaveProperty('critic_result')
  expect(body).toMatchObject({ ...items[0], critic_result: null, reasoning_content: null })
})

test('both versions differ where they were seen to differ', async () => {
  const [now, old] = [await start({ empty: true }), await start({ empty: true, dialect: '1.34' })]
  const [a, b] = [await now.generated(20), await old.generated(20)]
  const elsewhere = (record: Any) => ({
    ...record,
    conversation_url: record.conversation_url.replace(/[^/]+$/, '0'.repeat(32)),
  })
  expect(await now.agent(elsewhere(a), '', 'PATCH', { tags: {} })).toMatchObject({ status: 404 })
  expect(await old.agent(elsewhere(b), '', 'PATCH', { tags: {} })).toMatchObject({
    status: 200,
    body: { success: false },
  })
  expect((await now.agent(elsewhere(a), '/pause', 'POST')).status).toBe(404)
  expect((await old.agent(elsewhere(b), '/pause', 'POST')).status).toBe(400)
  expect((await now.agent(a, '/events/search?source=user&kind=MessageEvent')).body.items).toHaveLength(1)
  expect((await old.agent(b, '/events/search?source=user&kind=MessageEvent')).body.items).toHaveLength(0)
  const path = 'openhands.sdk.event.llm_convertible.message.MessageEvent'
  expect((await old.agent(b, `/events/search?source=user&kind=${path}`)).body.items).toHaveLength(1)
  expect((await now.agent(a, '/events/search?limit=101')).status).toBe(422)
  expect((await old.agent(b, '/events/search?limit=101')).status).toBe(500)
})

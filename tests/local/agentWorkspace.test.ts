import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Any, type Bench, expectInvalid, start, until } from './support/client.ts'
import { agentOf } from './support/schemas.ts'

const VERSIONS = ['1.58', '1.34'] as const
const ID = '00000000-0000-4000-8000-00000000abcd'
const REQUEST = { workspace: { working_dir: '/workspace/project' }, agent: { kind: 'Agent', llm: { model: 'm' } } }

/** Asks the agent server of a conversation for something that is about no conversation. */
async function ask(record: Any, path: string, method = 'GET', body?: unknown) {
  const response = await fetch(new URL(path, record.conversation_url), {
    method,
    headers: { 'x-session-api-key': record.session_api_key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, bytes, body: isJson ? JSON.parse(text) : text }
}

/** A conversation whose agent has edited files. */
async function edited(bench: Bench): Promise<Any> {
  const record = await bench.generated(1)
  const content = [{ type: 'text', text: 'Fix the flaky login test' }]
  await bench.agent(record, '/events', 'POST', { role: 'user', content, run: true })
  await until(async () => (await bench.agent(record)).body.execution_status === 'finished')
  return record
}

test.each(VERSIONS)(
  'agent server %s makes a conversation that it is asked for itself, with its tags',
  async (dialect) => {
    const bench = await start({ empty: true, dialect })
    const place = await bench.generated(1)
    const request = { ...REQUEST, conversation_id: ID, tags: { team: 'web' } }
    const made = await ask(place, '/api/conversations', 'POST', request)
    expect(made.status).toBe(201)
    agentOf[dialect]('/components/schemas/ConversationInfo')(made.body)
    expect(made.body).toMatchObject({ id: ID, tags: { team: 'web' }, execution_status: 'idle', title: null })
    expect(await ask(place, '/api/conversations', 'POST', REQUEST)).toMatchObject({ status: 201 })
    expect(await ask(place, '/api/conversations', 'POST', { ...request, tags: {} })).toMatchObject({
      status: 200,
      body: { id: ID, tags: { team: 'web' } },
    })
    const record = await bench.record(ID)
    expect(record).toMatchObject({ sandbox_id: place.sandbox_id, tags: { team: 'web' } })
    expect(record.title).toBe(`Conversation ${record.id}`)
  },
)

test('a conversation that cannot be made is refused with the words of the real server', async () => {
  const bench = await start({ empty: true })
  const place = await bench.generated(1)
  const make = (body?: unknown) => ask(place, '/api/conversations', 'POST', body)
  expectInvalid(await make(), 'missing', ['body'])
  expectInvalid(await make({ tags: {} }), 'missing', ['body', 'workspace'])
  expectInvalid(await make({ workspace: REQUEST.workspace }), 'value_error', ['body'])
  expectInvalid(await make({ ...REQUEST, tags: { x_y: '1' } }), 'value_error', ['body', 'tags'])
  expectInvalid(await make({ ...REQUEST, conversation_id: 'x' }), 'uuid_parsing', ['body', 'conversation_id'])
})

test.each(VERSIONS)('agent server %s has the files of its sandbox, without asking whose they are', async (dialect) => {
  const bench = await start({ empty: true, dialect })
  const record = await edited(bench)
  const changes = (await ask(record, '/api/git/changes?path=/workspace')).body
  expect(changes.length).toBeGreaterThan(0)
  const path = `/workspace/${changes[0].path}`
  const diff = (await ask(record, `/api/git/diff?path=${path}`)).body
  expect(diff.original).not.toBe(diff.modified)
  const file = await ask(record, `/api/file/download?path=${path}`)
  expect(file).toMatchObject({ status: 200, body: diff.modified })
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(await ask(record, '/api/git/changes?path=/no/such')).toMatchObject({ status: 200, body: [] })
  expect(await ask(record, '/api/git/diff?path=/no')).toMatchObject({
    status: 400,
    body: { detail: 'File does not exist: /no' },
  })
  expect((await ask(record, '/api/file/download?path=no')).status).toBe(400)
  expect((await ask(record, '/api/file/download?path=/workspace')).status).toBe(400)
  expect((await ask(record, '/api/file/download?path=/no')).status).toBe(404)
  expectInvalid(await ask(record, '/api/git/changes'), 'missing', ['query', 'path'])
})

test('a trajectory of an agent server is the folder of its conversation', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(12)
  const { bytes } = await ask(record, `/api/file/download-trajectory/${record.id}`)
  const names = Object.keys(unzipSync(bytes))
  const ids = await bench.walk(record)
  expect(names).toEqual([
    `${record.id}/base_state.json`,
    ...ids.map((id, at) => `${record.id}/events/event-${String(at).padStart(5, '0')}-${id}.json`),
  ])
  expect((await ask(record, `/api/file/download-trajectory/${ID}`)).status).toBe(404)
  expect((await ask(record, '/api/file/download-trajectory/x')).status).toBe(422)
})

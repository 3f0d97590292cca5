import { describe, expect, test } from 'vitest'
import type { GatewayOptions } from '../../../electron/core/gateway/index.ts'
import { agentOf } from '../../local/support/schemas.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, sendJson } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor } from './support/gateway.ts'

const ID = '3f2a91bc00004000800000000000abcd'
const SESSION_KEY = 'session-key-of-the-sandbox'
const ref = { connectionId: 'test', conversationId: ID }

/** An app server whose one conversation is on the agent server at `url`; both answer in one fake. */
async function setup(url: (base: string) => string | null, fields: object = {}) {
  const server = await fakeServer(({ path }, response) => {
    if (!path.startsWith('/api/v1/')) return sendJson(response, 7)
    const record = {
      id: ID,
      sandbox_id: 's',
      sandbox_status: 'RUNNING',
      session_api_key: SESSION_KEY,
      conversation_url: url(server.url),
    }
    sendJson(response, [{ ...record, ...fields }])
  })
  return server
}

function find(server: { url: string }, options: GatewayOptions = {}) {
  return gatewayFor({}, options).agentServer(connectionTo(server.url), ref, { refresh: false }, calm)
}

describe('the agent server is found from the record', () => {
  test.each([
    ['/api/conversations/', ''],
    ['/api/acp/conversations/', ''],
    ['/runtime/abc/api/conversations/', '/runtime/abc'],
  ])('%s', async (path, prefix) => {
    const server = await setup((base) => base + path + ID)
    const agent = await find(server)
    expect(await agent.eventsCount(ID, calm)).toBe(7)
    const asked = server.seen.at(-1)
    expect(asked?.path).toBe(`${prefix}/api/conversations/${ID}/events/count`)
    expect(asked?.headers['x-session-api-key']).toBe(SESSION_KEY)
    // The account's key is not the agent server's business.
    expect(asked?.headers.authorization).toBeUndefined()
  })

  test('not while the address or the key is missing', async () => {
    for (const fields of [
      { conversation_url: null },
      { session_api_key: null },
      { conversation_url: 'javascript:x' },
    ]) {
      const server = await setup((base) => `${base}/api/conversations/${ID}`, fields)
      expect(await failureOf(find(server))).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('RUNNING'),
      })
    }
  })

  test('a key is not sent readable to another machine because a record of an https server says so', async () => {
    const record = {
      id: ID,
      sandbox_status: 'RUNNING',
      session_api_key: SESSION_KEY,
      conversation_url: `http://sandbox.test/api/conversations/${ID}`,
    }
    const gateway = gatewayFor({ fetch: async () => Response.json([record]) })
    const finding = gateway.agentServer(connectionTo('https://app.test'), ref, { refresh: false }, calm)
    const failure = await failureOf(finding)
    expect(failure).toMatchObject({ code: 'tls', message: expect.stringContaining('readable') })
    expect(JSON.stringify(failure)).not.toContain(SESSION_KEY)
  })

  test('a session key in other fields of the record that brought it does not pass', async () => {
    const server = await setup((base) => `${base}/api/conversations/${ID}`, {
      title: `title ${SESSION_KEY}`,
      tags: { [SESSION_KEY]: SESSION_KEY },
    })
    const [record] = await gatewayFor().appServer(connectionTo(server.url)).conversations([ID], 'person', calm)
    expect(record?.title).toBe(`title [redacted:${SESSION_KEY.length}]`)
    expect(JSON.stringify(record)).not.toContain(SESSION_KEY)
  })
})

describe('servers of other versions are understood', () => {
  async function agentThat(status: number, body: unknown) {
    const server = await fakeServer((_, response) => sendJson(response, body, status))
    return gatewayFor().bareAgent(connectionTo(server.url, 'agent'))
  }

  test('success false means that the conversation is unknown (1.34.0)', async () => {
    const agent = await agentThat(200, { success: false })
    expect(await failureOf(agent.replaceTags(ID, { a: 'b' }, calm))).toMatchObject({ code: 'not-found' })
  })

  test('400 on pause and interrupt means that the conversation is unknown (1.34.0)', async () => {
    const agent = await agentThat(400, { detail: 'Bad Request' })
    expect(await failureOf(agent.pause(ID, calm))).toMatchObject({ code: 'not-found' })
    expect(await failureOf(agent.interrupt(ID, calm))).toMatchObject({ code: 'not-found' })
    expect(await failureOf(agent.run(ID, calm))).toMatchObject({ code: 'rejected' })
  })

  test('a server without tags (1.11.4) is said to be too old', async () => {
    const agent = await agentThat(422, { detail: [{ type: 'missing', loc: ['body', 'title'], msg: 'Field required' }] })
    const failure = await failureOf(agent.replaceTags(ID, { a: 'b' }, calm))
    expect(failure).toMatchObject({ code: 'unsupported', message: expect.stringContaining('too old') })
  })

  test('a refused tag names the field', async () => {
    const agent = await agentThat(422, {
      detail: [{ type: 'value_error', loc: ['body', 'tags'], msg: 'Value error, no' }],
    })
    expect(await failureOf(agent.replaceTags(ID, { a: 'b' }, calm))).toMatchObject({ code: 'rejected', field: 'tags' })
  })

  test('a run that is under way is a conflict', async () => {
    const agent = await agentThat(409, { detail: 'Conversation already running. Wait for completion or pause first.' })
    expect(await failureOf(agent.run(ID, calm))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('already running'),
    })
  })
})

test('a page of events is asked for as the server knows it', async () => {
  const server = await fakeServer((_, response) => sendJson(response, { items: [] }))
  const gateway = gatewayFor()
  const query = { pageId: 'b1 2', newestFirst: true, limit: 50 }
  await gateway.bareAgent(connectionTo(server.url, 'agent')).eventsPage(ID, query, calm)
  await gateway
    .appServer(connectionTo(server.url))
    .eventsPage(ID, { pageId: null, newestFirst: false, limit: 100 }, 'person', calm)
  expect(server.seen.map(({ path }) => path)).toEqual([
    `/api/conversations/${ID}/events/search?limit=50&sort_order=TIMESTAMP_DESC&page_id=b1+2`,
    `/api/v1/conversation/${ID}/events/search?limit=100&sort_order=TIMESTAMP`,
  ])
})

test('rejecting says why, accepting does not', async () => {
  const server = await fakeServer((_, response) => sendJson(response, { success: true }))
  const agent = gatewayFor().bareAgent(connectionTo(server.url, 'agent'))
  await agent.respond(ID, false, 'too risky', calm)
  await agent.respond(ID, true, 'ignored', calm)
  expect(server.seen.map(({ body }) => JSON.parse(body))).toEqual([
    { accept: false, reason: 'too risky' },
    { accept: true },
  ])
})

describe('a conversation is started', () => {
  const request = {
    connectionId: 'test',
    id: '7d0a55c2-3c1e-4f0a-9a53-1d9f9f0c2b11',
    text: 'Hello',
    run: true,
    workingDir: '/workspace/project',
    model: 'acme/large',
    modelKey: 'test-model-key-0001',
    modelUrl: 'http://127.0.0.1:4000/v1',
    tags: { team: 'web' },
  }
  const version = (text: string) => ({ version: text, uptime: 1, idle_time: 1 })

  test('with what both versions publish, as real ones were asked', async () => {
    const server = await fakeServer(({ path }, response) =>
      sendJson(response, path === '/server_info' ? version('1.58.0') : { id: request.id }, 201),
    )
    await gatewayFor().bareAgent(connectionTo(server.url, 'agent')).start(request, calm)
    const sent: unknown = JSON.parse(server.seen.find(({ method }) => method === 'POST')?.body ?? '')
    for (const published of Object.values(agentOf)) published('/components/schemas/StartConversationRequest')(sent)
    expect(sent).toEqual({
      conversation_id: request.id,
      workspace: { kind: 'LocalWorkspace', working_dir: '/workspace/project' },
      agent: {
        kind: 'Agent',
        llm: {
          model: 'acme/large',
          usage_id: 'agent',
          api_key: 'test-model-key-0001',
          base_url: 'http://127.0.0.1:4000/v1',
        },
        tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }],
      },
      tags: { team: 'web' },
      initial_message: { role: 'user', content: [{ type: 'text', text: 'Hello' }], run: true },
    })
  })

  test('without tags where the server has none: it would leave them out in silence', async () => {
    const server = await fakeServer(({ path }, response) =>
      sendJson(response, path === '/server_info' ? version('1.11.4') : { id: request.id }),
    )
    const agent = gatewayFor().bareAgent(connectionTo(server.url, 'agent'))
    expect(await failureOf(agent.start(request, calm))).toMatchObject({ code: 'unsupported', field: 'tags' })
    expect(server.seen.map(({ method }) => method)).toEqual(['GET'])
    await agent.start({ ...request, tags: {} }, calm)
  })
})

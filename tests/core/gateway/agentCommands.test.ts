import { describe, expect, test } from 'vitest'
import { createFeatureBook } from '../../../electron/core/gateway/agentServer/features.ts'
import type { AgentServerClient, GatewayOptions } from '../../../electron/core/gateway/index.ts'
import { AGENT_FEATURES, type ForkWish } from '../../../shared/domain/index.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, type SeenRequest, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'

const ID = '3f2a91bc00004000800000000000abcd'
const FORK = '0d5c9d1e-7a52-4b0b-9a3e-3f1f6f0a9c11'
const SECRET = 'test-secret-value-0001'
const WISH: ForkWish = { id: FORK, title: null, tags: {}, resetMetrics: true, fromEventId: null }

type Operation = [name: string, call: (agent: AgentServerClient) => Promise<unknown>]

/** Every command, with input that a server accepts. */
const OPERATIONS: Operation[] = [
  ['settings', (agent) => agent.settings(ID, calm)],
  ['setPolicy', (agent) => agent.setPolicy(ID, { kind: 'AlwaysConfirm' }, calm)],
  ['setAnalyzer', (agent) => agent.setAnalyzer(ID, 'LLMSecurityAnalyzer', calm)],
  ['addSecrets', (agent) => agent.addSecrets(ID, { API_TOKEN: SECRET }, calm)],
  ['fork', (agent) => agent.fork(ID, WISH, calm)],
  ['navigate', (agent) => agent.navigate(ID, null, calm)],
  ['condense', (agent) => agent.condense(ID, calm)],
  ['ask', (agent) => agent.ask(ID, 'What next?', calm)],
  ['startGoal', (agent) => agent.startGoal(ID, 'Green tests', 3, calm)],
  ['stopGoal', (agent) => agent.stopGoal(ID, calm)],
  ['resumeGoal', (agent) => agent.resumeGoal(ID, calm)],
  ['finalResponse', (agent) => agent.finalResponse(ID, calm)],
  ['interrupt', (agent) => agent.interrupt(ID, calm)],
]

async function agentAt(answer: Parameters<typeof fakeServer>[0], options: GatewayOptions = {}) {
  const server = await fakeServer(answer)
  return { server, agent: gatewayFor({}, options).bareAgent(connectionTo(server.url, 'agent')) }
}

/** An agent server without the given paths below a conversation. */
const without =
  (missing: string[], version: string) =>
  ({ path }: SeenRequest, response: Parameters<typeof sendJson>[0]) => {
    if (path === '/server_info') return sendJson(response, { uptime: 5, idle_time: 1, title: 'Agent', version })
    if (!path.includes(ID) || missing.some((end) => path.endsWith(end))) {
      return sendJson(response, { detail: 'Not Found' }, 404)
    }
    if (path.endsWith('/events/count')) return sendJson(response, 3)
    sendJson(response, { success: true })
  }

describe('what a server can is known from its version', () => {
  const book = createFeatureBook()
  test.each([
    ['1.58.0', [...AGENT_FEATURES]],
    ['1.34.0', [...AGENT_FEATURES]],
    ['2.0.0', [...AGENT_FEATURES]],
    ['unknown', [...AGENT_FEATURES]],
    [null, [...AGENT_FEATURES]],
    ['1.11.4', ['condense', 'ask', 'policy', 'analyzer', 'secrets']],
    ['v1.9.0', ['condense', 'ask', 'policy', 'analyzer', 'secrets']],
  ])('%s', (version, features) => {
    expect(book.of('http://a.test', version)).toEqual(features)
  })

  test('and what it was found to lack is left out, for this version of this server alone', async () => {
    const { agent, server } = await agentAt(without(['/navigate'], '1.20.0'))
    expect((await agent.serverInfo(calm)).features).toContain('navigate')
    const failure = await failureOf(agent.navigate(ID, null, calm))
    expect(failure).toMatchObject({ code: 'unsupported', message: expect.stringContaining('1.20.0') })
    expect((await agent.serverInfo(calm)).features).not.toContain('navigate')
    expect((await agent.serverInfo(calm)).features).toContain('fork')
    expect(server.seen.find(({ path }) => path === '/server_info')?.headers['x-session-api-key']).toBeUndefined()
  })
})

describe('an operation that a server lacks is told from a conversation that is gone', () => {
  test.each(OPERATIONS.filter(([name]) => name !== 'settings'))('%s', async (_name, call) => {
    const old = await agentAt(
      without(
        [
          '/navigate',
          '/fork',
          '/interrupt',
          '/goal',
          '/stop',
          '/resume',
          '/condense',
          '/ask_agent',
          '/secrets',
          '/confirmation_policy',
          '/security_analyzer',
          '/agent_final_response',
        ],
        '1.11.4',
      ),
    )
    expect(await failureOf(call(old.agent))).toMatchObject({ code: 'unsupported', isSafeToRetry: false })
    const gone = await agentAt((_request, response) => sendJson(response, { detail: 'Not Found' }, 404))
    expect(await failureOf(call(gone.agent))).toMatchObject({ code: 'not-found' })
  })

  test('405 needs no second look', async () => {
    const { agent, server } = await agentAt(({ path }, response) =>
      path === '/server_info'
        ? sendJson(response, { uptime: 1, idle_time: 1, version: '1.12.0' })
        : sendJson(response, { detail: 'Method Not Allowed' }, 405),
    )
    expect(await failureOf(agent.condense(ID, calm))).toMatchObject({ code: 'unsupported' })
    expect(server.seen.map(({ path }) => path)).not.toContain(`/api/conversations/${ID}/events/count`)
  })

  test('an event that is not there is no missing operation', async () => {
    const { agent } = await agentAt((_request, response) =>
      sendJson(response, { detail: 'Unknown from_event_id: nope' }, 404),
    )
    const failure = await failureOf(agent.fork(ID, { ...WISH, fromEventId: 'nope' }, calm))
    expect(failure).toMatchObject({ code: 'not-found', message: expect.stringContaining('Unknown from_event_id') })
  })
})

describe.each(OPERATIONS)('%s says what failed, on which object, and what to do', (name, call) => {
  test.each([
    ['a wrong key', 401, { detail: 'Unauthorized' }, 'unauthorized'],
    ['a busy conversation', 409, { detail: 'Conversation run or goal loop already running.' }, 'conflict'],
    ['too many runs', 429, { detail: 'Too many concurrent runs.' }, 'rate-limited'],
    ['a wrong field', 422, { detail: [{ type: 'x', loc: ['body', 'x'], msg: 'is wrong', input: SECRET }] }, 'rejected'],
    ['a failing server', 500, { detail: 'Internal Server Error', exception: `broke on ${SECRET}` }, 'server-error'],
  ])('%s', async (_what, status, body, code) => {
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '7' } : {}
    const { agent } = await agentAt((_request, response) => sendJson(response, body, status, headers))
    // The redactor learns the value from the call; the others never send it.
    if (name !== 'addSecrets') await failureOf(agent.addSecrets(ID, { API_TOKEN: SECRET }, calm))
    const failure = await failureOf(call(agent))
    expect(failure).toMatchObject({ code, status })
    expect(failure.message).toContain('3f2a91bc')
    expect(failure.advice).not.toBe('')
    if (status === 429) expect(failure.retryAfterMs).toBe(7000)
    expect(JSON.stringify(failure)).not.toContain(SECRET)
    expect(JSON.stringify(failure)).not.toContain(KEY)
  })

  test.each([
    ['a web page', '<html><title>Sign in</title></html>', 'not-openhands'],
    ['nothing', '', 'not-openhands'],
    ['text', 'fine', 'not-openhands'],
    ['a list', '[]', 'not-openhands'],
  ])('an answer that is %s', async (_what, body, code) => {
    const { agent } = await agentAt((_request, response) => sendText(response, body, 200))
    expect(await failureOf(call(agent))).toMatchObject({ code, message: expect.stringContaining('3f2a91bc') })
  })

  test('a line that is cut', async () => {
    const { agent } = await agentAt((_request, response) => response.socket?.destroy())
    expect((await failureOf(call(agent))).code).toMatch(/unreachable|timeout/)
  })
})

describe('nothing unfit is sent', () => {
  test.each<[string, (agent: AgentServerClient) => Promise<unknown>, string]>([
    ['a policy that begins at UNKNOWN', (agent) => agent.setPolicy(ID, risky('UNKNOWN'), calm), 'policy.threshold'],
    ['an empty question', (agent) => agent.ask(ID, '  ', calm), 'question'],
    ['an empty objective', (agent) => agent.startGoal(ID, '', 3, calm), 'objective'],
    ['no iterations', (agent) => agent.startGoal(ID, 'x', 0, calm), 'max_iterations'],
    ['a title that is too long', (agent) => agent.fork(ID, { ...WISH, title: 'x'.repeat(201) }, calm), 'title'],
    ['a bad tag', (agent) => agent.fork(ID, { ...WISH, tags: { x_y: '1' } }, calm), 'tags.x_y'],
    ['a bad id', (agent) => agent.fork(ID, { ...WISH, id: 'nope' }, calm), 'id'],
    ['a kept secret name', (agent) => agent.addSecrets(ID, { LLM_API_KEY: SECRET }, calm), 'secrets.LLM_API_KEY'],
    ['a secret without a value', (agent) => agent.addSecrets(ID, { TOKEN: '' }, calm), 'secrets.TOKEN'],
    ['no secret', (agent) => agent.addSecrets(ID, {}, calm), 'secrets'],
  ])('%s', async (_what, call, field) => {
    const { agent, server } = await agentAt((_request, response) => sendJson(response, { success: true }))
    const failure = await failureOf(call(agent))
    expect(failure).toMatchObject({ code: 'invalid-input', field })
    expect(JSON.stringify(failure)).not.toContain(SECRET)
    expect(server.seen).toEqual([])
  })
})

test('a secret is held before it is sent, and goes in the form that every version knows', async () => {
  const held: string[] = []
  const { agent, server } = await agentAt(
    (_request, response) => {
      expect(held).toContain(SECRET)
      sendJson(response, { success: true })
    },
    { onSecretHeld: (secret) => held.push(secret) },
  )
  await agent.addSecrets(ID, { API_TOKEN: SECRET }, calm)
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    secrets: { API_TOKEN: { kind: 'StaticSecret', value: SECRET } },
  })
})

describe('a fork whose answer was lost', () => {
  const fork = (origin: string) => ({ id: FORK, title: 'Found', forked_from_conversation_id: origin })

  test('may be asked for again, and the second try finds it', async () => {
    let tries = 0
    const { agent } = await agentAt(({ path }, response) => {
      if (!path.endsWith('/fork')) return sendJson(response, fork(ID))
      tries += 1
      if (tries === 1) return void response.socket?.destroy()
      sendJson(response, { detail: `Conversation with id ${FORK} already exists` }, 409)
    })
    expect(await failureOf(agent.fork(ID, WISH, calm))).toMatchObject({ isSafeToRetry: true })
    expect(await agent.fork(ID, WISH, calm)).toMatchObject({ conversationId: FORK.replaceAll('-', ''), title: 'Found' })
  })

  test('is not taken for the conversation of somebody else that has the id', async () => {
    const { agent } = await agentAt(({ path }, response) =>
      path.endsWith('/fork')
        ? sendJson(response, { detail: `Conversation with id ${FORK} already exists` }, 409)
        : sendJson(response, fork('f'.repeat(32))),
    )
    expect(await failureOf(agent.fork(ID, WISH, calm))).toMatchObject({ code: 'conflict' })
  })
})

test('a goal that cannot be resumed is said in words', async () => {
  const { agent } = await agentAt((_request, response) => sendJson(response, { detail: 'no_resumable_goal' }, 400))
  expect(await failureOf(agent.resumeGoal(ID, calm))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('no goal that was interrupted'),
  })
})

test('settings are read without the agent’s configuration', async () => {
  const { agent } = await agentAt((_request, response) =>
    sendJson(response, {
      id: ID,
      agent: { llm: { api_key: SECRET } },
      confirmation_policy: { kind: 'ConfirmRisky', threshold: 'LOW', confirm_unknown: false },
      security_analyzer: { kind: 'PatternSecurityAnalyzer', high_patterns: [] },
      secret_registry: { secret_sources: { API_TOKEN: { kind: 'StaticSecret', value: null } } },
      leaf_event_id: 'leaf',
      forked_from_conversation_id: FORK,
      forked_from_event_id: 'event',
      max_iterations: 500,
    }),
  )
  expect(await agent.settings(ID, calm)).toEqual({
    policy: { kind: 'ConfirmRisky', threshold: 'LOW', confirmUnknown: false },
    analyzer: 'PatternSecurityAnalyzer',
    leafEventId: 'leaf',
    forkedFrom: { conversationId: FORK.replaceAll('-', ''), eventId: 'event' },
    secretNames: ['API_TOKEN'],
    maxIterations: 500,
  })
})

/** As a page of another version of the console could send it. */
function risky(threshold: string) {
  return { kind: 'ConfirmRisky' as const, threshold: threshold as 'LOW', confirmUnknown: true }
}

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Any, type Bench, expectInvalid, start, until } from './support/client.ts'
import { answerOf, cloud } from './support/schemas.ts'

const SETTINGS = '/api/v1/settings'
const SECRETS = '/api/v1/secrets'
const SEED = '/api/add-git-providers'
const SUCCESSOR = `${SECRETS}/git-providers`
const VALUE = 'test-value-0123456789'
const TOKEN = 'ghp_test-token-0123456789'

const names = async (bench: Bench, query = '') =>
  (await bench.app(`${SECRETS}/search${query}`)).body.items.map(({ name }: Any) => name)
const providersOf = async (bench: Bench) => (await bench.app(SETTINGS)).body.provider_tokens_set
const mcpOf = async (bench: Bench) => (await bench.app(SETTINGS)).body.agent_settings.mcp_config.mcpServers

test('secrets are listed by name, filtered, and paged by the last name seen', async () => {
  const bench = await start()
  for (const name of ['ZED', 'ALPHA']) await bench.app(SECRETS, 'POST', { name, value: VALUE, description: 'd' })
  const { body } = await bench.app(`${SECRETS}/search?limit=2`)
  cloud(answerOf(`${SECRETS}/search`))(body)
  expect(body).toEqual({
    items: [
      { name: 'ALPHA', description: 'd' },
      { name: 'NPM_TOKEN', description: 'Publishes packages of acme' },
    ],
    next_page_id: 'NPM_TOKEN',
  })
  expect(await names(bench, '?page_id=NPM_TOKEN&limit=2')).toEqual(['SENTRY_DSN', 'STAGING_DATABASE_URL'])
  expect((await bench.app(`${SECRETS}/search?page_id=STAGING_DATABASE_URL`)).body.next_page_id).toBeNull()
  expect(await names(bench, '?page_id=unknown&limit=1')).toEqual(['ALPHA'])
  expect(await names(bench, '?name__contains=se')).toEqual(['SENTRY_DSN', 'STAGING_DATABASE_URL'])
  expectInvalid(await bench.app(`${SECRETS}/search?limit=101`), 'less_than_equal', ['query', 'limit'])
})

test('a secret is created, created again over itself, renamed with its description, and deleted; its value never comes back', async () => {
  const bench = await start({ empty: true })
  const created = await bench.app(SECRETS, 'POST', { name: 'A', value: VALUE, description: 'first' })
  expect(created.status).toBe(201)
  cloud('/components/schemas/EditResponse')(created.body)
  expect((await bench.app(SECRETS, 'POST', { name: 'A', value: VALUE })).status).toBe(201)
  expect((await bench.app(`${SECRETS}/search`)).body.items).toEqual([{ name: 'A', description: 'first' }])
  const changed = await bench.app(`${SECRETS}/A`, 'PUT', { name: 'B' })
  expect(changed.status).toBe(200)
  cloud(answerOf(`${SECRETS}/{secret_id}`, 'put'))(changed.body)
  expect((await bench.app(`${SECRETS}/search`)).body.items).toEqual([{ name: 'B', description: '' }])
  expect((await bench.app(`${SECRETS}/A`, 'PUT', { name: 'C' })).status).toBe(404)
  expect((await bench.app(`${SECRETS}/B`, 'DELETE')).status).toBe(200)
  expect(await bench.app(`${SECRETS}/B`, 'DELETE')).toMatchObject({
    status: 404,
    body: { detail: 'Secret with ID B not found' },
  })
  expectInvalid(await bench.app(SECRETS, 'POST', { name: 'A' }), 'missing', ['body', 'value'])
  expectInvalid(await bench.app(SECRETS, 'POST', { name: 5, value: 'x' }), 'string_type', ['body', 'name'])
  expectInvalid(await bench.app(SECRETS, 'POST', []), 'model_attributes_type', ['body'])
})

const SEED_BODY = {
  mcp_config: {
    sse_servers: [{ url: 'https://mcp.example.test/sse', api_key: VALUE }],
    stdio_servers: [{ name: 'files', command: 'npx', args: ['-y', 'files'], env: { FILES_TOKEN: VALUE } }],
    shttp_servers: [{ url: 'https://mcp.example.test/mcp', api_key: VALUE }],
  },
  provider_tokens: { gitlab: { token: TOKEN, host: 'git.example.test' } },
}

test('git providers of the seed replace all, with the account key in X-Session-API-Key', async () => {
  const bench = await start()
  expect(await providersOf(bench)).toEqual({ github: 'github.com' })
  const response = await fetch(bench.service.url + SEED, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session-api-key': bench.service.key },
    body: JSON.stringify(SEED_BODY),
  })
  expect([response.status, await response.json()]).toEqual([200, { message: 'Git providers stored' }])
  expect(await providersOf(bench)).toEqual({ gitlab: 'git.example.test' })
  expect(Object.keys(await mcpOf(bench))).toEqual(['mcp.example.test', 'mcp.example.test 2', 'files'])
  expect((await bench.app(SETTINGS)).body).not.toMatchObject({ provider_tokens: expect.anything() })
  for (const secret of [VALUE, TOKEN]) expect(JSON.stringify((await bench.app(SETTINGS)).body)).not.toContain(secret)
})

test('an empty token keeps the stored one, and is nothing where there is none', async () => {
  const bench = await start()
  const provider_tokens = { github: { token: '', host: 'github.com' }, forgejo: { token: '', host: null } }
  for (const path of [SEED, SUCCESSOR]) {
    expect((await bench.app(path, 'POST', { provider_tokens })).status).toBe(200)
    expect(await providersOf(bench)).toEqual({ github: 'github.com' })
  }
})

test('a bad provider token is 401, in the words of each call, and nothing is stored', async () => {
  const bench = await start()
  const body = { provider_tokens: { github: { token: 'bad' } } }
  const words = 'Invalid token. Please make sure it is a valid github token.'
  expect(await bench.app(SEED, 'POST', body)).toMatchObject({ status: 401, body: { error: words } })
  expect(await bench.app(SUCCESSOR, 'POST', body)).toMatchObject({ status: 401, body: { detail: words } })
  expect(await providersOf(bench)).toEqual({ github: 'github.com' })
})

test('the successor takes a map of MCP servers, shows it without credentials, and unsets the providers', async () => {
  const bench = await start()
  const mcpServers = {
    search: { url: 'https://mcp.example.test/', transport: 'sse', headers: { Authorization: `Bearer ${VALUE}` } },
    files: { command: 'npx', env: { FILES_TOKEN: VALUE } },
  }
  const stored = await bench.app(SUCCESSOR, 'POST', { mcp_config: { mcpServers }, provider_tokens: {} })
  cloud(answerOf(SUCCESSOR, 'post'))(stored.body)
  expect(await mcpOf(bench)).toMatchObject({
    search: { headers: { Authorization: '**********' } },
    files: { command: 'npx', env: { FILES_TOKEN: '**********' } },
  })
  const unset = await bench.app(SUCCESSOR, 'DELETE')
  cloud(answerOf(SUCCESSOR, 'delete'))(unset.body)
  expect(await providersOf(bench)).toEqual({})
  expect(Object.keys(await mcpOf(bench))).toEqual(['search', 'files'])
})

test.each([
  [{ provider_tokens: { sourceforge: { token: TOKEN } } }, 'enum', ['body', 'provider_tokens', 'sourceforge', '[key]']],
  [{ provider_tokens: { github: { token: 5 } } }, 'string_type', ['body', 'provider_tokens', 'github', 'token']],
  [{ provider_tokens: [] }, 'model_attributes_type', ['body', 'provider_tokens']],
  [{ mcp_config: { sse_servers: 'x' } }, 'list_type', ['body', 'mcp_config', 'sse_servers']],
  [{ mcp_config: { shttp_servers: [{}] } }, 'missing', ['body', 'mcp_config', 'shttp_servers', 0, 'url']],
  [
    { mcp_config: { stdio_servers: [{ name: 'a' }] } },
    'missing',
    ['body', 'mcp_config', 'stdio_servers', 0, 'command'],
  ],
])('%j is refused with 422', async (body, type, loc) => {
  const bench = await start({ empty: true })
  expectInvalid(await bench.app(SEED, 'POST', body), type, loc)
})

test('a new user has no settings until some are stored', async () => {
  const bench = await start({ empty: true })
  bench.service.control.forgetSettings()
  expect(await bench.app(SETTINGS)).toMatchObject({ status: 404, body: { error: 'Settings not found' } })
  await bench.app(SETTINGS, 'POST', { sandbox_grouping_strategy: 'ADD_TO_ANY' })
  expect((await bench.app(SETTINGS)).body.sandbox_grouping_strategy).toBe('ADD_TO_ANY')
})

test('an account locked by an unknown strategy answers as the recording of a real one does', async () => {
  const bench = await start({ empty: true })
  expect(await bench.app(SETTINGS, 'POST', { sandbox_grouping_strategy: 'BOGUS' })).toMatchObject({
    status: 200,
    body: { message: 'Settings stored' },
  })
  const recorded = (await readFile('tests/data/contract/recorded/app-1.11.0/only_app_brick.http.jsonl', 'utf8'))
    .trim()
    .split('\n')
    .map((line): Any => JSON.parse(line))
    .slice(1)
    .filter(({ status }) => status !== undefined)
  expect(recorded.length).toBeGreaterThan(5)
  for (const { method, path, request, status, response } of recorded) {
    // A 500 drops its connection: the next call on it is reset (contract §18.1).
    const answer = await until(() => bench.app(path, method, request ?? undefined).catch(() => null))
    expect([path, answer.status]).toEqual([path, status])
    if (status === 400) expect(response.error).toContain(answer.body.error)
    else expect(answer.body).toEqual(response)
  }
})

test('another organisation than the account’s is refused', async () => {
  const { service } = await start({ empty: true })
  const ask = async (org: string) => {
    const headers = { authorization: `Bearer ${service.key}`, 'x-org-id': org }
    const response = await fetch(`${service.url}/api/v1/users/me`, { headers })
    return [response.status, await response.json()] as const
  }
  const [status, user] = await ask('00000000-0000-4000-8000-000000000001')
  expect([status, user.org_id]).toEqual([200, '00000000-0000-4000-8000-000000000001'])
  expect(await ask('another')).toEqual([403, { detail: expect.stringContaining('another') }])
})

test('the probes answer as the published schemas say', async () => {
  const bench = await start({ empty: true })
  cloud(answerOf('/health'))((await bench.app('/health')).body)
})

test('names outlive a restart, values are never written', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'handrail-local-'))
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }))
  const first = await start({ empty: true, dataFolder })
  await first.app(SECRETS, 'POST', { name: 'KEPT', value: VALUE })
  await first.app(SEED, 'POST', SEED_BODY)
  await first.service.close()
  const state = await readFile(join(dataFolder, 'state.json'), 'utf8')
  for (const secret of [VALUE, TOKEN]) expect(state).not.toContain(secret)
  const second = await start({ empty: true, dataFolder })
  expect(await names(second)).toEqual(['KEPT'])
  expect(await providersOf(second)).toEqual({ gitlab: 'git.example.test' })
})

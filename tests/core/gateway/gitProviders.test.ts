import { expect, test } from 'vitest'
import type { Registration } from '../../../shared/domain/index.ts'
import { clientOf, localAccount, REGISTRATION, TOKEN, VALUE } from './support/accounts.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, sendJson } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'

const seedOnly = () =>
  fakeServer(({ path }, response) =>
    path === '/api/add-git-providers'
      ? sendJson(response, 'anything')
      : sendJson(response, { detail: 'Not Found' }, 404),
  )
const successorOnly = (status = 404) =>
  fakeServer(({ path }, response) =>
    path === '/api/v1/secrets/git-providers'
      ? sendJson(response, { message: 'Git providers stored' })
      : sendJson(response, { detail: 'no' }, status),
  )

test('the call of the seed has its exact body, and the account key in X-Session-API-Key alone', async () => {
  const server = await seedOnly()
  await clientOf(server).registerGitProviders(REGISTRATION, calm)
  const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] = server.seen
  expect(`${method} ${path}`).toBe('POST /api/add-git-providers')
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-session-api-key': KEY })
  expect(headers).not.toHaveProperty('authorization')
  expect(JSON.parse(body)).toEqual({
    mcp_config: {
      sse_servers: [{ url: 'https://mcp.example.test/sse', api_key: VALUE }],
      stdio_servers: [
        { name: 'files', command: 'npx', args: ['-y', 'files'], env: { FILES_TOKEN: VALUE, MODE: 'read' } },
      ],
      shttp_servers: [{ url: 'https://mcp.example.test/mcp', api_key: '' }],
    },
    provider_tokens: { github: { token: '', host: 'github.com' }, gitlab: { token: TOKEN, host: null } },
  })
})

test.each([404, 405])('where it answers %i the successor is called, and from then on at once', async (status) => {
  const server = await successorOnly(status)
  const app = clientOf(server)
  await app.registerGitProviders(REGISTRATION, calm)
  await app.registerGitProviders({ providers: [], mcpServers: null }, calm)
  await app.removeGitProviders(calm)
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/add-git-providers',
    'POST /api/v1/secrets/git-providers',
    'POST /api/v1/secrets/git-providers',
    'DELETE /api/v1/secrets/git-providers',
  ])
  expect(server.seen[1]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` })
  expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({
    mcp_config: {
      mcpServers: {
        news: {
          url: 'https://mcp.example.test/sse',
          transport: 'sse',
          headers: { Authorization: `Bearer ${VALUE}` },
        },
        files: {
          command: 'npx',
          args: ['-y', 'files'],
          env: { FILES_TOKEN: VALUE, MODE: 'read' },
          transport: 'stdio',
        },
        search: { url: 'https://mcp.example.test/mcp', transport: 'streamable-http', headers: {} },
      },
    },
    provider_tokens: { github: { token: '', host: 'github.com' }, gitlab: { token: TOKEN, host: null } },
  })
  expect(JSON.parse(server.seen[2]?.body ?? '')).toEqual({ mcp_config: null, provider_tokens: {} })
})

test('one connection’s server says nothing about another’s, and what was remembered can change', async () => {
  const old = await seedOnly()
  const recent = await successorOnly()
  const gateway = gatewayFor()
  const one = gateway.appServer({ ...connectionTo(recent.url), id: 'one' })
  await one.removeGitProviders(calm)
  await gateway.appServer({ ...connectionTo(old.url), id: 'two' }).removeGitProviders(calm)
  expect(old.seen.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/api/add-git-providers', { provider_tokens: {} }],
  ])
  // The server behind a connection was changed for an older one.
  await gateway.appServer({ ...connectionTo(old.url), id: 'one' }).removeGitProviders(calm)
  expect(old.seen.map(({ path }) => path).slice(1)).toEqual(['/api/v1/secrets/git-providers', '/api/add-git-providers'])
})

test('a server with neither says so', async () => {
  const server = await fakeServer((_request, response) => sendJson(response, { detail: 'Not Found' }, 404))
  const failure = await failureOf(clientOf(server).registerGitProviders(REGISTRATION, calm))
  expect(failure).toMatchObject({ code: 'unsupported', isSafeToRetry: false })
})

test('401 with a key that works is about a provider token; with one that does not, about the key', async () => {
  const { app, service } = await localAccount()
  const bad = { providers: [{ provider: 'gitlab' as const, token: 'glpat-bad-token', host: null }], mcpServers: null }
  expect(await failureOf(app.registerGitProviders(bad, calm))).toMatchObject({
    code: 'rejected',
    field: 'provider_tokens',
    status: 401,
    message: expect.stringContaining('valid gitlab token'),
  })
  expect((await app.settings(calm))?.providers).toEqual([{ provider: 'github', host: 'github.com' }])
  const stranger = gatewayFor({}, {}, 'wrong-key-0123456789').appServer(connectionTo(service.url))
  expect(await failureOf(stranger.registerGitProviders(bad, calm))).toMatchObject({ code: 'unauthorized' })
  service.control.failNext(1, { status: 403 }, 'users/me')
  expect(await failureOf(app.registerGitProviders(bad, calm))).toMatchObject({
    code: 'unauthorized',
    advice: expect.stringContaining('could not be found out'),
  })
})

test('the map replaces all: kept, new and removed', async () => {
  const { app } = await localAccount()
  await app.registerGitProviders(REGISTRATION, calm)
  expect((await app.settings(calm))?.providers).toEqual([
    { provider: 'github', host: 'github.com' },
    { provider: 'gitlab', host: null },
  ])
  await app.registerGitProviders(
    { providers: [{ provider: 'gitlab', token: null, host: null }], mcpServers: null },
    calm,
  )
  expect((await app.settings(calm))?.providers).toEqual([{ provider: 'gitlab', host: null }])
  await app.removeGitProviders(calm)
  expect((await app.settings(calm))?.providers).toEqual([])
})

test('tokens and credentials are held, ordinary settings of a server are not', async () => {
  const { app, held } = await localAccount()
  await app.registerGitProviders(
    {
      providers: [{ provider: 'gitlab', token: TOKEN, host: null }],
      mcpServers: [
        { kind: 'stdio', name: 'a', command: 'npx', args: [], env: { API_KEY: VALUE, PATH: '/usr/local/bin' } },
        { kind: 'sse', name: 'b', url: 'https://mcp.example.test', apiKey: 'test-mcp-key-0123456789' },
      ],
    },
    calm,
  )
  expect(held).toEqual(expect.arrayContaining([TOKEN, VALUE, 'test-mcp-key-0123456789']))
  expect(held).not.toContain('/usr/local/bin')
})

test.each([
  [
    'a token with a space',
    { providers: [{ provider: 'github', token: 'ghp_ test 123', host: null }] },
    /provider_tokens.github.token/,
  ],
  [
    'a token too short to be one',
    { providers: [{ provider: 'github', token: 'abc', host: null }] },
    /provider_tokens.github.token/,
  ],
  [
    'a host with a scheme',
    { providers: [{ provider: 'github', token: TOKEN, host: 'https://x' }] },
    /provider_tokens.github.host/,
  ],
  ['an unknown provider', { providers: [{ provider: 'sourceforge', token: TOKEN, host: null }] }, /provider_tokens/],
  [
    'a server without a name',
    { mcpServers: [{ kind: 'sse', name: '', url: 'https://x.test', apiKey: '' }] },
    /mcp_config/,
  ],
  [
    'a server at no address',
    { mcpServers: [{ kind: 'sse', name: 'a', url: 'nowhere', apiKey: '' }] },
    /mcp_config.sse_servers\[?\.?0\]?.url/,
  ],
  [
    'two servers of one name',
    { mcpServers: ['sse', 'shttp'].map((kind) => ({ kind, name: 'a', url: 'https://x.test', apiKey: '' })) },
    /mcp_config/,
  ],
  [
    'a program without a command',
    { mcpServers: [{ kind: 'stdio', name: 'a', command: '', args: [], env: {} }] },
    /command/,
  ],
])('%s is refused before sending, naming the field', async (_what, part, field) => {
  const server = await fakeServer((_request, response) => sendJson(response, {}))
  const registration = { providers: [], mcpServers: null, ...part } as Registration
  const failure = await failureOf(clientOf(server).registerGitProviders(registration, calm))
  expect(failure).toMatchObject({ code: 'invalid-input', field: expect.stringMatching(field) })
  expect(server.seen).toEqual([])
})

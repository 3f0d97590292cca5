import { describe, expect, test } from 'vitest'
import type { GroupingStrategy } from '../../../shared/contract/index.ts'
import { clientOf, localAccount, REGISTRATION, VALUE } from './support/accounts.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, KEY } from './support/gateway.ts'

describe('the account', () => {
  test('its key, its user, the configuration and the probes of the server are read', async () => {
    const { app } = await localAccount()
    expect(await app.accountKey(calm)).toMatchObject({ name: 'Handrail local', authType: 'api_key', boundOrgId: null })
    expect(await app.accountUser(calm)).toMatchObject({ orgName: 'Local', role: 'owner', permissions: [] })
    expect(await app.serverConfig(calm)).toMatchObject({ appMode: 'oss', maintenanceAt: null, providersConfigured: [] })
    const probes = await app.probes(calm)
    expect(probes.map(({ path, isUp }) => [path, isUp])).toEqual([
      ['/alive', true],
      ['/health', true],
      ['/ready', true],
      ['/server_info', true],
    ])
    expect(probes.map(({ says }) => says).slice(0, 3)).toEqual(['ok', 'OK', 'OK'])
    expect(probes[3]?.says).toMatch(/^up \d+ min$/)
  })

  test('what everyone may ask is asked without a key, the rest with Bearer and the organisation alone', async () => {
    const server = await fakeServer((_request, response) => sendJson(response, { app_mode: 'oss', auth_type: 'x' }))
    const app = clientOf(server, 'org-1')
    await app.probes(calm)
    await app.serverConfig(calm)
    for (const { headers } of server.seen) expect(JSON.stringify(headers)).not.toContain(KEY)
    const before = server.seen.length
    await app.accountKey(calm)
    await app.accountUser(calm)
    for (const { headers, path } of server.seen.slice(before)) {
      expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-org-id': 'org-1' })
      expect(headers).not.toHaveProperty('x-session-api-key')
      expect(path).not.toContain('expose_secrets')
    }
  })

  test('a probe that fails is an answer that says why, and the others are still asked', async () => {
    const server = await fakeServer(({ path }, response) =>
      path === '/ready' ? sendText(response, 'starting', 503) : sendJson(response, { status: 'ok' }),
    )
    const probes = await clientOf(server).probes(calm)
    expect(probes.filter(({ isUp }) => !isUp)).toMatchObject([{ path: '/ready', says: expect.stringContaining('503') }])
  })

  test('an organisation that the key has no part in is refused as such', async () => {
    const { service, gateway } = await localAccount()
    const other = gateway.appServer({ ...connectionTo(service.url), orgId: 'another' })
    expect(await failureOf(other.accountUser(calm))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('another'),
    })
  })
})

describe('settings', () => {
  test('all five strategies are stored and read back', async () => {
    const { app } = await localAccount()
    const strategies = [
      'GROUP_BY_NEWEST',
      'LEAST_RECENTLY_USED',
      'FEWEST_CONVERSATIONS',
      'ADD_TO_ANY',
      'NO_GROUPING',
    ] as const
    for (const strategy of strategies) {
      await app.setGrouping(strategy, calm)
      expect(await app.settings(calm)).toMatchObject({ grouping: strategy })
    }
  })

  test.each(['BOGUS', '', 'no_grouping', 'NO_GROUPING ', null, 5, ['ADD_TO_ANY'], undefined])(
    'the strategy %j never leaves, whatever the types were told, and the account stays open',
    async (strategy) => {
      const { app, service } = await localAccount()
      const failure = await failureOf(app.setGrouping(strategy as GroupingStrategy, calm))
      expect(failure).toMatchObject({ code: 'invalid-input', field: 'sandbox_grouping_strategy' })
      expect(service.control.requestCounts()).not.toHaveProperty('POST /api/v1/settings')
      expect(await app.settings(calm)).toMatchObject({ grouping: 'NO_GROUPING' })
    },
  )

  test('a new user has none, which is no failure; a server without the route is one', async () => {
    const { app, service } = await localAccount()
    service.control.forgetSettings()
    expect(await app.settings(calm)).toBeNull()
    await app.setGrouping('ADD_TO_ANY', calm)
    expect(await app.settings(calm)).toMatchObject({ grouping: 'ADD_TO_ANY' })
    const bare = await fakeServer((_request, response) => sendJson(response, { detail: 'Not Found' }, 404))
    expect(await failureOf(clientOf(bare).settings(calm))).toMatchObject({ code: 'not-found' })
  })

  test('MCP servers are known by name alone, and profiles by name and model', async () => {
    const { app } = await localAccount()
    await app.registerGitProviders(REGISTRATION, calm)
    const settings = await app.settings(calm)
    expect(settings?.mcpServers).toHaveLength(3)
    expect(JSON.stringify(settings)).not.toContain('npx')
    expect((await app.profiles(calm)).profiles.length).toBeGreaterThan(0)
  })
})

describe('secrets', () => {
  test('are listed, stored, changed and deleted; the value goes out once and is held', async () => {
    const { app, held } = await localAccount()
    await app.createSecret({ name: 'DEPLOY_KEY', value: VALUE, description: 'Deploys' }, calm)
    expect(held).toContain(VALUE)
    expect(await app.secrets({ name: 'deploy', pageId: null }, calm)).toEqual({
      items: [{ name: 'DEPLOY_KEY', description: 'Deploys' }],
      nextPageId: null,
    })
    await app.changeSecret('DEPLOY_KEY', { name: 'DEPLOY TOKEN?', description: null }, calm)
    expect((await app.secrets({ name: 'DEPLOY', pageId: null }, calm)).items).toEqual([
      { name: 'DEPLOY TOKEN?', description: null },
    ])
    await app.deleteSecret('DEPLOY TOKEN?', calm)
    expect((await app.secrets({ name: 'DEPLOY', pageId: null }, calm)).items).toEqual([])
    expect(await failureOf(app.deleteSecret('DEPLOY TOKEN?', calm))).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('DEPLOY TOKEN?'),
    })
  })

  test('a list longer than a page is paged', async () => {
    const { app, service } = await localAccount()
    for (let count = 0; count < 100; count += 1) {
      // Not through the gateway: the budget of the account would let this wait for a minute.
      await fetch(`${service.url}/api/v1/secrets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `A_${count}`, value: VALUE }),
      })
    }
    const found = new Set<string>()
    let pageId: string | null = null
    do {
      const page: Awaited<ReturnType<typeof app.secrets>> = await app.secrets({ name: '', pageId }, calm)
      for (const { name } of page.items) found.add(name)
      pageId = page.nextPageId
    } while (pageId !== null)
    expect(found.size).toBe(103)
    expect(service.control.requestCounts()).toMatchObject({ 'GET /api/v1/secrets/search': 2 })
  })

  test.each([
    [{ name: '', value: VALUE }, 'name'],
    [{ name: 'LLM_KEY', value: VALUE }, 'name'],
    [{ name: 'worker_1', value: VALUE }, 'name'],
    [{ name: 'a/b', value: VALUE }, 'name'],
    [{ name: 'N'.repeat(257), value: VALUE }, 'name'],
    [{ name: 'A', value: '' }, 'value'],
    [{ name: 'A', value: 'é'.repeat(32_769) }, 'value'],
  ])('%j is refused before sending, naming the field', async (secret, field) => {
    const server = await fakeServer((_request, response) => sendJson(response, {}))
    const failure = await failureOf(clientOf(server).createSecret({ ...secret, description: null }, calm))
    expect(failure).toMatchObject({ code: 'invalid-input', field })
    expect(server.seen).toEqual([])
    if (secret.value !== '') expect(JSON.stringify(failure)).not.toContain(secret.value)
  })

  test('a server that repeats the value in its refusal does not get it past the gateway', async () => {
    const server = await fakeServer((_request, response) =>
      sendJson(response, { detail: `no, not ${VALUE} nor ${encodeURIComponent(VALUE)}` }, 400),
    )
    const failure = await failureOf(clientOf(server).createSecret({ name: 'A', value: VALUE, description: null }, calm))
    expect(failure.message).toContain('[redacted:')
    expect(JSON.stringify(failure)).not.toContain(VALUE)
  })
})

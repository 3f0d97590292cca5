import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AppServerClient } from '../../../electron/core/gateway/index.ts'
import { startLocalService } from '../../../electron/local/index.ts'
import type { FailureCode } from '../../../shared/domain/index.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, PAGE, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'

const ID = 'k3f7Qm2bVx81LdPz0aRt9a'
const SESSION_KEY = 'session-key-of-a-sandbox-0001'

async function local() {
  const service = await startLocalService({ speed: 100 })
  onTestFinished(() => service.close())
  const held: string[] = []
  const gateway = gatewayFor({}, { onSecretHeld: (secret) => held.push(secret) }, service.key)
  return { service, held, app: gateway.appServer(connectionTo(service.url)) }
}

/** Asks until the sandbox has a status. */
async function reached(app: AppServerClient, id: string, status: string) {
  for (;;) {
    const [sandbox] = await app.sandboxesById([id], 'person', calm)
    if (sandbox?.status === status) return sandbox
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('against the local service', () => {
  test('a sandbox is created, paused, resumed and deleted, and no key of it passes', async () => {
    const { app, held } = await local()
    const made = await app.createSandbox(null, calm)
    expect(made).toMatchObject({ status: 'STARTING', exposedUrls: [], deviations: [] })
    const running = await reached(app, made.id, 'RUNNING')
    const [before] = held.slice(-1)
    expect(running.exposedUrls.map(({ name, hasToken }) => [name, hasToken])).toEqual([
      ['AGENT_SERVER', false],
      ['VSCODE', true],
      ['WORKER_1', false],
      ['WORKER_2', false],
    ])
    await app.pauseSandbox(made.id, calm)
    expect(await reached(app, made.id, 'PAUSED')).toMatchObject({ exposedUrls: [] })
    await app.resumeSandbox(made.id, calm)
    const again = await reached(app, made.id, 'RUNNING')
    expect(held.at(-1)).not.toBe(before)
    for (const key of held) expect(JSON.stringify([running, again])).not.toContain(key)
    await app.deleteSandbox(made.id, calm)
    expect(await app.sandboxesById([made.id], 'person', calm)).toEqual([null])
  })

  test('the address to open has the token that the shown one has not', async () => {
    const { app } = await local()
    const { items } = await app.sandboxes(null, 'person', calm)
    const running = items.find(({ status }) => status === 'RUNNING')
    const shown = running?.exposedUrls.find(({ name }) => name === 'VSCODE')?.url ?? ''
    expect(shown).toContain('/vscode?folder=')
    expect(shown).not.toContain('tkn')
    const address = await app.sandboxAddress(running?.id ?? '', 'VSCODE', calm)
    expect((await fetch(address)).status).toBe(200)
    expect((await fetch(shown)).status).toBe(403)
  })

  test('of a sandbox that sleeps, or a name that it does not have, there is no address', async () => {
    const { app } = await local()
    const { items } = await app.sandboxes(null, 'person', calm)
    const [asleep, running] = ['PAUSED', 'RUNNING'].map((each) => items.find(({ status }) => status === each)?.id ?? '')
    expect(await failureOf(app.sandboxAddress(asleep ?? '', 'VSCODE', calm))).toMatchObject({ code: 'conflict' })
    expect(await failureOf(app.sandboxAddress(running ?? '', 'NOTEBOOK', calm))).toMatchObject({ code: 'conflict' })
    expect(await failureOf(app.sandboxAddress('nobody', 'VSCODE', calm))).toMatchObject({ code: 'not-found' })
  })

  test('specs are listed and had by id with the names of their environment and none of its values', async () => {
    const { app } = await local()
    const { items } = await app.sandboxSpecs(null, calm)
    const java = items.find(({ id }) => id.endsWith('-java'))
    expect(java?.environment).toContain('MAVEN_MIRROR_TOKEN')
    expect(JSON.stringify(items)).not.toContain('test-mirror-token-0001')
    expect(await app.sandboxSpecsById(['nothing', java?.id ?? ''], calm)).toEqual([null, java])
    expect(await app.createSandbox(java?.id ?? '', calm)).toMatchObject({ specId: java?.id })
    expect(await failureOf(app.createSandbox('nothing', calm))).toMatchObject({ code: 'server-error', status: 500 })
  })

  test('an unknown sandbox and one that could not be stopped are told apart', async () => {
    const { app, service } = await local()
    for (const act of [app.pauseSandbox, app.resumeSandbox, app.deleteSandbox]) {
      expect(await failureOf(act('nobody', calm))).toMatchObject({ code: 'not-found', status: 404 })
    }
    service.control.loseSandbox(ID)
    const failure = await failureOf(app.deleteSandbox(ID, calm))
    expect(failure).toMatchObject({ code: 'server-error', status: 503, isSafeToRetry: true })
    expect(failure.message).toContain('delete sandbox k3f7Qm2b')
  })

  test('an empty id or spec is refused before anything is sent, with its field named', async () => {
    const { app, service } = await local()
    service.control.resetRequestCounts()
    for (const act of [app.pauseSandbox, app.resumeSandbox, app.deleteSandbox]) {
      expect(await failureOf(act('', calm))).toMatchObject({ code: 'invalid-input', field: 'sandbox_id' })
    }
    expect(await failureOf(app.createSandbox('', calm))).toMatchObject({ field: 'sandbox_spec_id' })
    expect(service.control.requestCounts()).toEqual({})
  })
})

test('an address that is no web page is not opened', async () => {
  const record = { id: ID, status: 'RUNNING', exposed_urls: [{ name: 'VSCODE', url: 'file:///etc/passwd', port: 1 }] }
  const server = await fakeServer((_, response) => sendJson(response, [record]))
  const opening = gatewayFor().appServer(connectionTo(server.url)).sandboxAddress(ID, 'VSCODE', calm)
  expect(await failureOf(opening)).toMatchObject({ code: 'conflict' })
})

test('a deletion says the id in the query too, which alone counts', async () => {
  const server = await fakeServer((_, response) => sendJson(response, { success: true }))
  await gatewayFor().appServer(connectionTo(server.url)).deleteSandbox(ID, calm)
  expect(server.seen).toMatchObject([{ method: 'DELETE', path: `/api/v1/sandboxes/${ID}?sandbox_id=${ID}`, body: '' }])
})

test('a server that says success:false did not do it', async () => {
  const server = await fakeServer((_, response) => sendJson(response, { success: false }))
  const app = gatewayFor().appServer(connectionTo(server.url))
  expect(await failureOf(app.pauseSandbox(ID, calm))).toMatchObject({ code: 'conflict' })
})

test('tokens are taken out of addresses wherever they are written', async () => {
  const urls = [
    `https://user:${SESSION_KEY}@a.test/?tkn=${SESSION_KEY}#tkn=${SESSION_KEY}`,
    `https://a.test/login?next=%2F%3Ftkn%3Dother-token-0002%26folder%3Dx`,
    `not an address ?tkn=other-token-0003`,
  ]
  const record = {
    id: ID,
    status: 'RUNNING',
    session_api_key: SESSION_KEY,
    exposed_urls: urls.map((url, port) => ({ name: `URL_${port}`, url, port })),
  }
  const server = await fakeServer((_, response) => sendJson(response, [record]))
  const [sandbox] = await gatewayFor().appServer(connectionTo(server.url)).sandboxesById([ID], 'person', calm)
  expect(sandbox?.exposedUrls.map(({ url }) => url)).toEqual([
    'https://a.test/',
    expect.stringMatching(/^https:\/\/a\.test\/login\?next=.*redacted/),
    expect.stringContaining('not an address'),
  ])
  expect(JSON.stringify(sandbox)).not.toMatch(/session-key-of|other-token/)
})

test('a record that deviates is shown with what it has', async () => {
  const record = { id: ID, status: 'hibernating', exposed_urls: [7, { name: 'X' }], created_at: 'yesterday' }
  const server = await fakeServer((_, response) => sendJson(response, { items: [record, { status: 'RUNNING' }] }))
  const { items } = await gatewayFor().appServer(connectionTo(server.url)).sandboxes(null, 'person', calm)
  expect(items).toMatchObject([{ id: ID, status: 'HIBERNATING', exposedUrls: [], createdAt: null }])
  expect(items[0]?.deviations.join('\n')).toMatch(/status[\s\S]*created_at/)
})

const CALLS: [string, (app: AppServerClient) => Promise<unknown>, string][] = [
  ['list', (app) => app.sandboxes(null, 'person', calm), 'list the sandboxes'],
  ['by id', (app) => app.sandboxesById([ID], 'person', calm), 'read sandbox k3f7Qm2b'],
  ['create', (app) => app.createSandbox(null, calm), 'create a sandbox'],
  ['pause', (app) => app.pauseSandbox(ID, calm), 'pause sandbox k3f7Qm2b'],
  ['resume', (app) => app.resumeSandbox(ID, calm), 'resume sandbox k3f7Qm2b'],
  ['delete', (app) => app.deleteSandbox(ID, calm), 'delete sandbox k3f7Qm2b'],
  ['address', (app) => app.sandboxAddress(ID, 'VSCODE', calm), 'open VSCODE of sandbox k3f7Qm2b'],
  ['specs', (app) => app.sandboxSpecs(null, calm), 'list the sandbox specs'],
  ['specs by id', (app) => app.sandboxSpecsById(['image'], calm), 'read sandbox spec image'],
]

describe.each(CALLS)('%s', (_, call, purpose) => {
  test.each<[string, FailureCode, (response: ServerResponse) => void]>([
    ['a wrong key', 'unauthorized', (response) => sendJson(response, { detail: 'Unauthorized' }, 401)],
    ['an unknown id', 'not-found', (response) => sendJson(response, { detail: 'Not Found' }, 404)],
    ['a web page', 'not-openhands', (response) => sendText(response, PAGE, 200, { 'content-type': 'text/html' })],
    ['an empty body', 'not-openhands', (response) => sendText(response, '')],
    ['another type', 'not-openhands', (response) => sendText(response, '"yes"')],
    [
      'too many requests',
      'rate-limited',
      (response) => sendJson(response, { error: 'Rate limit exceeded' }, 429, { 'retry-after': '90' }),
    ],
    ['a line that is cut', 'unreachable', (response) => void response.socket?.destroy()],
  ])('with %s fails in words that name it', async (_what, code, answer) => {
    const server = await fakeServer((_request, response) => answer(response))
    const failure = await failureOf(call(gatewayFor().appServer(connectionTo(server.url))))
    expect(failure.code).toBe(code)
    expect(failure.message).toContain(purpose)
    expect(failure.advice).not.toBe('')
    expect(JSON.stringify(failure)).not.toContain(KEY)
    if (code === 'rate-limited') expect(failure.retryAfterMs).toBe(90_000)
  })
})

test('a creation whose answer was lost is not sent twice, and is said to be uncertain', async () => {
  const server = await fakeServer((_, response) => void response.socket?.destroy())
  const failure = await failureOf(gatewayFor().appServer(connectionTo(server.url)).createSandbox(null, calm))
  expect(server.seen).toHaveLength(1)
  expect(failure.isSafeToRetry).toBe(false)
})

import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, PAGE, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'

const KEYS = '/api/keys/current'
const SEARCH = '/api/v1/app-conversations/search?limit=1'
const EMPTY = { items: [], next_page_id: null }

/** A server that has these routes and says 404 to others. */
async function serverWith(routes: Record<string, (response: ServerResponse) => void>) {
  return fakeServer(({ path }, response) =>
    (routes[path] ?? ((gone) => sendJson(gone, { detail: 'Not Found' }, 404)))(response),
  )
}

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    sendJson(response, body, status)
const page = (response: ServerResponse) => sendText(response, PAGE, 200, { 'content-type': 'text/html' })

describe('an app server is recognised, whatever its age', () => {
  test('with a key that has a name', async () => {
    const server = await serverWith({ [KEYS]: json({ id: '1', name: 'laptop', auth_type: 'api_key', user_id: 'u' }) })
    expect(await gatewayFor().check(connectionTo(server.url), KEY, calm)).toContain('knows the key as “laptop”')
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(server.seen[0]?.headers['x-session-api-key']).toBeUndefined()
  })

  test.each([
    ['without the route for keys', json({ detail: 'Not Found' }, 404)],
    ['that does not take keys there', json({ detail: 'not an API key' }, 400)],
    ['that answers with its web page there', page],
    ['that answers with something else there', json({ ok: true })],
  ])('%s: by a search', async (_, keys) => {
    const server = await serverWith({ [KEYS]: keys, [SEARCH]: json(EMPTY) })
    expect(await gatewayFor().check(connectionTo(server.url), KEY, calm)).toContain('proven by a search')
  })

  test('an organisation is named in every call', async () => {
    const server = await serverWith({ [SEARCH]: json(EMPTY) })
    await gatewayFor().check({ ...connectionTo(server.url), orgId: 'org-7' }, KEY, calm)
    expect(server.seen.every(({ headers }) => headers['x-org-id'] === 'org-7')).toBe(true)
  })

  test('below a path prefix, with a page of it pasted', async () => {
    const server = await serverWith({ [`/team${SEARCH}`]: json(EMPTY) })
    expect(await gatewayFor().check(connectionTo(`${server.url}/team/settings`), KEY, calm)).toContain('OpenHands')
  })

  test('over http to another machine only where allowed, with a warning', async () => {
    const fetch = async () => Response.json({ user_id: 'u' })
    expect(await failureOf(gatewayFor({ fetch }).check(connectionTo('http://host.test'), KEY, calm))).toMatchObject({
      code: 'invalid-input',
      field: 'baseUrl',
    })
    const told = gatewayFor({ fetch }, { allowPlainHttp: true }).check(connectionTo('http://host.test'), KEY, calm)
    expect(await told).toContain('Warning')
  })
})

describe('what is wrong is said', () => {
  test('a web page everywhere', async () => {
    const server = await fakeServer((_, response) => page(response))
    const failure = await failureOf(gatewayFor().check(connectionTo(server.url), KEY, calm))
    expect(failure).toMatchObject({
      code: 'not-openhands',
      message: `Could not check ${new URL(server.url).host}: it sent a web page.`,
    })
  })

  test('a server of another program', async () => {
    const server = await serverWith({})
    const failure = await failureOf(gatewayFor().check(connectionTo(server.url), KEY, calm))
    expect(failure).toMatchObject({
      code: 'not-openhands',
      message: expect.stringContaining('not an OpenHands app server'),
    })
    const asAgent = await failureOf(gatewayFor().check(connectionTo(server.url, 'agent'), KEY, calm))
    expect(asAgent).toMatchObject({
      code: 'not-openhands',
      message: expect.stringContaining('not an OpenHands agent server'),
    })
  })

  test('a server of another program that has JSON for every path', async () => {
    const server = await fakeServer((_, response) => sendJson(response, { hello: 'world' }))
    expect(await failureOf(gatewayFor().check(connectionTo(server.url), KEY, calm))).toMatchObject({
      code: 'not-openhands',
    })
    expect(await failureOf(gatewayFor().check(connectionTo(server.url, 'agent'), KEY, calm))).toMatchObject({
      code: 'not-openhands',
    })
  })

  test('a sign-in page in front', async () => {
    const server = await fakeServer((_, response) =>
      response.writeHead(302, { location: 'https://login.test/?next=x' }).end(),
    )
    for (const kind of ['app', 'agent'] as const) {
      const failure = await failureOf(gatewayFor().check(connectionTo(server.url, kind), KEY, calm))
      expect(failure).toMatchObject({ code: 'not-openhands', message: expect.stringContaining('https://login.test/') })
    }
  })

  test('an agent server is asked without its key whether it is an app server', async () => {
    const server = await serverWith({ [SEARCH]: json({ detail: 'Unauthorized' }, 401) })
    const failure = await failureOf(gatewayFor().check(connectionTo(server.url, 'agent'), KEY, calm))
    expect(failure.message).toContain('is an app server')
    expect(JSON.stringify(server.seen)).not.toContain(KEY)
  })
})

import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { FailureCode } from '../../../shared/domain/index.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, PAGE, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'
import { manualClock } from './support/manualClock.ts'

const ID = '3f2a91bc00004000800000000000abcd'
const validation = (loc: (string | number)[], msg: string) => ({
  detail: [{ type: 'value_error', loc, msg, input: KEY }],
})

/** What one failed read of events says, and what the server saw. */
async function readFrom(answer: (response: ServerResponse, nth: number) => void) {
  const server = await fakeServer((_, response, nth) => answer(response, nth))
  const app = gatewayFor().appServer(connectionTo(server.url))
  const reading = app.eventsPage(ID, { pageId: null, newestFirst: true, limit: 100 }, 'person', calm)
  return { server, reading }
}

async function failedRead(answer: (response: ServerResponse, nth: number) => void) {
  const { server, reading } = await readFrom(answer)
  const failure = await failureOf(reading)
  expect(JSON.stringify(failure)).not.toContain(KEY)
  expect(failure.message).toContain('3f2a91bc')
  return { failure, server }
}

describe('each kind of refusal can be told apart, and names the conversation', () => {
  test.each<[number, unknown, FailureCode, string]>([
    [401, { detail: 'Unauthorized' }, 'unauthorized', 'refused the key'],
    [403, { detail: 'API key is bound to another organization' }, 'forbidden', 'another organization'],
    [404, { detail: 'unknown_app_conversation' }, 'not-found', 'unknown_app_conversation'],
    [405, { detail: 'Method Not Allowed' }, 'unsupported', 'does not have this operation'],
    [409, { detail: 'Sandbox is not running' }, 'conflict', 'Sandbox is not running'],
    [410, { detail: 'archived' }, 'gone', 'archived'],
    [400, { error: 'bad body' }, 'rejected', 'bad body'],
    [500, { detail: 'Internal Server Error', exception: 'boom', error_id: '1' }, 'server-error', 'boom'],
    [503, { message: 'sleeping' }, 'server-error', 'sleeping'],
  ])('%i %j', async (status, body, code, words) => {
    const { failure } = await failedRead((response) => sendJson(response, body, status))
    expect(failure).toMatchObject({ code, status })
    expect(failure.message).toContain(words)
    expect(failure.advice).not.toBe('')
  })

  test('422 names the field, without the value that was sent', async () => {
    const { failure } = await failedRead((response) =>
      sendJson(response, validation(['query', 'limit'], 'Input should be less than or equal to 100'), 422),
    )
    expect(failure).toMatchObject({ code: 'rejected', field: 'limit', isSafeToRetry: false })
    expect(failure.message).toContain('less than or equal to 100')
  })

  test('a plain-text 500', async () => {
    const { failure } = await failedRead((response) => sendText(response, 'Internal Server Error', 500))
    expect(failure).toMatchObject({ code: 'server-error', status: 500, isSafeToRetry: true })
  })

  test('a 502 page of a proxy', async () => {
    const { failure } = await failedRead((response) => sendText(response, PAGE, 502, { 'content-type': 'text/html' }))
    expect(failure).toMatchObject({ code: 'server-error', status: 502 })
    expect(failure.message).toContain('web page')
  })

  test('an error body that never ends in JSON, with colours of a terminal in it', async () => {
    const { failure } = await failedRead((response) => sendText(response, '\u001b[31mfail\r\nINFO forged line', 400))
    expect(failure.message).not.toMatch(/\p{Cc}/u)
  })
})

describe('what is no answer of OpenHands is said to be none', () => {
  test.each<[string, string, string]>([
    ['a web page', PAGE, 'a web page'],
    ['nothing', '', 'an empty answer'],
    ['a list', '[]', 'not a JSON object'],
    ['an answer that is cut off', '{"items":[{"id":"1"},{"id"', 'cut off'],
  ])('%s', async (_, body, words) => {
    const { failure } = await failedRead((response) => sendText(response, body))
    expect(failure).toMatchObject({ code: 'not-openhands' })
    expect(failure.message).toContain(words)
  })

  test('a count that is no number', async () => {
    const server = await fakeServer((_, response) => sendJson(response, { count: 3 }))
    const app = gatewayFor().appServer(connectionTo(server.url))
    expect(await failureOf(app.eventsCount(ID, 'person', calm))).toMatchObject({ code: 'not-openhands' })
  })
})

describe('the key goes to the server of the connection and nowhere else', () => {
  test('a redirect to another place is explained and not followed', async () => {
    const thief = await fakeServer((_, response) => sendJson(response, { items: [] }))
    const { failure } = await failedRead((response) => {
      response.writeHead(307, { location: `${thief.url}/login?token=secret` }).end()
    })
    expect(failure).toMatchObject({ code: 'not-openhands', status: 307 })
    expect(failure.message).toContain(thief.url)
    expect(failure.message).not.toContain('secret')
    expect(thief.seen).toEqual([])
  })

  test('a redirect on the same server is followed', async () => {
    const { server, reading } = await readFrom((response, nth) => {
      if (nth === 1) response.writeHead(307, { location: '/moved' }).end()
      else sendJson(response, { items: [] })
    })
    await expect(reading).resolves.toBe('{"items":[]}')
    expect(server.seen[1]).toMatchObject({ path: '/moved', headers: { authorization: `Bearer ${KEY}` } })
  })

  test('a circle of redirects ends', async () => {
    const { failure, server } = await failedRead((response) => response.writeHead(302, { location: '/again' }).end())
    expect(failure.code).toBe('not-openhands')
    expect(server.seen.length).toBeLessThan(6)
  })

  test('a server that echoes the key in an error shows only its length', async () => {
    const { failure } = await failedRead((response) => sendJson(response, { detail: `bad key ${KEY}` }, 400))
    expect(failure.message).toContain(`[redacted:${KEY.length}]`)
  })

  test('a server that echoes the key in a page gives text without it', async () => {
    const { reading } = await readFrom((response) => sendJson(response, { items: [{ id: '1', text: `x${KEY}x` }] }))
    expect(await reading).toBe(`{"items":[{"id":"1","text":"x[redacted:${KEY.length}]x"}]}`)
  })

  test('a key that no header can carry is refused before anything is sent', async () => {
    const server = await fakeServer((_, response) => sendJson(response, {}))
    const bad = 'sk-oh-two\nlines-of-key'
    const app = gatewayFor({}, {}, bad).appServer(connectionTo(server.url))
    const failure = await failureOf(app.eventsCount(ID, 'person', calm))
    expect(failure).toMatchObject({ code: 'invalid-input', field: 'key' })
    expect(JSON.stringify(failure)).not.toContain('lines-of-key')
    expect(server.seen).toEqual([])
  })
})

describe('a server that is away is told apart from one that is slow or untrusted', () => {
  test('nothing listens', async () => {
    const app = gatewayFor().appServer(connectionTo('http://127.0.0.1:1'))
    expect(await failureOf(app.eventsCount(ID, 'person', calm))).toMatchObject({
      code: 'unreachable',
      isSafeToRetry: true,
    })
  })

  test('no such host', async () => {
    const app = gatewayFor().appServer(connectionTo('https://no-such-host.invalid'))
    const failure = await failureOf(app.eventsCount(ID, 'person', calm))
    expect(failure.code).toBe('unreachable')
    expect(failure.message).toContain('no-such-host.invalid')
  })

  test('https asked of a server that speaks http', async () => {
    const server = await fakeServer((_, response) => response.end())
    const app = gatewayFor().appServer(connectionTo(server.url.replace('http:', 'https:')))
    expect(await failureOf(app.eventsCount(ID, 'person', calm))).toMatchObject({ code: 'tls' })
  })

  test('a server that takes the request and says nothing', async () => {
    const clock = manualClock()
    const arrived = Promise.withResolvers<void>()
    const server = await fakeServer(() => arrived.resolve())
    const app = gatewayFor({ clock }).appServer(connectionTo(server.url))
    const failing = failureOf(app.searchConversations(null, 'person', calm))
    await arrived.promise
    await clock.advance(30_000)
    expect(await failing).toMatchObject({ code: 'timeout', isSafeToRetry: true })
    expect(clock.sleepers()).toBe(0)
  })

  test('a call that is given up ends as cancelled', async () => {
    const arrived = Promise.withResolvers<void>()
    const server = await fakeServer(() => arrived.resolve())
    const giveUp = new AbortController()
    const app = gatewayFor().appServer(connectionTo(server.url))
    const failing = failureOf(app.eventsCount(ID, 'person', giveUp.signal))
    await arrived.promise
    giveUp.abort()
    expect(await failing).toMatchObject({ code: 'cancelled' })
  })

  test('a call can be given up in the middle of a long answer', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const server = await fakeServer((_, response) => {
      response.writeHead(200).write('{"items":[')
      setImmediate(resolve)
    })
    const giveUp = new AbortController()
    const app = gatewayFor().appServer(connectionTo(server.url))
    const query = { pageId: null, newestFirst: true, limit: 100 }
    const failing = failureOf(app.eventsPage(ID, query, 'person', giveUp.signal))
    await begun
    giveUp.abort()
    expect(await failing).toMatchObject({ code: 'cancelled' })
  })
})

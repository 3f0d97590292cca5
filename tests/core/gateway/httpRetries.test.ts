import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { emptyStart } from '../../../shared/domain/index.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor } from './support/gateway.ts'
import { manualClock } from './support/manualClock.ts'

const ID = '3f2a91bc00004000800000000000abcd'

function cut(response: ServerResponse) {
  response.socket?.resetAndDestroy()
}

async function setup(answer: (response: ServerResponse, nth: number) => void) {
  const server = await fakeServer((_, response, nth) => answer(response, nth))
  const gateway = gatewayFor()
  return {
    server,
    app: gateway.appServer(connectionTo(server.url)),
    agent: gateway.bareAgent(connectionTo(server.url, 'agent')),
  }
}

describe('a hiccup of the server does not reach the person', () => {
  test('a read after a 500 succeeds although the server drops the connection', async () => {
    const { app, server } = await setup((response, nth) => {
      if (nth > 1) return sendJson(response, 42)
      sendText(response, 'Internal Server Error', 500)
      response.on('close', () => response.socket?.destroy())
    })
    await expect(app.eventsCount(ID, 'person', calm)).resolves.toBe(42)
    expect(server.seen).toHaveLength(2)
  })

  test('a read on a dropped connection succeeds on a fresh one', async () => {
    const { app, server } = await setup((response, nth) => (nth === 1 ? cut(response) : sendJson(response, 42)))
    await expect(app.eventsCount(ID, 'person', calm)).resolves.toBe(42)
    expect(server.connections()).toBe(2)
  })

  test('a read that is cut in the middle is made again', async () => {
    const { app } = await setup((response, nth) => {
      if (nth > 1) return sendJson(response, { items: [] })
      response.writeHead(200, { 'content-length': '1000' }).write('{"items":[')
      setImmediate(() => cut(response))
    })
    const page = app.eventsPage(ID, { pageId: null, newestFirst: false, limit: 10 }, 'person', calm)
    await expect(page).resolves.toBe('{"items":[]}')
  })

  test('writing the whole map of tags is made again after a cut', async () => {
    const { agent, server } = await setup((response, nth) =>
      nth === 1 ? cut(response) : sendJson(response, { success: true }),
    )
    await agent.replaceTags(ID, { team: 'core' }, calm)
    expect(server.seen.map(({ body }) => body)).toEqual(Array(2).fill('{"tags":{"team":"core"}}'))
  })
})

describe('retries end', () => {
  test('a server that always fails is asked twice', async () => {
    const { app, server } = await setup((response) => sendText(response, 'Internal Server Error', 500))
    expect(await failureOf(app.eventsCount(ID, 'person', calm))).toMatchObject({ code: 'server-error' })
    expect(server.seen).toHaveLength(2)
  })

  test('a server that always cuts the line is asked twice', async () => {
    const { app, server } = await setup(cut)
    expect(await failureOf(app.eventsCount(ID, 'person', calm))).toMatchObject({
      code: 'unreachable',
      isSafeToRetry: true,
    })
    expect(server.seen).toHaveLength(2)
  })
})

describe('nothing is done twice', () => {
  test('a message is sent once, whether the server fails or cuts the line', async () => {
    for (const answer of [cut, (response: ServerResponse) => sendText(response, 'oops', 500)]) {
      const { app, agent, server } = await setup(answer)
      const failure = await failureOf(app.sendMessage(ID, 'hello', true, calm))
      expect(failure.isSafeToRetry).toBe(false)
      expect(failure.advice).toMatch(/before you send it again|Check/)
      await failureOf(agent.send(ID, 'hello', true, calm))
      await failureOf(agent.run(ID, calm))
      await failureOf(agent.respond(ID, true, '', calm))
      expect(server.seen).toHaveLength(4)
    }
  })

  test('a conversation is started once', async () => {
    const { app, server } = await setup(cut)
    const request = { ...emptyStart('c'), text: 'hi' }
    expect(await failureOf(app.start(request, calm))).toMatchObject({ isSafeToRetry: false })
    expect(server.seen).toHaveLength(1)
  })

  test('tags are not written again after the server answered with a failure', async () => {
    const { agent, server } = await setup((response) => sendText(response, 'oops', 500))
    expect(await failureOf(agent.replaceTags(ID, {}, calm))).toMatchObject({ code: 'server-error' })
    expect(server.seen).toHaveLength(1)
  })
})

describe('a server that asks for fewer calls gets fewer', () => {
  async function limited(
    headers: Record<string, string>,
    refusals: number,
    body: unknown = { message: 'Too many requests' },
  ) {
    const clock = manualClock(Date.parse('2026-11-21T10:00:00Z'))
    const waits: ((nth: number) => void)[] = []
    const server = await fakeServer((_, response, nth) => {
      if (nth <= refusals) sendJson(response, body, 429, headers)
      else sendJson(response, 42)
      waits.splice(0).forEach((resume) => {
        resume(nth)
      })
    })
    const gateway = gatewayFor({ clock })
    const app = gateway.appServer(connectionTo(server.url))
    /** Until the budget is blocked, which is after the answer was read. */
    async function untilBlocked() {
      while (app.budget().blockedUntil === null) await new Promise(setImmediate)
      return (app.budget().blockedUntil ?? 0) - clock.now()
    }
    return { clock, server, app, gateway, untilBlocked }
  }

  test('Retry-After in seconds is waited for, then the call succeeds', async () => {
    const { clock, app, untilBlocked, server } = await limited({ 'retry-after': '3' }, 1)
    const count = app.eventsCount(ID, 'person', calm)
    expect(await untilBlocked()).toBe(3_000)
    await clock.advance(2_999)
    expect(server.seen).toHaveLength(1)
    await clock.advance(1)
    expect(await count).toBe(42)
  })

  test('Retry-After as a date is waited for', async () => {
    const { clock, app, untilBlocked } = await limited({ 'retry-after': 'Sat, 21 Nov 2026 10:00:07 GMT' }, 1)
    const count = app.eventsCount(ID, 'person', calm)
    expect(await untilBlocked()).toBe(7_000)
    await clock.advance(7_000)
    expect(await count).toBe(42)
  })

  test('all calls of the account wait, and the wait can be seen', async () => {
    const { app, untilBlocked, server, gateway } = await limited({ 'retry-after': '5' }, 1)
    app.eventsCount(ID, 'person', calm).catch(() => {})
    await untilBlocked()
    app.eventsCount(ID, 'refresh', calm).catch(() => {})
    await new Promise(setImmediate)
    expect(server.seen).toHaveLength(1)
    expect(gateway.budgets()).toMatchObject([{ connectionId: 'test', waiting: 2, used: 1, limit: 100 }])
  })

  test('a storm of 429 ends with the wait that the server named', async () => {
    const { clock, app, server } = await limited({ 'retry-after': '1' }, 1_000, {
      error: 'Rate limit exceeded: 100/min',
    })
    const failing = failureOf(app.eventsCount(ID, 'person', calm))
    let isOver = false
    failing.finally(() => {
      isOver = true
    })
    while (!isOver) await clock.advance(500)
    expect(await failing).toMatchObject({ code: 'rate-limited', status: 429, retryAfterMs: 1_000, isSafeToRetry: true })
    expect(server.seen).toHaveLength(4)
  })

  test('a long wait is told instead of waited for', async () => {
    const { app } = await limited({ 'retry-after': '3600' }, 1)
    expect(await failureOf(app.eventsCount(ID, 'person', calm))).toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 3_600_000,
    })
  })

  test('a message that was saved but not run says so, and is not sent again', async () => {
    const server = await fakeServer((_, response) => sendJson(response, { detail: 'Too many concurrent runs' }, 429))
    const agent = gatewayFor().bareAgent(connectionTo(server.url, 'agent'))
    const sent = await agent.send(ID, 'hello', true, calm)
    expect(sent).toMatchObject({ isRunRefused: true, note: expect.stringContaining('saved') })
    expect(server.seen).toHaveLength(1)
  })
})

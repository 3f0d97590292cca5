import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient, SharedEventsQuery } from '../../../electron/core/gateway/index.ts'
import { type LocalService, startLocalService } from '../../../electron/local/index.ts'
import { sharedConnectionId } from '../../../shared/domain/index.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, PAGE, sendJson, sendText } from './support/fakeServer.ts'
import { calm, gatewayFor, KEY } from './support/gateway.ts'

const ID = '5f3a'.repeat(8)
const UNKNOWN = '0'.repeat(32)
const FIRST: SharedEventsQuery = { kind: null, from: null, before: null, newestFirst: false, pageId: null, limit: 100 }

const pageOf = (
  text: string,
): { items: { id: string; kind: string; timestamp: string }[]; next_page_id: string | null } => JSON.parse(text)

describe('what the local service shows to everybody', () => {
  let service: LocalService
  let id: string
  let client: SharedClient

  beforeAll(async () => {
    service = await startLocalService({ key: 'local-account-key-0123456789', empty: true, historyLagMs: 0 })
    id = await service.control.addConversation({ events: 230, title: 'Shown to all' })
    const response = await fetch(`${service.url}/api/v1/app-conversations/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: '{"public":true}',
    })
    expect(response.status).toBe(200)
    client = gatewayFor().shared(service.url)
  })
  afterAll(() => service.close())

  async function walk(query: Partial<SharedEventsQuery>) {
    const items = []
    let pageId: string | null = null
    do {
      const page = pageOf(await client.eventsPage(id, { ...FIRST, ...query, pageId }, 'person', calm))
      items.push(...page.items)
      pageId = page.next_page_id
    } while (pageId !== null)
    return items
  }

  test('the record, without state, address and tags', async () => {
    const record = await client.conversation(id, 'person', calm)
    expect(record).toMatchObject({
      connectionId: sharedConnectionId(service.url),
      conversationId: id,
      title: 'Shown to all',
      isPublic: true,
      sandboxStatus: null,
      executionStatus: null,
      conversationUrl: null,
      tags: {},
      deviations: [],
    })
  })

  test('its events by page, by kind, by time and by id', async () => {
    const all = await walk({})
    expect(all.length).toBeGreaterThan(100)
    expect(all.map(({ kind }) => kind)).not.toContain('ConversationStateUpdateEvent')
    expect(await walk({ newestFirst: true, limit: 60 })).toEqual(all.toReversed())
    const from = all[10]?.timestamp ?? ''
    const before = all[60]?.timestamp ?? ''
    const actions = all.filter(
      ({ kind, timestamp }) => kind === 'ActionEvent' && timestamp >= from && timestamp < before,
    )
    expect(await walk({ kind: 'ActionEvent', from, before })).toEqual(actions)
    expect(await client.eventsCount(id, { kind: 'ActionEvent', from, before }, calm)).toBe(actions.length)
    const ids = [all[3]?.id ?? '', UNKNOWN, all[1]?.id ?? '']
    const some = await client.eventsById(id, ids, calm)
    expect(pageOf(some.page).items).toEqual([all[3], all[1]])
    expect(some.missing).toEqual([UNKNOWN])
    const one = await client.eventsById(id, [all[5]?.id ?? ''], calm)
    expect(pageOf(one.page).items).toEqual([all[5]])
    expect((await client.eventsById(id, [UNKNOWN], calm)).missing).toEqual([UNKNOWN])
  })

  test('nothing of an unknown conversation, without an error', async () => {
    expect(await client.conversation(UNKNOWN, 'person', calm)).toBeNull()
    expect(pageOf(await client.eventsPage(UNKNOWN, FIRST, 'person', calm)).items).toEqual([])
    expect(await client.eventsCount(UNKNOWN, FIRST, calm)).toBe(0)
  })

  test('a value that a server would refuse is named and never sent', async () => {
    service.control.resetRequestCounts()
    const bad = [
      [{ limit: 101 }, 'limit'],
      [{ limit: 0 }, 'limit'],
      [{ kind: 'NoSuchEvent' }, 'kind__eq'],
      [{ from: 'yesterday' }, 'timestamp__gte'],
      [{ before: '2026-08-24T09:14:02Z' }, 'timestamp__lt'],
    ] as const
    for (const [query, field] of bad) {
      expect(await failureOf(client.eventsPage(id, { ...FIRST, ...query }, 'person', calm))).toMatchObject({
        code: 'invalid-input',
        field,
      })
    }
    expect(service.control.requestCounts()).toEqual({})
  })
})

test('no key ever goes to the server, though an account there has one', async () => {
  const server = await fakeServer((request, response) =>
    request.path.includes('search') || request.path.includes('/events')
      ? sendJson(response, { items: [], next_page_id: null })
      : sendJson(response, [null]),
  )
  const client = gatewayFor().shared(server.url)
  await client.conversation(ID, 'person', calm)
  await client.eventsPage(ID, FIRST, 'person', calm)
  expect(server.seen).toHaveLength(2)
  for (const { headers } of server.seen) {
    expect(Object.keys(headers)).not.toContain('authorization')
    expect(Object.keys(headers).filter((name) => /^x-|cookie/.test(name))).toEqual([])
    expect(JSON.stringify(headers)).not.toContain(KEY)
  }
})

test('a record is never shown under another id', async () => {
  const server = await fakeServer((_, response) => sendJson(response, [{ id: UNKNOWN, sandbox_id: 's' }]))
  expect(await gatewayFor().shared(server.url).conversation(ID, 'person', calm)).toBeNull()
})

describe('servers that do something else', () => {
  test.each([
    ['a web page', 200, PAGE, 'text/html', 'not-openhands'],
    ['a web page with 404', 404, PAGE, 'text/html', 'not-openhands'],
    ['an unknown route', 404, '{"detail":"Not Found"}', 'application/json', 'unsupported'],
    ['a sign-in', 401, '{"detail":"Unauthorized"}', 'application/json', 'forbidden'],
    ['an empty body', 200, '', 'application/json', 'not-openhands'],
    ['another shape', 200, '"hello"', 'application/json', 'not-openhands'],
    ['a failure', 500, 'Internal Server Error', 'text/plain', 'server-error'],
  ])('%s', async (_, status, body, type, code) => {
    const server = await fakeServer((_request, response) => sendText(response, body, status, { 'content-type': type }))
    const client = gatewayFor().shared(server.url)
    for (const call of [
      () => client.conversation(ID, 'person', calm),
      () => client.eventsPage(ID, FIRST, 'person', calm),
      () => client.eventsCount(ID, FIRST, calm),
      () => client.eventsById(ID, ['a'], calm),
    ]) {
      const failure = await failureOf(call())
      expect(failure).toMatchObject({ code, message: expect.stringContaining(ID.slice(0, 8)) })
      expect(failure.advice).not.toContain('key is wrong')
    }
  })

  test('429 with Retry-After is waited for, and the answer comes', async () => {
    const server = await fakeServer((_, response, nth) =>
      nth === 1 ? sendText(response, 'slow down', 429, { 'retry-after': '0' }) : sendJson(response, [null]),
    )
    expect(await gatewayFor().shared(server.url).conversation(ID, 'person', calm)).toBeNull()
    expect(server.seen).toHaveLength(2)
  })

  test('a connection that is cut in the middle', async () => {
    const server = await fakeServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"items":[')
      response.socket?.destroy()
    })
    const failure = await failureOf(gatewayFor().shared(server.url).eventsPage(ID, FIRST, 'person', calm))
    expect(failure).toMatchObject({ code: 'unreachable' })
  })

  test('nobody there, and an address that is none', async () => {
    const failure = await failureOf(gatewayFor().shared('http://127.0.0.1:9').conversation(ID, 'person', calm))
    expect(failure).toMatchObject({ code: 'unreachable' })
    for (const address of ['', 'ftp://host', 'https://me:pass@host']) {
      expect(() => gatewayFor().shared(address)).toThrow(expect.objectContaining({ name: 'HandrailError' }))
    }
  })
})

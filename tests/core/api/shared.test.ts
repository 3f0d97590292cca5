import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LocalService, startLocalService } from '../../../electron/local/index.ts'
import { type ConversationRef, sharedConnectionId } from '../../../shared/domain/index.ts'
import { allArchivedIds, archivedIds } from '../../support/archivedIds.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'
import { until } from '../../support/until.ts'

const UNKNOWN = '0'.repeat(32)

let service: LocalService
let core: TestCore

beforeEach(async () => {
  service = await startLocalService({ empty: true, historyLagMs: 0 })
  // No account, no key, no local service: a first run.
  core = await startTestCore({})
})
afterEach(async () => {
  await core.close()
  await service.close()
})

async function shown(events: number): Promise<string> {
  const id = await service.control.addConversation({ events, title: 'Shown to all' })
  await share(id, true)
  return id
}

async function share(id: string, isPublic: boolean): Promise<void> {
  const response = await fetch(`${service.url}/api/v1/app-conversations/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ public: isPublic }),
  })
  expect(response.status).toBe(200)
}

const open = (conversationId: string, eventIds: string[] = []) =>
  core.rpc.shared.open({ baseUrl: service.url, conversationId, eventIds })

const watch = (ref: ConversationRef) => (signal: AbortSignal) => core.rpc.sync.watch(ref, { signal })

/** Ids that everybody may see, in the order of time. */
async function viewable(id: string): Promise<string[]> {
  const ids: string[] = []
  let pageId: string | null = null
  do {
    const query: string = `conversation_id=${id}${pageId === null ? '' : `&page_id=${pageId}`}`
    const page: { items: { id: string }[]; next_page_id: string | null } = await (
      await fetch(`${service.url}/api/shared-events/search?${query}`)
    ).json()
    ids.push(...page.items.map((event) => event.id))
    pageId = page.next_page_id
  } while (pageId !== null)
  return ids
}

test('a shared conversation of several pages is archived whole, and nothing else about the run changes', async () => {
  const id = await shown(700)
  const { conversation, finding } = await open(id)
  expect(finding).toBe('shared')
  await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
  const ids = await viewable(id)
  expect(ids.length).toBeGreaterThan(300)
  expect(await allArchivedIds(core.rpc, conversation)).toEqual(ids)
  expect(await core.rpc.conversations.get(conversation)).toMatchObject({ title: 'Shown to all', isPublic: true })
  expect((await core.rpc.connections.list({})).map((one) => one.id)).toEqual(['local'])
})

test('what is new is found by looking again, without reading the rest again', async () => {
  const id = await shown(700)
  const { conversation } = await open(id)
  const released = hold(conversation)
  await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
  service.control.resetRequestCounts()
  service.control.append(id, 12)
  await core.rpc.sync.retry(conversation)
  const ids = await viewable(id)
  await until(watch(conversation), ({ state }) => state.localCount === ids.length)
  expect(await allArchivedIds(core.rpc, conversation)).toEqual(ids)
  const pagesOfTest = Math.ceil(ids.length / 100)
  expect(service.control.requestCounts()['GET /api/shared-events/search']).toBeLessThanOrEqual(pagesOfTest + 1)
  released()
})

test('a private and an unknown conversation look the same, and are not listed', async () => {
  const id = await service.control.addConversation({ events: 20 })
  for (const each of [id, UNKNOWN]) {
    expect(await open(each)).toMatchObject({ finding: 'nothing', events: 0 })
  }
  expect(await core.rpc.shared.viewed({})).toEqual([])
  const ref = { connectionId: sharedConnectionId(service.url), conversationId: UNKNOWN }
  await expect(core.rpc.conversations.get(ref)).rejects.toMatchObject({ data: { code: 'not-found' } })
  await until(watch(ref), ({ state }) => state.sync.phase === 'stopped' && state.sync.reason.includes('not shared'))
})

test('one that is shared and has no events yet is followed until it has some', async () => {
  const id = await shown(4)
  service.control.makeHoles(id, service.control.eventIds(id))
  const { conversation, finding, events } = await open(id)
  expect({ finding, events }).toEqual({ finding: 'shared', events: 0 })
  const released = hold(conversation)
  await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
  service.control.append(id, 8)
  await core.rpc.sync.retry(conversation)
  await until(watch(conversation), ({ state }) => state.localCount > 0)
  expect(await allArchivedIds(core.rpc, conversation)).toEqual(await viewable(id))
  released()
})

test('a conversation that is no longer shared keeps what was stored, and says so', async () => {
  const id = await shown(60)
  const { conversation } = await open(id)
  const released = hold(conversation)
  await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
  const { ids } = await archivedIds(core.rpc, conversation)
  await share(id, false)
  await core.rpc.sync.retry(conversation)
  await until(
    watch(conversation),
    ({ state }) => state.sync.phase === 'stopped' && state.sync.reason.includes('no longer shared'),
  )
  expect((await archivedIds(core.rpc, conversation)).ids).toEqual(ids)
  expect(await core.rpc.conversations.get(conversation)).toMatchObject({ title: 'Shown to all' })
  released()
})

test('single events are there before the rest, and those that the server does not show are named', async () => {
  const id = await shown(400)
  const ids = await viewable(id)
  const some = [ids[7] ?? '', ids[2] ?? '', UNKNOWN]
  const { conversation, missing } = await open(id, some)
  expect(missing).toEqual([UNKNOWN])
  expect((await archivedIds(core.rpc, conversation)).ids).toEqual([ids[2], ids[7]])
  const body = await core.rpc.event.get({ ...conversation, eventId: ids[7] ?? '', offset: 0, length: 100_000 })
  expect(JSON.parse(body.json)).toMatchObject({ id: ids[7] })
})

test('the server is asked for a part by kind and time, which is stored page by page', async () => {
  const id = await shown(300)
  const { conversation } = await open(id)
  const part = { ...conversation, kind: 'MessageEvent', from: null, before: null }
  const { count } = await core.rpc.shared.count(part)
  expect(count).toBeGreaterThan(1)
  const page = await core.rpc.shared.fetch({ ...part, newestFirst: false, pageId: null, limit: 1 })
  expect(page).toMatchObject({ inserted: 1, nextPageId: expect.any(String) })
  const rest = await core.rpc.shared.fetch({ ...part, newestFirst: false, pageId: page.nextPageId, limit: 100 })
  expect(rest).toMatchObject({ inserted: count - 1, nextPageId: null })
  expect((await archivedIds(core.rpc, conversation)).ids).toEqual([...page.ids, ...rest.ids])
})

test('what was viewed is found again, and forgotten when asked', async () => {
  const id = await shown(30)
  const { conversation } = await open(id)
  const released = hold(conversation)
  await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
  expect(await core.rpc.shared.viewed({})).toMatchObject([
    { baseUrl: service.url, record: { conversationId: id, title: 'Shown to all' } },
  ])
  await core.rpc.shared.forget({ connectionId: conversation.connectionId })
  expect(await core.rpc.shared.viewed({})).toEqual([])
  expect((await archivedIds(core.rpc, conversation)).ids).toEqual([])
  released()
})

describe('bad input', () => {
  test('an id that is none is refused here, naming the field', async () => {
    await expect(open('zzz')).rejects.toMatchObject({ data: { code: 'invalid-input', field: 'conversationId' } })
    expect(service.control.requestCounts()).toEqual({})
  })

  test.each([
    ['a web page', { status: 200, body: '<!doctype html><title>Sign in</title>' }, 'not-openhands'],
    ['a failing server', { status: 503 }, 'server-error'],
    ['a cut connection', 'reset', 'unreachable'],
  ] as const)('%s', async (_what, failure, code) => {
    const id = await shown(20)
    service.control.failNext(9, failure, '/api/shared')
    await expect(open(id)).rejects.toMatchObject({ data: { code } })
    service.control.heal()
    expect(await open(id)).toMatchObject({ finding: 'shared' })
  })

  test('an address that is none, and one where nobody is', async () => {
    const ask = (baseUrl: string) => core.rpc.shared.open({ baseUrl, conversationId: UNKNOWN, eventIds: [] })
    await expect(ask('ftp://host')).rejects.toMatchObject({ data: { code: 'invalid-input', field: 'baseUrl' } })
    await expect(ask('http://127.0.0.1:9')).rejects.toMatchObject({ data: { code: 'unreachable' } })
  })

  test('429 while loading is waited out, and the load goes on', async () => {
    const id = await shown(260)
    const { conversation } = await open(id)
    service.control.failNext(1, { status: 429, headers: { 'retry-after': '0' } }, '/search')
    await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
    expect(await allArchivedIds(core.rpc, conversation)).toEqual(await viewable(id))
  })

  test('a server that fails while loading is asked again, and cancelling ends that', async () => {
    const id = await shown(260)
    const { conversation } = await open(id)
    service.control.failNext(50, { status: 503 }, '/search')
    const released = hold(conversation)
    await until(watch(conversation), ({ state }) => state.sync.phase === 'reconnecting')
    await core.rpc.sync.cancel(conversation)
    await until(watch(conversation), ({ state }) => state.sync.phase === 'stopped')
    service.control.heal()
    await core.rpc.sync.retry(conversation)
    await until(watch(conversation), ({ state }) => state.sync.phase === 'polling')
    expect(await allArchivedIds(core.rpc, conversation)).toEqual(await viewable(id))
    released()
  })
})

test('nothing that needs a key can be asked for a shared conversation', async () => {
  const { conversation } = await open(await shown(10))
  for (const call of [
    core.rpc.conversations.send({ ...conversation, text: 'hello', run: true }),
    core.rpc.conversations.pause(conversation),
    core.rpc.tags.read(conversation),
  ]) {
    await expect(call).rejects.toMatchObject({ data: { code: 'not-found' } })
  }
})

/** Keeps a conversation open, as a page does. */
function hold(ref: ConversationRef): () => void {
  const stop = new AbortController()
  const read = async () => {
    for await (const _ of await core.rpc.sync.watch(ref, { signal: stop.signal })) if (stop.signal.aborted) return
  }
  read().catch(() => undefined)
  return () => stop.abort()
}

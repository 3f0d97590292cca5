import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import type { ArchiveService } from '../../../electron/core/archive/archiveService.ts'
import type { ConversationRef, SearchRequest } from '../../../shared/domain/index.ts'
import {
  action,
  durable,
  filesHold,
  message,
  messages,
  observation,
  openHere,
  page,
  RECORD,
  REF,
  shown,
  state,
  uuid,
  walk,
} from './support.ts'

const OTHER: ConversationRef = { connectionId: 'c2', conversationId: 'b'.repeat(32) }

function said(n: number, text: string) {
  return message(n, { llm_message: { role: 'user', content: [{ type: 'text', text }] } })
}

function find(archive: ArchiveService, query: string, more: Partial<SearchRequest> = {}) {
  return archive.search({
    query,
    conversation: null,
    order: 'newest',
    offset: 0,
    limit: 50,
    ...more,
  })
}

async function ids(...args: Parameters<typeof find>): Promise<string[]> {
  return (await find(...args)).hits.map(({ eventId }) => eventId)
}

test('an event is found by its words as soon as it is stored, sealed or not', async () => {
  const { archive } = openHere()
  await walk(archive, [...messages(99), said(99, 'the Timeout of 30 s was reached')])
  expect(await ids(archive, 'timeout reached')).toEqual([uuid(99)])
  await archive.ingestFrames(REF, 'session', [durable(100, said(100, 'another TIMEOUT'))])
  expect(await ids(archive, 'timeout')).toEqual([uuid(100), uuid(99)])
  await archive.seal(REF)
  expect(await ids(archive, 'timeout')).toEqual([uuid(100), uuid(99)])
})

test('terms of the filter language leave the events for which they hold, with words and without', async () => {
  const { archive } = openHere()
  await walk(archive, [said(0, 'run the tests'), action(1), observation(2, 1, 1), action(3), observation(4, 3)])
  expect(await ids(archive, 'is:error')).toEqual([uuid(2)])
  expect(await ids(archive, 'command kind:action')).toEqual([uuid(3), uuid(1)])
  expect(await ids(archive, '-source:environment -kind:action')).toEqual([uuid(0)])
  expect(await ids(archive, 'tests kind:action')).toEqual([])
  expect(await find(archive, 'command tool:terminal', { order: 'best' })).toMatchObject({
    order: 'best',
    isMore: false,
  })
  await expect(find(archive, 'tests risk:scary')).rejects.toThrow('scary')
})

test('a search of one connection finds nothing of the others', async () => {
  const { archive } = openHere()
  await walk(archive, [said(0, 'here')])
  await archive.ingestPage(OTHER, page([said(1, 'here too')]), { side: 'agent', walk: 'newest' })
  expect(await ids(archive, 'here')).toHaveLength(2)
  expect(await ids(archive, 'here', { connectionId: 'c2' })).toEqual([uuid(1)])
  expect(await ids(archive, 'kind:message', { connectionId: 'c1' })).toEqual([uuid(0)])
  expect(await ids(archive, 'here', { connectionId: 'c2', conversation: REF })).toEqual([uuid(0)])
})

test('phrases, beginnings and several words say what they say', async () => {
  const { archive } = openHere()
  const texts = ['login test failed', 'test the login', 'loginpage.tsx', 'src/login/test.ts', 'Größe und 東京都の天気']
  await walk(
    archive,
    texts.map((text, at) => said(at, text)),
  )
  const found = async (query: string) => (await ids(archive, query)).map((id) => Number.parseInt(id.slice(-3), 16))
  expect(await found('login test')).toEqual([3, 1, 0])
  expect(await found('"login test"')).toEqual([3, 0])
  expect(await found('login*')).toEqual([3, 2, 1, 0])
  expect(await found('login/test.ts')).toEqual([3])
  expect(await found('grosse')).toEqual([])
  expect(await found('grösse')).toEqual([])
  expect(await found('GRÖßE')).toEqual([4])
  expect(await found('große')).toEqual([4])
  expect(await found('京都')).toEqual([4])
  expect(await found('login -- failed')).toEqual([0])
  expect(await found('login nothing')).toEqual([])
})

test('a hit says where it is, with the words marked', async () => {
  const { archive } = openHere()
  await archive.saveConversations('c1', [{ ...RECORD, title: 'Fix the login' }])
  const failed = observation(1, 0, 1, {
    observation: {
      kind: 'TerminalObservation',
      content: [{ type: 'text', text: `${'before '.repeat(60)}\n  \u001b[31mAssertionError\u001b[0m: expected 3` }],
      exit_code: 1,
    },
  })
  await walk(archive, [failed])
  const { hits } = await find(archive, 'assertionerror expected')
  expect(hits).toHaveLength(1)
  const [hit] = hits
  expect(hit).toMatchObject({
    conversation: REF,
    title: 'Fix the login',
    eventId: uuid(1),
    kind: 'ObservationEvent',
    isError: true,
  })
  const { text, marks } = hit?.snippet ?? { text: '', marks: [] }
  expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['AssertionError', 'expected'])
  expect(text).toContain('before AssertionError: expected 3')
  expect(text.startsWith('…')).toBe(true)
})

test('names and numbers of the wire are not found, only what people read', async () => {
  const { archive } = openHere()
  await walk(archive, [message(0), state(1, 'execution_status', 'finished'), observation(2, 0)])
  for (const query of ['MessageEvent', 'llm_message', 'finished', 'TerminalObservation', 'timestamp', uuid(0)])
    expect(await ids(archive, query)).toEqual([])
})

test('a search stays within a conversation when it is told to', async () => {
  const { archive } = openHere()
  await walk(archive, messages(10))
  await archive.ingestPage(OTHER, page(messages(5)), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  expect(await find(archive, 'message')).toMatchObject({ total: 15, isMore: false })
  expect(await find(archive, 'message', { conversation: OTHER })).toMatchObject({ total: 5 })
  expect(await find(archive, 'message', { conversation: { ...OTHER, conversationId: 'x' } })).toMatchObject({
    total: 0,
  })
})

test('the newest come first, whatever was stored first, and pages do not overlap', async () => {
  const { archive } = openHere()
  await archive.ingestPage(OTHER, page(messages(50, 1_000)), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  await archive.ingestPage(REF, page(messages(50, 100).reverse()), { side: 'agent', walk: 'newest' })
  await walk(archive, messages(100))
  const all = [...messages(150), ...messages(50, 1_000)].map(({ id }) => id).reverse()
  const read: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const found = await find(archive, 'message', { offset, limit: 30 })
    expect(found.total).toBe(200)
    read.push(...found.hits.map(({ eventId }) => eventId))
    offset = found.nextOffset
  }
  expect(read).toEqual(all)
})

test('of very many events the newest are found in order, and how many there are is not said', async () => {
  const { archive } = openHere()
  await walk(archive, messages(5_200))
  await archive.ingestPage(OTHER, page(messages(60, 5_180)), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  const found = await find(archive, 'message', { order: 'best', limit: 70 })
  expect(found).toMatchObject({ total: 5_000, isMore: true, order: 'newest', nextOffset: 70 })
  const newest = found.hits.map(({ eventId }) => Number.parseInt(eventId.slice(-4), 16))
  expect(newest).toEqual([...newest].sort((a, b) => b - a))
  expect(newest[0]).toBe(5_239)
  expect(newest.at(-1)).toBe(5_185)
  const far = await find(archive, 'message', { offset: 4_980, limit: 50 })
  expect(far.hits).toHaveLength(20)
  expect(far.nextOffset).toBeNull()
})

test('few events are ranked: what says it most and is short comes first', async () => {
  const { archive } = openHere()
  const filler = 'and many other words that say something else '.repeat(5)
  await walk(archive, [said(0, 'cache cache cache'), said(1, `cache ${filler}`), said(2, `${filler} nothing`)])
  expect(await ids(archive, 'cache', { order: 'best' })).toEqual([uuid(0), uuid(1)])
  expect(await ids(archive, 'cache', { order: 'newest' })).toEqual([uuid(1), uuid(0)])
})

test('a newer form of an event replaces the older one in the index', async () => {
  const { archive } = openHere()
  await archive.ingestFrames(REF, 'events', [JSON.stringify(said(0, 'draft wording'))])
  expect(await ids(archive, 'draft')).toEqual([uuid(0)])
  await walk(archive, [said(0, 'final wording'), ...messages(99, 1)])
  expect(await ids(archive, 'draft')).toEqual([])
  expect(await ids(archive, 'final')).toEqual([uuid(0)])
  await archive.seal(REF)
  expect(await ids(archive, 'wording')).toEqual([uuid(0)])
})

test('what is forgotten or turns out to be secret leaves the index and the file', async () => {
  const { archive, dataDir } = openHere()
  const secret = 'canaryvalue12345'
  await walk(archive, [...messages(99), said(99, `the key is ${secret}`)])
  await archive.ingestPage(OTHER, page([said(0, 'zanzibar')]), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  await archive.seal(REF)
  expect(await ids(archive, secret)).toEqual([uuid(99)])
  expect(filesHold(dataDir, secret)).toBe(true)
  expect(await archive.rescan([secret])).toBe(1)
  expect(await ids(archive, secret)).toEqual([])
  expect(await ids(archive, 'the key redacted')).toEqual([uuid(99)])
  expect(filesHold(dataDir, secret)).toBe(false)
  await archive.forgetConnection('c2')
  await archive.seal(REF)
  expect(await find(archive, 'zanzibar')).toMatchObject({ total: 0 })
  expect(filesHold(dataDir, 'zanzibar')).toBe(false)
  expect(await find(archive, 'message')).toMatchObject({ total: 99 })
})

test('events of a damaged block are not found, the others are, and a refill is found again', async () => {
  const { archive, dataDir, notices } = openHere()
  await walk(archive, messages(256))
  const db = new DatabaseSync(join(dataDir, 'archive.sqlite'))
  db.exec('UPDATE block SET body = zeroblob(length(body)) WHERE block = (SELECT min(block) FROM block)')
  db.close()
  const { total } = await find(archive, 'message')
  expect(notices.troubles).toHaveLength(1)
  expect(total).toBe(156)
  await walk(archive, messages(256))
  expect((await find(archive, 'message')).total).toBe(256)
})

test('an archive of a version without an index is indexed', async () => {
  const first = openHere()
  await walk(first.archive, messages(150))
  await first.close()
  const old = new DatabaseSync(join(first.dataDir, 'archive.sqlite'))
  old.exec(`DROP TRIGGER event_changed; DROP TRIGGER event_gone; DROP TABLE search; DROP TABLE search_stale;
    ALTER TABLE upkeep DROP COLUMN indexed_seq; ALTER TABLE upkeep DROP COLUMN merge_due; ALTER TABLE conversation DROP COLUMN opened_at;
    PRAGMA user_version = 4`)
  old.close()
  const { archive } = openHere(first.dataDir)
  expect((await find(archive, 'message')).total).toBe(150)
})

test('events whose numbers are given again after a restart are found', async () => {
  const first = openHere()
  await walk(first.archive, messages(150))
  expect((await find(first.archive, 'message')).total).toBe(150)
  await first.archive.forgetConnection('c1')
  expect((await find(first.archive, 'message')).total).toBe(0)
  await first.close()
  const second = openHere(first.dataDir)
  await walk(second.archive, messages(100))
  expect((await find(second.archive, 'message')).total).toBe(100)
})

test('a query that says nothing is explained', async () => {
  const { archive } = openHere()
  expect(await find(archive, '  ')).toMatchObject({ total: 0, hits: [] })
  for (const query of ['"open', '-->', 'a*', 'foo*bar'])
    await expect(find(archive, query)).rejects.toMatchObject({ failure: { code: 'invalid-input', field: 'query' } })
})

test('on a full disk what is in the index is found, and how much is not', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const { archive } = openHere()
  const [db] = exec.mock.contexts
  exec.mockRestore()
  await walk(archive, messages(100))
  expect(await find(archive, 'message')).toMatchObject({ total: 100, lacking: 0 })
  await archive.ingestPage(REF, page(messages(1_800, 100)), { side: 'agent', walk: 'head', firstLogIndex: 100 })
  if (!(db instanceof DatabaseSync)) throw new Error('no database was opened')
  db.exec(`PRAGMA max_page_count = ${db.prepare('PRAGMA page_count').get()?.page_count}`)
  const found = await find(archive, 'message')
  expect(found.lacking).toBeGreaterThan(0)
  expect(found.total).toBe(1_900 - found.lacking)
  const filter = [{ field: 'text' as const, isNot: false, values: ['message'] }]
  const { count } = await archive.openView({ conversation: REF, filter, order: 'raw' })
  expect(count).toBe(found.total)
  db.exec('PRAGMA max_page_count = 1000000')
  expect(await find(archive, 'message')).toMatchObject({ total: 1_900, lacking: 0 })
})

test('a search that is cancelled while the index is behind ends', async () => {
  const { archive, timers } = openHere()
  await walk(archive, messages(300))
  timers.isHeld = true
  const abort = new AbortController()
  const found = archive.search(
    { query: 'message', conversation: null, order: 'newest', offset: 0, limit: 5 },
    abort.signal,
  )
  abort.abort()
  timers.release()
  await expect(found).rejects.toMatchObject({ failure: { code: 'cancelled' } })
})

test('the filter of a timeline finds texts of its conversation, also those that come while it is open', async () => {
  const { archive, timers } = openHere()
  await archive.ingestPage(OTHER, page([said(0, 'flaky elsewhere')]), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  await walk(archive, [...messages(50), said(50, 'the flaky test'), said(51, 'a test that is flaky')])
  const rows = async (text: string, isNot = false) => {
    const filter = [{ field: 'text' as const, isNot, values: [text] }]
    const { view } = await archive.openView({ conversation: REF, filter, order: 'raw' })
    return { view, ids: await shown(archive, view) }
  }
  expect((await rows('flaky test')).ids).toEqual([uuid(50)])
  expect((await rows('FLAK*')).ids).toEqual([uuid(50), uuid(51)])
  expect((await rows('test', true)).ids).toHaveLength(50)
  expect((await rows('...')).ids).toEqual([])
  const { view } = await rows('flaky')
  await archive.ingestFrames(REF, 'session', [durable(52, said(52, 'flaky again'))])
  timers.pass(100)
  expect(await shown(archive, view)).toEqual([uuid(50), uuid(51), uuid(52)])
})

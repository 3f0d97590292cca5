import { expect, test } from 'vitest'
import {
  durable,
  EVERYTHING,
  message,
  messages,
  openHere,
  page,
  REF,
  shown,
  state,
  storedIds,
  uuid,
  walk,
} from './support.ts'

const NEWEST = { side: 'agent', walk: 'newest' } as const

test('a walk shows every event of the log once and in log order, also where time runs backwards', async () => {
  const { archive } = openHere()
  const log = messages(250)
  const [tenth, eleventh] = [log[10], log[11]]
  if (tenth === undefined || eleventh === undefined) throw new Error('the log is too short')
  log[10] = eleventh
  log[11] = tenth
  await walk(archive, log)
  expect(await storedIds(archive)).toEqual(log.map((event) => event.id))
  expect(await archive.loadState(REF)).toMatchObject({ stored: 250, headCount: 250, headLastId: uuid(249), gaps: 0 })
})

test('a load goes on where it stopped after a restart', async () => {
  const first = openHere()
  const log = messages(300)
  await walk(first.archive, log.slice(0, 150))
  await first.close()
  const { archive } = openHere(first.dataDir)
  const load = await archive.loadState(REF)
  expect(load).toMatchObject({ stored: 150, headCount: 150, headLastId: uuid(149), contiguousSeq: 149 })
  await walk(archive, log.slice(load.headCount - 1), load.headCount - 1)
  expect(await storedIds(archive)).toEqual(log.map((event) => event.id))
})

test('the newest page is shown at once, below a gap of the right size, and the gap closes when the walk meets it', async () => {
  const { archive } = openHere()
  const log = messages(500)
  await archive.setServerCount(REF, { side: 'agent', count: 500 }, 1)
  await archive.ingestPage(REF, page(log.slice(-100).reverse(), 'x'), NEWEST)
  const { view, count } = await archive.openView(EVERYTHING)
  expect(count).toBe(500)
  expect((await shown(archive, view))[0]).toBe('gap 400')
  const before = await archive.window({ view, anchor: { id: uuid(450) }, before: 0, after: 0 })
  await walk(archive, log.slice(0, 200), 0, false)
  const partly = await archive.window({ view, anchor: { id: uuid(450) }, before: 300, after: 100 })
  expect(partly.anchorPosition).toBe(before.anchorPosition)
  expect(partly.rows.find((row) => row.type === 'gap')).toMatchObject({ count: 200, position: 200, reason: 'loading' })
  await walk(archive, log.slice(200), 200)
  expect(await shown(archive, view)).toEqual(log.map((event) => event.id))
  expect(await archive.loadState(REF)).toMatchObject({ headCount: 500, gaps: 0 })
  const rows = (await archive.window({ view, anchor: 'end', before: 99, after: 0 })).rows
  expect(rows.every((row) => row.type === 'event' && row.logIndex !== null && !row.flags.isProvisional)).toBe(true)
})

test('what is still absent when the walk has ended is called missing, not loading', async () => {
  const { archive } = openHere()
  await walk(archive, messages(10))
  await archive.setServerCount(REF, { side: 'agent', count: 12 }, 1)
  const { view } = await archive.openView(EVERYTHING)
  const { rows } = await archive.window({ view, anchor: 'end', before: 1, after: 0 })
  // The time is that of the event before it.
  const fromUs = Date.parse(`${message(9).timestamp}Z`) * 1000
  expect(rows).toEqual([
    { type: 'gap', position: 10, count: 2, reason: 'missing', first: 10, total: 2, fromUs, toUs: null },
  ])
  expect((await archive.loadState(REF)).gaps).toBe(1)
})

test('session frames give the log order, and only an unbroken run counts as complete', async () => {
  const { archive } = openHere()
  const log = messages(10)
  const frames = log.map((event, seq) => durable(seq, event))
  await archive.ingestFrames(REF, 'session', frames.slice(0, 4))
  expect((await archive.loadState(REF)).contiguousSeq).toBe(3)
  await archive.ingestFrames(REF, 'session', frames.slice(7))
  expect(await archive.loadState(REF)).toMatchObject({ contiguousSeq: 3, headCount: 4, headLastId: uuid(3), gaps: 1 })
  const { view } = await archive.openView(EVERYTHING)
  expect((await shown(archive, view))[4]).toBe('gap 3')
  await archive.ingestFrames(REF, 'session', frames.slice(4, 7))
  expect(await archive.loadState(REF)).toMatchObject({ contiguousSeq: 9, headCount: 10, headLastId: uuid(9), gaps: 0 })
})

test('a resumed walk that begins with another event than asked for is reported and stores nothing', async () => {
  const { archive } = openHere()
  await walk(archive, messages(20))
  const result = await archive.ingestPage(REF, page(messages(5)), { side: 'agent', walk: 'head', firstLogIndex: 19 })
  expect(result).toMatchObject({ restarted: true, inserted: 0, updated: 0 })
  expect((await archive.loadState(REF)).headCount).toBe(20)
})

test('a server that begins its log anew loses no event of the old one', async () => {
  const { archive } = openHere()
  await walk(archive, messages(20))
  expect(await archive.restartWalk(REF)).toMatchObject({
    stored: 20,
    headCount: 0,
    headLastId: null,
    contiguousSeq: -1,
  })
  await walk(archive, [...messages(3, 100), ...messages(5)])
  const ids = await storedIds(archive)
  expect(new Set(ids).size).toBe(23)
  expect((await archive.loadState(REF)).headCount).toBe(8)
})

test('live frames without numbers are shown after the walk, and get their place at the next one', async () => {
  const { archive } = openHere()
  const log = messages(6)
  await walk(archive, log.slice(0, 3))
  // The clock of the agent ran backwards: the order of arrival is what counts.
  const early = { ...message(3), timestamp: '2026-08-24T08:00:00' }
  await archive.ingestFrames(
    REF,
    'events',
    [early, message(4), message(5)].map((event) => JSON.stringify(event)),
  )
  expect(await storedIds(archive)).toEqual(log.map((event) => event.id))
  const { view } = await archive.openView(EVERYTHING)
  const { rows } = await archive.window({ view, anchor: { id: uuid(3) }, before: 0, after: 0 })
  expect(rows).toMatchObject([{ logIndex: null, flags: { isProvisional: true } }])
  await walk(archive, [message(2), early, message(4), message(5)], 2)
  expect(await archive.window({ view, anchor: { id: uuid(3) }, before: 0, after: 0 })).toMatchObject({
    rows: [{ logIndex: 3, flags: { isProvisional: false } }],
  })
})

test('an event that comes twice is shown once; the stored form replaces the live one, never the other way', async () => {
  const { archive } = openHere()
  const live = message(1)
  const stored = { ...live, parent_id: uuid(0) }
  const frame = JSON.stringify(live)
  expect(await archive.ingestFrames(REF, 'events', [frame, frame])).toMatchObject({ inserted: 1, updated: 0 })
  const walked = await archive.ingestPage(REF, page([stored]), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  expect(walked).toMatchObject({ inserted: 0, updated: 1 })
  expect(await archive.ingestFrames(REF, 'events', [frame])).toMatchObject({ inserted: 0, updated: 0 })
  const app = await archive.ingestPage(REF, page([live]), { side: 'app', walk: 'head', offset: 0 })
  expect(app).toMatchObject({ inserted: 0, updated: 0 })
  expect(JSON.parse((await archive.event(REF, live.id, 0, 10_000)).json)).toEqual(stored)
  expect(await archive.loadState(REF)).toMatchObject({ stored: 1, headCount: 1 })
})

test('history of the app server is ordered by time until the agent server says how it was', async () => {
  const { archive } = openHere()
  const log = messages(8)
  const byTime = [...log]
  ;[log[2], log[3]] = [message(3), message(2)]
  await archive.ingestPage(REF, page(byTime.slice(5).reverse(), '3'), { side: 'app', walk: 'newest' })
  const head = await archive.ingestPage(REF, page(byTime.slice(0, 5), '5'), { side: 'app', walk: 'head', offset: 0 })
  expect(head.load.appOffset).toBe(5)
  expect(await storedIds(archive)).toEqual(byTime.map((event) => event.id))
  await walk(archive, log)
  expect(await storedIds(archive)).toEqual(log.map((event) => event.id))
})

test('the gap of a half-loaded history lies between its beginning and its newest page', async () => {
  const { archive } = openHere()
  const log = messages(50)
  await archive.ingestPage(REF, page(log.slice(-10).reverse(), '10'), { side: 'app', walk: 'newest' })
  await archive.setServerCount(REF, { side: 'agent', count: 50 }, 1)
  await archive.ingestPage(REF, page(log.slice(0, 10), '10'), { side: 'app', walk: 'head', offset: 0 })
  const { view } = await archive.openView(EVERYTHING)
  expect((await shown(archive, view))[10]).toBe('gap 30')
})

test('deltas and full states in a history are counted as items and not stored as events', async () => {
  const { archive } = openHere()
  const delta = {
    id: uuid(90),
    kind: 'StreamingDeltaEvent',
    timestamp: '2026-08-24T09:00:00',
    source: 'agent',
    content: 'x',
  }
  const full = state(91, 'full_state', { execution_status: 'paused', tags: { team: 'web' } })
  const result = await archive.ingestPage(REF, page([message(1), delta, full]), {
    side: 'app',
    walk: 'head',
    offset: 0,
  })
  expect(result).toMatchObject({ ids: [uuid(1)], items: 3, inserted: 1, load: { stored: 1, appOffset: 3 } })
  expect(await archive.facts(REF)).toMatchObject({ executionStatus: 'paused', tags: { team: 'web' } })
})

test('ids that are not stored are named', async () => {
  const { archive } = openHere()
  await walk(archive, messages(3))
  expect(await archive.missingIds(REF, [uuid(1), uuid(7), 'odd-id'])).toEqual([uuid(7), 'odd-id'])
})

test('a page that is not one is refused in words', async () => {
  const { archive } = openHere()
  const origin = { side: 'agent', walk: 'newest' } as const
  await expect(archive.ingestPage(REF, '<html>busy</html>', origin)).rejects.toMatchObject({
    failure: { code: 'not-openhands' },
  })
})

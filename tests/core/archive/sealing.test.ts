import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Archive } from '../../../electron/core/archive/types.ts'
import {
  action,
  allRows,
  durable,
  EVERYTHING,
  message,
  messages,
  observation,
  openHere,
  page,
  REF,
  SPANS,
  storedIds,
  uuid,
  walk,
} from './support.ts'

const spans = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? action(at) : observation(at, at - 1, at % 3)))

/** Stores a log that is settled, but in the tail: it came over a socket. */
async function receive(archive: Archive, events: readonly unknown[]): Promise<void> {
  const frames = events.map((event, seq) => durable(seq, event))
  await archive.ingestFrames(REF, 'session', frames)
}

test('sealing changes nothing that is seen', async () => {
  const { archive, dataDir, close } = openHere()
  await receive(archive, spans(200))
  const { view } = await archive.openView(SPANS)
  const before = await allRows(archive, view)
  const body = await archive.event(REF, uuid(64), 0, 10_000)
  await archive.seal(REF)
  expect(await archive.stats()).toMatchObject({ events: 200, tail: 8, blocks: 3 })
  expect(await allRows(archive, view)).toEqual(before)
  expect(await archive.event(REF, uuid(64), 0, 10_000)).toEqual(body)
  await close()
  const again = openHere(dataDir).archive
  expect(await allRows(again, (await again.openView(SPANS)).view)).toEqual(before)
})

test('live events are sealed only after the conversation has been quiet for a minute', async () => {
  const { archive, timers } = openHere()
  await archive.ingestFrames(
    REF,
    'events',
    messages(70).map((event) => JSON.stringify(event)),
  )
  await archive.seal(REF)
  expect((await archive.stats()).blocks).toBe(0)
  timers.pass(59_000)
  await archive.ingestFrames(REF, 'events', [JSON.stringify(message(70))])
  timers.pass(59_000)
  await archive.seal(REF)
  expect((await archive.stats()).blocks).toBe(0)
  timers.pass(1_000)
  await archive.seal(REF)
  expect(await archive.stats()).toMatchObject({ blocks: 1, tail: 7 })
})

test('a newer form of a sealed event is what is shown, and mostly dead blocks are written anew', async () => {
  const { archive } = openHere()
  const log = messages(128)
  await receive(archive, log)
  await archive.seal(REF)
  const { view } = await archive.openView(EVERYTHING)
  const changed = log.map((event, at) => (at < 20 ? { ...event, source: 'agent', note: 'stored form' } : event))
  const result = await archive.ingestPage(REF, page(changed.slice(0, 64), 'x'), {
    side: 'agent',
    walk: 'head',
    firstLogIndex: 0,
  })
  expect(result).toMatchObject({ updated: 20, inserted: 0 })
  const expectNewest = async () => {
    const rows = await allRows(archive, view)
    expect(rows.map((row) => row.type === 'event' && row.id)).toEqual(log.map((event) => event.id))
    expect(rows.filter((row) => row.type === 'event' && row.lane === 'agent')).toHaveLength(20)
    expect(JSON.parse((await archive.event(REF, uuid(3), 0, 1000)).json)).toEqual(changed[3])
    expect(JSON.parse((await archive.event(REF, uuid(30), 0, 1000)).json)).toEqual(log[30])
  }
  await expectNewest()
  await archive.seal(REF)
  expect(await archive.stats()).toMatchObject({ events: 128, tail: 20, blocks: 2 })
  await expectNewest()
})

test('events get their place in the log also after they were sealed', async () => {
  const { archive, dataDir, close } = openHere()
  const log = messages(64)
  await archive.ingestPage(REF, page([...log].reverse(), null), { side: 'agent', walk: 'newest' })
  await archive.seal(REF)
  expect((await archive.stats()).blocks).toBe(1)
  const swapped = [...log.slice(1), ...log.slice(0, 1)]
  await walk(archive, swapped)
  expect((await archive.stats()).tail).toBe(0)
  await close()
  expect(await storedIds(openHere(dataDir).archive)).toEqual(swapped.map((event) => event.id))
})

test.each(['cols', 'body'])(
  'a damaged block (%s) is reported, the rest is shown, and the next load heals it',
  async (part) => {
    const { archive, dataDir, close } = openHere()
    const log = messages(192)
    await receive(archive, log)
    await archive.setServerCount(REF, { side: 'agent', count: 192 }, 1)
    await archive.seal(REF)
    await close()
    const db = new DatabaseSync(join(dataDir, 'archive.sqlite'))
    db.exec(`UPDATE block SET ${part} = zeroblob(length(${part})) WHERE block = 2`)
    db.close()

    const again = openHere(dataDir)
    const { view } = await again.archive.openView(EVERYTHING)
    const look = () => allRows(again.archive, view)
    await look()
    await again.archive.event(REF, uuid(70), 0, 10).catch(() => undefined)
    expect(again.notices.troubles).toHaveLength(1)
    expect(again.notices.troubles[0]).toContain('64 events are missing')
    const rows = await look()
    expect(rows.map((row) => (row.type === 'gap' ? `gap ${row.count}` : row.id))).toEqual([
      ...log.slice(0, 64).map((event) => event.id),
      'gap 64',
      ...log.slice(128).map((event) => event.id),
    ])
    const load = await again.archive.loadState(REF)
    expect(load).toMatchObject({ stored: 128, headCount: 64, headLastId: uuid(63), gaps: 1 })
    await walk(again.archive, log.slice(63), 63)
    expect(await storedIds(again.archive)).toEqual(log.map((event) => event.id))
    expect(await again.archive.loadState(REF)).toMatchObject({ stored: 192, headCount: 192, gaps: 0 })
  },
)

test('what comes right after a start is sealed in its first pause, although work of the last run waits longer', async () => {
  const first = openHere()
  await first.archive.ingestFrames(REF, 'events', [JSON.stringify(message(0))])
  await first.close()
  const { archive, timers } = openHere(first.dataDir)
  await archive.ingestPage(REF, page(messages(100, 1).reverse()), { side: 'agent', walk: 'newest' })
  timers.pass(300)
  await expect.poll(async () => (await archive.stats()).blocks).toBe(1)
})

test('a conversation that grows all the time does not keep others from being sealed', async () => {
  const { archive, timers, dataDir } = openHere()
  const other = { ...REF, conversationId: 'b'.repeat(32) }
  const newest = (from: number) => page(messages(64, from).reverse())
  timers.isHeld = true
  await archive.ingestPage(REF, newest(0), { side: 'agent', walk: 'newest' })
  await archive.ingestPage(other, newest(0), { side: 'agent', walk: 'newest' })
  for (let turn = 1; turn < 4; turn += 1) {
    timers.pass(250)
    await archive.ingestPage(REF, newest(turn * 64), { side: 'agent', walk: 'newest' })
    timers.turn()
  }
  const db = new DatabaseSync(join(dataDir, 'archive.sqlite'), { readOnly: true })
  expect(db.prepare('SELECT count(DISTINCT conv) AS n FROM block').get()).toEqual({ n: 2 })
  db.close()
})

test('a walk is sealed as it comes, and what is left of it waits in the tail for more', async () => {
  const { archive, dataDir, close } = openHere()
  const log = messages(310)
  await walk(archive, log)
  expect(await archive.stats()).toMatchObject({ events: 310, tail: 10, blocks: 3 })
  await close()
  const again = openHere(dataDir).archive
  expect(await storedIds(again)).toEqual(log.map((event) => event.id))
  expect(JSON.parse((await again.event(REF, uuid(305), 0, 1000)).json)).toEqual(log[305])
})

test('a page that repeats events, in one form and in a newer one, shows each once and in its newest form', async () => {
  const { archive, dataDir, close } = openHere()
  const log = messages(90)
  const newer = { ...message(5), source: 'agent', note: 'newer' }
  await archive.ingestPage(REF, page([...log.slice(0, 50), newer, ...log.slice(50), message(7)]), {
    side: 'app',
    walk: 'head',
    offset: 0,
  })
  const expectNewest = async (now: Archive) => {
    const rows = await allRows(now, (await now.openView(EVERYTHING)).view)
    expect(rows.map((row) => row.type === 'event' && row.id)).toEqual(log.map((event) => event.id))
    expect(rows[5]).toMatchObject({ lane: 'agent' })
    expect(JSON.parse((await now.event(REF, uuid(5), 0, 1000)).json)).toEqual(newer)
    expect(JSON.parse((await now.event(REF, uuid(7), 0, 1000)).json)).toEqual(log[7])
  }
  await expectNewest(archive)
  await close()
  await expectNewest(openHere(dataDir).archive)
})

test('a walk tells the places of sealed events in the log, and replaces older forms of them', async () => {
  const { archive, dataDir } = openHere()
  const log = messages(200)
  await archive.ingestPage(REF, page(log), { side: 'app', walk: 'head', offset: 0 })
  expect(await archive.stats()).toMatchObject({ tail: 0, blocks: 2 })
  const changed = [...log.slice(1), { ...log[0], note: 'stored form' }]
  await walk(archive, changed)
  expect(await archive.stats()).toMatchObject({ events: 200, tail: 1, blocks: 2 })
  expect(await storedIds(archive)).toEqual(changed.map((event) => event.id))
  expect(await storedIds(openHere(dataDir).archive)).toEqual(changed.map((event) => event.id))
})

test('the log of what was written is cut when everything is sealed, or nothing comes for a while', async () => {
  const { archive, timers, dataDir } = openHere()
  const log = () => statSync(join(dataDir, 'archive.sqlite-wal')).size
  await walk(archive, messages(200))
  expect(log()).toBeGreaterThan(0)
  await archive.seal(REF)
  expect(log()).toBe(0)
  await archive.ingestFrames(REF, 'session', [durable(200, message(200))])
  expect(log()).toBeGreaterThan(0)
  await expect
    .poll(() => {
      timers.pass(20_000)
      return log()
    })
    .toBe(0)
})

import { beforeAll, expect, test } from 'vitest'
import {
  action,
  allRows,
  durable,
  EVERYTHING,
  message,
  observation,
  openHere,
  page,
  REF,
  SPANS,
  shown,
  uuid,
  walk,
} from './support.ts'

/** 100 blocks: more than are read at once. */
const COUNT = 6_400
const log = Array.from({ length: COUNT }, (_, at) => {
  if (at % 3 === 0) return message(at)
  return at % 3 === 1 ? action(at) : observation(at, at - 1)
})

/** A sealed long conversation, opened in a new run whose background work is held. */
async function reopened(arrive: (archive: ReturnType<typeof openHere>['archive']) => Promise<void>) {
  const first = openHere()
  await arrive(first.archive)
  await first.archive.seal(REF)
  await first.close()
  const here = openHere(first.dataDir)
  here.timers.isHeld = true
  return here
}

const walked = () => reopened((archive) => walk(archive, log))
let idsInOrder: string[] = []

beforeAll(() => {
  idsInOrder = log.map((event) => event.id)
})

test('the end of a long conversation is shown before all of it is read, and the rest follows in one change', async () => {
  const { archive, timers, notices } = await walked()
  const { view, count } = await archive.openView(EVERYTHING)
  expect(count).toBe(COUNT)
  const end = await archive.window({ view, anchor: 'end', before: 59, after: 0 })
  expect(end.rows.map((row) => row.type === 'event' && row.id)).toEqual(idsInOrder.slice(-60))
  const { rows } = await archive.window({ view, anchor: { position: 0 }, before: 0, after: 9 })
  expect(rows).toMatchObject([{ type: 'gap', position: 0, count: 10, reason: 'loading' }])
  timers.release()
  timers.pass(40)
  expect(notices.views).toMatchObject([{ view, count: COUNT, changedFrom: 0 }])
  expect(await shown(archive, view)).toEqual(idsInOrder)
})

test('rows at the end do not move when the rest is read', async () => {
  const { archive, timers } = await walked()
  const { view } = await archive.openView(EVERYTHING)
  const before = await archive.window({ view, anchor: 'end', before: 59, after: 0 })
  timers.release()
  const after = await archive.window({ view, anchor: 'end', before: 59, after: 0 })
  expect(after.rows).toEqual(before.rows)
})

test('an event that is not read yet is found by its id', async () => {
  const { archive } = await walked()
  const { view } = await archive.openView(EVERYTHING)
  const found = await archive.window({ view, anchor: { id: uuid(30) }, before: 0, after: 0 })
  expect(found).toMatchObject({ anchorPosition: 30, rows: [{ id: uuid(30) }] })
})

test('the newest page is the end, although it was stored first', async () => {
  const { archive } = await reopened(async (before) => {
    await before.ingestPage(REF, page(log.slice(-100).reverse(), 'x'), { side: 'agent', walk: 'newest' })
    await walk(before, log.slice(0, -200), 0, false)
    await before.setServerCount(REF, { side: 'agent', count: COUNT }, 1)
  })
  const { view } = await archive.openView(EVERYTHING)
  const end = await archive.window({ view, anchor: 'end', before: 220, after: 0 })
  expect(end.rows.map((row) => (row.type === 'gap' ? `gap ${row.count}` : row.id))).toEqual([
    ...idsInOrder.slice(-221, -200),
    'gap 100',
    ...idsInOrder.slice(-100),
  ])
})

test('what happens while the rest is being read is not lost', async () => {
  const { archive, timers } = await walked()
  const { view } = await archive.openView(SPANS)
  const changed = log.slice(0, 40).map((event) => ({ ...event, note: 'stored form' }))
  await archive.ingestPage(REF, page(changed, 'x'), { side: 'agent', walk: 'head', firstLogIndex: 0 })
  await archive.ingestFrames(REF, 'session', [
    durable(COUNT, action(COUNT)),
    durable(COUNT + 1, observation(COUNT + 1, COUNT)),
  ])
  timers.release()
  timers.pass(40)
  await archive.seal(REF)
  const rows = await allRows(archive, view)
  const expected = [...log, action(COUNT)].filter((event) => event.kind !== 'ObservationEvent').map((event) => event.id)
  expect(rows.map((row) => row.type === 'event' && row.id)).toEqual(expected)
  const bytes = rows.reduce((sum, row) => sum + (row.type === 'event' ? row.bytes : 0), 0)
  const all = [...changed, ...log.slice(40), action(COUNT), observation(COUNT + 1, COUNT)]
  expect(bytes).toBe(all.reduce((sum, event) => sum + JSON.stringify(event).length, 0))
})

test('the strip counts all of it', async () => {
  const { archive, timers } = await walked()
  const { view } = await archive.openView(EVERYTHING)
  const strip = archive.overview({ view, buckets: 4, clock: 'wall' })
  timers.release()
  const counts = Object.values((await strip).lanes).flat()
  expect(counts.reduce((sum, count) => sum + count)).toBe(COUNT)
})

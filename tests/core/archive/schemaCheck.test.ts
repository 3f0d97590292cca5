import { expect, test } from 'vitest'
import type { Archive } from '../../../electron/core/archive/types.ts'
import { allRows, EVERYTHING, message, messages, openHere, page, REF, SPANS, shown, walk } from './support.ts'

/** Every tenth event has a field of a wrong type. */
const log = messages(250).map((event, at) => (at % 10 === 0 ? { ...event, llm_message: 7 } : event))

async function marked(archive: Archive): Promise<number[]> {
  const { view } = await archive.openView(EVERYTHING)
  const rows = await allRows(archive, view)
  return rows.flatMap((row, at) => (row.type === 'event' && row.flags.isNonconforming ? [at] : []))
}
const everyTenth = Array.from({ length: 25 }, (_, at) => at * 10)

test('events of a walk that deviate from the contract are marked in the next pause, also in an open view', async () => {
  const { archive, timers, notices, dataDir } = openHere()
  const { view } = await archive.openView(SPANS)
  await walk(archive, log)
  timers.pass(40)
  expect((await archive.loadState(REF)).nonconforming).toBe(0)
  const before = notices.views.length
  timers.pass(250)
  await archive.seal(REF)
  timers.pass(40)
  expect(await archive.loadState(REF)).toMatchObject({ stored: 250, nonconforming: 25 })
  expect(notices.views.length).toBeGreaterThan(before)
  expect(notices.loads.at(-1)).toMatchObject({ stored: 250, nonconforming: 25 })
  const rows = await allRows(archive, view)
  expect(rows.filter((row) => row.type === 'event' && row.flags.isNonconforming)).toHaveLength(25)
  expect(await shown(archive, view)).toEqual(log.map((event) => event.id))
  expect(await marked(openHere(dataDir).archive)).toEqual(everyTenth)
})

test('a run that ended before everything was checked leaves the rest to the next one, and nothing is counted twice', async () => {
  const first = openHere()
  await walk(first.archive, log)
  await first.close()
  const second = openHere(first.dataDir)
  second.timers.pass(5_000)
  await second.archive.seal(REF)
  expect((await second.archive.loadState(REF)).nonconforming).toBe(25)
  await second.close()
  const third = openHere(first.dataDir)
  third.timers.pass(5_000)
  await third.archive.seal(REF)
  expect((await third.archive.loadState(REF)).nonconforming).toBe(25)
  expect(await marked(third.archive)).toEqual(everyTenth)
})

test('a newer form that is as the contract says is no longer marked', async () => {
  const { archive } = openHere()
  await walk(archive, log)
  await archive.seal(REF)
  await walk(archive, messages(250))
  expect((await archive.loadState(REF)).nonconforming).toBe(0)
  await walk(archive, log)
  await archive.seal(REF)
  expect((await archive.loadState(REF)).nonconforming).toBe(25)
  expect(await marked(archive)).toEqual(everyTenth)
})

test('what is not sealed at once is checked at once', async () => {
  const { archive } = openHere()
  await archive.ingestPage(REF, page([{ ...message(1), source: 7 }, message(2)]), {
    side: 'agent',
    walk: 'head',
    firstLogIndex: 0,
  })
  expect((await archive.loadState(REF)).nonconforming).toBe(1)
  expect(await marked(archive)).toEqual([0])
})

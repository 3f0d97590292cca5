import { expect, test } from 'vitest'
import type { Row } from '../../../shared/domain/index.ts'
import {
  action,
  allRows,
  durable,
  EVERYTHING,
  filterOf,
  message,
  messages,
  observation,
  openHere,
  page,
  REF,
  SPANS,
  shown,
  state,
  time,
  uuid,
  walk,
} from './support.ts'

const eventRow = (row: Row | undefined) => {
  if (row?.type !== 'event') throw new Error('not an event row')
  return row
}

test('an action and its result share a row that ends when the result came', async () => {
  const { archive } = openHere()
  await walk(archive, [message(0), action(1), observation(2, 1, 1)])
  const { view, count } = await archive.openView(SPANS)
  expect(count).toBe(2)
  const { rows } = await archive.window({ view, anchor: 'end', before: 0, after: 0 })
  expect(rows).toMatchObject([
    {
      id: uuid(1),
      pairedId: uuid(2),
      label: 'terminal',
      summary: 'command 1',
      span: { state: 'failed', durationUs: 1000 },
      result: 'exit 1',
      flags: { isError: true },
      bytes: JSON.stringify(action(1)).length + JSON.stringify(observation(2, 1, 1)).length,
    },
  ])
})

test.each([
  ['its result', observation(7, 9), 'done'],
  ['a rejection', { ...observation(7, 9), kind: 'UserRejectObservation', rejection_reason: 'no' }, 'rejected'],
  [
    'an agent error, which names only the call',
    { ...observation(7, 9), kind: 'AgentErrorEvent', action_id: undefined, error: 'x' },
    'failed',
  ],
  ['a result that names another action but the same call', { ...observation(7, 9), action_id: uuid(99) }, 'done'],
])('an action that comes after %s is joined with it', async (_what, answer, spanState) => {
  const { archive } = openHere()
  const { view } = await archive.openView(SPANS)
  await archive.ingestFrames(REF, 'session', [durable(0, answer), durable(1, action(9))])
  const rows = await allRows(archive, view)
  expect(rows).toMatchObject([{ id: uuid(9), pairedId: uuid(7), span: { state: spanState } }])
})

test('every event has a row of its own in raw order', async () => {
  const { archive } = openHere()
  await walk(archive, [message(0), action(1), observation(2, 1)])
  const { view } = await archive.openView(EVERYTHING)
  expect(await shown(archive, view)).toEqual([uuid(0), uuid(1), uuid(2)])
})

test('a filter shows rows of which every part fits, of either half of a span', async () => {
  const { archive } = openHere()
  const log = [
    message(0),
    action(1),
    observation(2, 1, 1),
    action(3),
    observation(4, 3, 0),
    state(5, 'execution_status', 'error'),
  ]
  await walk(archive, log)
  const ids = async (text: string) => {
    const { view } = await archive.openView({ conversation: REF, filter: filterOf(text), order: 'spans' })
    return shown(archive, view)
  }
  expect(await ids('is:error')).toEqual([uuid(1), uuid(5)])
  expect(await ids('-is:error')).toEqual([uuid(0), uuid(3)])
  expect(await ids('kind:observation')).toEqual([uuid(1), uuid(3)])
  expect(await ids('lane:tool,env is:error')).toEqual([uuid(1), uuid(5)])
  expect(await ids('tool:terminal lane:user')).toEqual([])
  expect(await ids('tool:"no such tool"')).toEqual([])
})

test('an anchor finds its event by id, an answer in the row of its action, a filtered one near by', async () => {
  const { archive } = openHere()
  await walk(archive, [message(0), action(1), observation(2, 1), message(3)])
  const { view } = await archive.openView(SPANS)
  const at = async (id: string) => (await archive.window({ view, anchor: { id }, before: 1, after: 1 })).anchorPosition
  expect(await at(uuid(2))).toBe(1)
  expect(await at(uuid(3))).toBe(2)
  expect(await at(uuid(77))).toBe(null)
  const errors = await archive.openView({ conversation: REF, filter: filterOf('kind:MessageEvent'), order: 'spans' })
  const near = await archive.window({ view: errors.view, anchor: { id: uuid(1) }, before: 0, after: 0 })
  expect(near).toMatchObject({ anchorPosition: null, first: 1, rows: [{ id: uuid(3) }] })
})

test('a window beyond the edges gives what is there', async () => {
  const { archive } = openHere()
  const { view } = await archive.openView(EVERYTHING)
  expect(await archive.window({ view, anchor: 'end', before: 9, after: 9 })).toMatchObject({
    count: 0,
    first: 0,
    rows: [],
    anchorPosition: null,
  })
  await walk(archive, messages(3))
  expect((await archive.window({ view, anchor: { position: 50 }, before: 100, after: 100 })).rows).toHaveLength(3)
})

test('a waiting action is marked as such, and no longer once it is answered', async () => {
  const { archive, notices } = openHere()
  const { view } = await archive.openView(SPANS)
  const last = async () => {
    const rows = await allRows(archive, view)
    return eventRow(rows.find((row) => row.type === 'event' && row.id === uuid(1)))
  }
  await walk(archive, [state(0, 'execution_status', 'running'), action(1)], 0, false)
  expect((await last()).span.state).toBe('running')
  await walk(archive, [state(2, 'execution_status', 'waiting_for_confirmation')], 2)
  expect(await last()).toMatchObject({ span: { state: 'pending' }, result: 'confirm' })
  expect((await archive.facts(REF)).pending).toEqual([
    { eventId: uuid(1), tool: 'terminal', summary: 'command 1', risk: 'LOW' },
  ])
  await walk(archive, [observation(3, 1)], 3)
  expect(await last()).toMatchObject({ span: { state: 'done' }, result: '' })
  expect((await archive.facts(REF)).pending).toEqual([])
  expect(notices.facts.at(-1)?.pending).toEqual([])
})

test('facts are the newest of the log, in whichever order pages come', async () => {
  const { archive } = openHere()
  const log = [
    state(0, 'execution_status', 'running'),
    action(1),
    observation(2, 1),
    state(3, 'execution_status', 'finished'),
  ]
  await archive.ingestPage(REF, page(log.slice(2).reverse(), 'x'), { side: 'agent', walk: 'newest' })
  await walk(archive, log)
  expect(await archive.facts(REF)).toMatchObject({ executionStatus: 'finished', pending: [] })
})

test('a state row says what the state was before', async () => {
  const { archive } = openHere()
  await walk(archive, [state(0, 'execution_status', 'idle'), message(1), state(2, 'execution_status', 'running')])
  const { view } = await archive.openView(SPANS)
  const { rows } = await archive.window({ view, anchor: 'end', before: 0, after: 0 })
  expect(eventRow(rows[0]).summary).toBe('execution_status idle → running')
})

test('events that a condensation forgot are marked, also those that come later', async () => {
  const { archive } = openHere()
  const { view } = await archive.openView(EVERYTHING)
  const condensation = { ...message(5), kind: 'Condensation', forgotten_event_ids: [uuid(1), uuid(9)] }
  await walk(archive, [message(0), message(1), condensation, message(9)])
  const rows = await allRows(archive, view)
  expect(rows.map((row) => eventRow(row).flags.isCondensed)).toEqual([false, true, false, true])
})

test('a change is told once, with the position from which rows differ', async () => {
  const { archive, notices, timers } = openHere()
  await walk(archive, [...messages(20), action(20)])
  const { view, revision } = await archive.openView(SPANS)
  for (const seq of [21, 22, 23]) await archive.ingestFrames(REF, 'session', [durable(seq, message(seq))])
  expect(notices.views).toEqual([])
  timers.pass(40)
  expect(notices.views).toEqual([{ view, revision: revision + 1, count: 24, changedFrom: 21 }])
  await archive.ingestFrames(REF, 'session', [durable(24, observation(24, 20))])
  timers.pass(40)
  expect(notices.views.at(-1)).toEqual({ view, revision: revision + 2, count: 24, changedFrom: 20 })
  timers.pass(1000)
  expect(notices.views).toHaveLength(2)
})

test('the first rows of a load are told at once, its progress twice a second', async () => {
  const { archive, notices, timers } = openHere()
  const log = messages(500)
  await archive.openView(EVERYTHING)
  await archive.ingestPage(REF, page(log.slice(-100).reverse(), 'x'), { side: 'agent', walk: 'newest' })
  timers.pass(40)
  expect(notices.views).toHaveLength(1)
  for (let from = 0; from < 300; from += 100) {
    await walk(archive, log.slice(from, from + 100), from, false)
    timers.pass(40)
  }
  expect(notices.views).toHaveLength(1)
  timers.pass(500)
  expect(notices.views).toHaveLength(2)
})

test('the first rows of one conversation do not wait for the progress of another', async () => {
  const { archive, notices, timers } = openHere()
  const other = { ...REF, conversationId: 'b'.repeat(32) }
  const log = messages(500)
  await archive.openView(EVERYTHING)
  await archive.ingestPage(REF, page(log.slice(-100).reverse(), 'x'), { side: 'agent', walk: 'newest' })
  timers.pass(40)
  await walk(archive, log.slice(0, 100), 0, false)
  const { view } = await archive.openView({ ...EVERYTHING, conversation: other })
  await archive.ingestPage(other, page([message(900)], 'x'), { side: 'agent', walk: 'newest' })
  timers.pass(1)
  expect(notices.views.map((notice) => notice.view)).toContain(view)
})

test('a view that nobody uses is closed after five minutes and can be opened again', async () => {
  const { archive, timers } = openHere()
  await walk(archive, messages(3))
  const { view } = await archive.openView(EVERYTHING)
  const look = () => archive.window({ view, anchor: 'end', before: 0, after: 0 })
  timers.pass(4 * 60_000)
  await look()
  timers.pass(4 * 60_000)
  await look()
  timers.pass(5 * 60_000)
  await expect(look()).rejects.toMatchObject({ failure: { code: 'gone' } })
  expect((await archive.openView(EVERYTHING)).count).toBe(3)
})

test('the strip counts rows by lane and time, and errors beside them', async () => {
  const { archive } = openHere()
  await walk(archive, [message(0), action(1), observation(2, 1, 1), message(10, { timestamp: time(10_000) })])
  const { view } = await archive.openView(SPANS)
  const strip = await archive.overview({ view, buckets: 10, clock: 'wall' })
  expect(strip.lanes.user).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(strip.lanes.tool?.slice(0, 2)).toEqual([1, 0])
  expect(strip.errors.reduce((sum, count) => sum + count)).toBe(1)
  expect(strip.positions).toEqual([0, 2, 2, 2, 2, 2, 2, 2, 2, 2])
  expect(strip.endUs - strip.startUs).toBe(10_000)
})

test('the active clock shortens pauses', async () => {
  const { archive } = openHere()
  await walk(archive, [
    message(0),
    message(1, { timestamp: time(3_600_000_000) }),
    message(2, { timestamp: time(3_630_000_000) }),
  ])
  const { view } = await archive.openView(SPANS)
  const strip = await archive.overview({ view, buckets: 3, clock: 'active' })
  expect(strip.lanes.user).toEqual([1, 1, 1])
})

test('an empty view has an empty strip', async () => {
  const { archive } = openHere()
  const { view } = await archive.openView(SPANS)
  expect(await archive.overview({ view, buckets: 2, clock: 'wall' })).toMatchObject({
    errors: [0, 0],
    positions: [0, 0],
  })
})

test('a view opens with the rows that were wished for, of a long conversation too', async () => {
  const { archive } = openHere()
  await walk(archive, messages(3_000))
  const first = { anchor: 'end' as const, before: 4, after: 0 }
  const { view, window, count, revision } = await archive.openView(EVERYTHING, first)
  expect(window?.rows.map((row) => row.type === 'event' && row.id)).toEqual([2995, 2996, 2997, 2998, 2999].map(uuid))
  expect({ count, revision }).toEqual({ count: window?.count, revision: window?.revision })
  expect((await archive.window({ view, ...first })).rows).toHaveLength(5)
  const around = { anchor: { id: uuid(7) }, before: 1, after: 1 }
  const again = await archive.openView({ ...EVERYTHING, filter: filterOf('lane:user') }, around)
  expect(again.window).toMatchObject({
    first: 6,
    anchorPosition: 7,
    rows: [{ id: uuid(6) }, { id: uuid(7) }, { id: uuid(8) }],
  })
})

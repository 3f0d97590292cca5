import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRows, durable, EVERYTHING, message, openHere, page, REF, storedIds, uuid, walk } from './support.ts'

test.each([
  ['not JSON', '{"id":'],
  ['an empty frame', ''],
  ['a number', '42'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an event without an id', '{"kind":"PauseEvent"}'],
  ['an event without a kind', '{"id":"x"}'],
  ['an id that is not text', '{"kind":"PauseEvent","id":7}'],
])('%s is counted as malformed and disturbs nothing', async (_what, frame) => {
  const { archive } = openHere()
  const frames = [JSON.stringify(message(1)), frame, JSON.stringify(message(2))]
  const result = await archive.ingestFrames(REF, 'events', frames)
  expect(result.ids).toEqual([uuid(1), uuid(2)])
  expect(result.signals.map((signal) => signal.type)).toEqual(['durable', 'malformed', 'durable'])
  expect((await archive.loadState(REF)).malformed).toBe(1)
})

test('counts of malformed frames outlive a restart', async () => {
  const first = openHere()
  await first.archive.ingestFrames(REF, 'session', [
    'nonsense',
    '{"type":"durable","seq":0,"event":null}',
    '{"type":"odd"}',
  ])
  await first.close()
  expect((await openHere(first.dataDir).archive.loadState(REF)).malformed).toBe(3)
})

test('frames of the session socket become signals in their order', async () => {
  const { archive } = openHere()
  const { signals } = await archive.ingestFrames(
    REF,
    'session',
    [
      { type: 'sync', from_seq: -1, through_seq: 11 },
      { type: 'sync' },
      { type: 'item_started', item_id: 'i', attempt: 1 },
      { type: 'delta', item_id: 'i', order: 0, kind: 'reasoning', content: 'Hm' },
      { type: 'item_aborted', item_id: 'i' },
      { type: 'durable', seq: 0, event: message(1) },
      { type: 'error', code: 'ValidationError', detail: 'no' },
    ].map((frame) => JSON.stringify(frame)),
  )
  expect(signals).toEqual([
    { type: 'sync', fromSeq: -1, throughSeq: 11 },
    { type: 'sync', fromSeq: null, throughSeq: null },
    { type: 'item_started', itemId: 'i' },
    { type: 'delta', itemId: 'i', kind: 'reasoning', text: 'Hm' },
    { type: 'item_aborted', itemId: 'i' },
    { type: 'durable', eventId: uuid(1), kind: 'MessageEvent' },
    { type: 'error', code: 'ValidationError', detail: 'no' },
  ])
})

test('deltas of the events socket are drafts and are never stored', async () => {
  const { archive } = openHere()
  const delta = {
    id: uuid(1),
    kind: 'StreamingDeltaEvent',
    timestamp: '2026-08-24T09:00:00',
    content: 'Hel',
    reasoning_content: 'x',
  }
  const { signals, ids } = await archive.ingestFrames(REF, 'events', [JSON.stringify(delta)])
  expect(ids).toEqual([])
  expect(signals).toEqual([
    { type: 'delta', itemId: 'live', kind: 'reasoning', text: 'x' },
    { type: 'delta', itemId: 'live', kind: 'text', text: 'Hel' },
  ])
  expect((await archive.stats()).events).toBe(0)
})

test('an event of 20 MB is stored, shown and read in ranges', async () => {
  const { archive } = openHere()
  const text = 'x'.repeat(20_000_000)
  await archive.ingestFrames(REF, 'session', [
    durable(0, message(1, { llm_message: { role: 'user', content: [{ type: 'text', text }] } })),
  ])
  await archive.seal(REF)
  const { view } = await archive.openView(EVERYTHING)
  const [row] = await allRows(archive, view)
  expect(row).toMatchObject({ type: 'event', summary: `${'x'.repeat(199)}…` })
  const body = await archive.event(REF, uuid(1), 10_000_000, 10)
  expect(body).toMatchObject({ json: 'xxxxxxxxxx', deviations: [] })
  expect(body.totalLength).toBeGreaterThan(20_000_000)
})

test('an event nested a hundred thousand deep is stored and shown', async () => {
  const { archive } = openHere()
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
  const frame = `{"kind":"FutureEvent","id":"deep","timestamp":"2026-08-24T09:00:00","source":"agent","tkn":1,"payload":${deep}}`
  await archive.ingestFrames(REF, 'events', [frame])
  expect(await storedIds(archive)).toEqual(['deep'])
  expect(JSON.parse((await archive.event(REF, 'deep', 0, 100_000)).json)).toMatchObject({ kind: 'FutureEvent' })
})

test('every oddity of the tolerance samples is stored, shown, and marked when it deviates', async () => {
  const { archive } = openHere()
  const lines = readFileSync(new URL('../../data/contract/event-samples-tolerance.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const events = lines
    .map((line): { event: { id: string; kind: string } } => JSON.parse(line))
    .map(({ event }) => event)
  await archive.ingestPage(REF, page(events), { side: 'agent', walk: 'newest' })
  const ids = await storedIds(archive)
  expect(new Set(ids)).toEqual(new Set(events.map((event) => event.id)))
  const { view } = await archive.openView(EVERYTHING)
  const rows = await allRows(archive, view)
  expect(rows.find((row) => row.type === 'event' && row.kind === 'FutureEvent')).toMatchObject({
    label: 'FutureEvent',
    summary: 'payload={"a":1}',
    flags: { isNonconforming: true },
  })
  const unknown = await archive.event(REF, '11111111-1111-4111-8111-111111111111', 0, 1000)
  expect(unknown.deviations).toMatchObject([{ path: 'kind', problem: 'unknown kind' }])
})

test('ids that are no UUIDs are kept apart from those that are', async () => {
  const { archive } = openHere()
  const ids = [
    uuid(1),
    `${uuid(1)}-summary`,
    uuid(1).toUpperCase().replace('8', 'A'),
    '01J0ULID',
    'id\nwith a line break',
  ]
  await walk(
    archive,
    ids.map((id) => message(1, { id })),
  )
  expect(await storedIds(archive)).toEqual(ids)
})

test('a log number beyond any log is stored and does not stop the order', async () => {
  const { archive } = openHere()
  await archive.ingestFrames(REF, 'session', [
    durable(0, message(1)),
    durable(2 ** 40, message(2)),
    durable(1, message(3)),
  ])
  const { view, count } = await archive.openView(EVERYTHING)
  expect(count).toBe(2 ** 40 + 1)
  const { rows } = await archive.window({ view, anchor: 'end', before: 0, after: 0 })
  expect(rows).toMatchObject([{ id: uuid(2) }])
})

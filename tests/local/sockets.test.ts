import { expect, test } from 'vitest'
import { ManualClock } from '../../electron/local/index.ts'
import { type Any, start, until } from './support/client.ts'
import { agent } from './support/schemas.ts'

test('the events socket sends full_state first, then what was asked for', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(230)
  const ids = bench.service.control.eventIds(record.id)
  const all = bench.socket(record, 'events', 'resend_mode=all')
  await until(() => all.frames.length === 231)
  expect(all.frames[0]).toMatchObject({ key: 'full_state', kind: 'ConversationStateUpdateEvent' })
  expect(all.frames.slice(1).map((frame: Any) => frame.id)).toEqual(ids)
  agent('/components/schemas/ConversationStateUpdateEvent')(all.frames[0])
  const from = all.frames[201]
  const since = bench.socket(record, 'events', `resend_mode=since&after_timestamp=${from.timestamp}`)
  await until(() => since.frames.length === 31)
  expect(since.frames[1].id).toBe(from.id)
  const live = bench.socket(record, 'events')
  await until(() => live.frames.length === 1)
})

test('handshakes that cannot be right are refused with 403, later faults close with their code', async () => {
  const clock = new ManualClock()
  const bench = await start({ empty: true, clock })
  const record = await bench.generated(5)
  for (const query of ['resend_mode=often', 'resend_mode=since&after_timestamp=noon', 'session_api_key=wrong']) {
    const socket = bench.socket(record, 'events', query, false)
    expect(await until(() => socket.refused)).toBe(403)
  }
  const badId = bench.socket(
    { ...record, conversation_url: record.conversation_url.replace(/[^/]+$/, 'no-id') },
    'events',
  )
  expect(await until(() => badId.refused)).toBe(403)
  const wrong = bench.socket(record, 'events', '', false)
  await wrong.opened()
  wrong.socket.send(JSON.stringify({ type: 'auth', session_api_key: 'wrong' }))
  expect([await until(() => wrong.code), wrong.reason]).toEqual([4001, 'Authentication failed'])
  const early = bench.socket(record, 'session', '', false)
  await early.opened()
  early.socket.send(JSON.stringify({ role: 'user', content: [] }))
  expect(await until(() => early.code)).toBe(4001)
  const silent = bench.socket(record, 'events', '', false)
  await silent.opened()
  clock.advance(9_990)
  expect(silent.code).toBeUndefined()
  clock.advance(20)
  expect(await until(() => silent.code)).toBe(4001)
  const unknown = bench.socket(
    { ...record, conversation_url: record.conversation_url.replace(/[^/]+$/, '0'.repeat(32)) },
    'events',
  )
  expect([await until(() => unknown.code), unknown.reason]).toEqual([4004, 'Conversation not found'])
})

test('a first frame with the key is enough', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  const socket = bench.socket(record, 'events', '', false)
  await socket.opened()
  socket.socket.send(JSON.stringify({ type: 'auth', session_api_key: record.session_api_key }))
  await socket.find((frame) => frame.key === 'full_state')
  socket.socket.send(JSON.stringify({ type: 'auth', session_api_key: record.session_api_key }))
  expect(socket.code).toBeUndefined()
})

test('the 49th subscriber is turned away', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  for (let i = 0; i < 48; i++) bench.socket(record, 'events')
  await until(() => bench.service.control.subscribers(record.id) === 48)
  const late = bench.socket(record, 'events')
  expect(await until(() => late.code)).toBe(1013)
})

test('live frames come in the order of the log, and deltas are not stored', async () => {
  const bench = await start()
  const record = await bench.generated(20)
  const socket = bench.socket(record, 'events')
  await socket.find((frame) => frame.key === 'full_state')
  socket.socket.send(JSON.stringify({ role: 'user', content: [{ type: 'text', text: 'Fix the flaky test' }] }))
  await socket.find((frame) => frame.key === 'execution_status' && frame.value === 'finished')
  const stored = bench.service.control.eventIds(record.id).slice(20)
  const deltas = socket.frames.filter((frame) => frame.kind === 'StreamingDeltaEvent')
  expect(deltas.length).toBeGreaterThan(10)
  agent('/components/schemas/StreamingDeltaEvent')(deltas[0])
  const durable = socket.frames.filter((frame) => frame.kind !== 'StreamingDeltaEvent' && frame.key !== 'full_state')
  expect(durable.map((frame) => frame.id)).toEqual(stored)
})

test('frames that are no messages come back as errors and the socket stays open', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  const [events, session] = [bench.socket(record, 'events'), bench.socket(record, 'session')]
  for (const socket of [events, session]) {
    await until(() => socket.frames.length > 0)
    for (const text of ['not json', '[]', '{"type":"ping"}']) socket.socket.send(text)
  }
  await until(() => events.frames.filter((frame) => frame.kind === 'ServerErrorEvent').length === 3)
  await until(() => session.frames.filter((frame) => frame.type === 'error').length === 3)
  const codes = events.frames.filter((frame) => frame.kind === 'ServerErrorEvent').map((frame) => frame.code)
  expect(codes).toEqual(['JSONDecodeError', 'ValidationError', 'ValidationError'])
  expect(events.code ?? session.code).toBeUndefined()
})

test('the session socket resumes exactly after the sequence number it is given', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(320)
  const ids = bench.service.control.eventIds(record.id)
  const whole = bench.socket(record, 'session', 'after_seq=-1')
  await whole.find((frame) => frame.type === 'transient')
  expect(whole.frames[0]).toEqual({ type: 'sync', from_seq: -1, through_seq: 319 })
  expect(whole.frames.slice(1, -1).map((frame) => [frame.type, frame.seq, frame.event.id])).toEqual(
    ids.map((id, seq) => ['durable', seq, id]),
  )
  expect(whole.frames.at(-1).event.key).toBe('full_state')
  const rest = bench.socket(record, 'session', 'after_seq=300')
  await rest.find((frame) => frame.type === 'transient')
  expect(rest.frames.filter((frame) => frame.type === 'durable').map((frame) => frame.seq)).toEqual(
    Array.from({ length: 19 }, (_, i) => 301 + i),
  )
  const live = bench.socket(record, 'session')
  await live.find((frame) => frame.type === 'transient')
  expect(live.frames[0]).toEqual({ type: 'sync', through_seq: 319 })
  bench.service.control.append(record.id, 5)
  await until(() => live.frames.filter((frame) => frame.type === 'durable').length === 5)
  expect(live.frames.at(-1).seq).toBe(324)
})

test('an item of the session socket becomes the event with its id', async () => {
  const bench = await start()
  const record = await bench.generated(10)
  const socket = bench.socket(record, 'session', 'after_seq=9')
  await socket.find((frame) => frame.type === 'transient')
  await bench.agent(record, '/events', 'POST', { content: [{ type: 'text', text: 'Fix the flaky test' }], run: true })
  const started = await socket.find((frame) => frame.type === 'item_started')
  expect(started).toMatchObject({ attempt: 1, anchor_seq: expect.any(Number) })
  const durable = await socket.find((frame) => frame.type === 'durable' && frame.event.id === started.item_id)
  const deltas = socket.frames.filter((frame) => frame.type === 'delta' && frame.item_id === started.item_id)
  expect(deltas.map((frame) => frame.order)).toEqual(deltas.map((_, i) => i))
  const said = deltas.filter((frame) => frame.kind === 'text').map((frame) => frame.content)
  expect(said.join('')).toBe(durable.event.thought[0].text)
})

test('an interrupt while the model speaks aborts the item', async () => {
  const bench = await start({ speed: 3 })
  const record = await bench.generated(10)
  const socket = bench.socket(record, 'session')
  await socket.find((frame) => frame.type === 'transient')
  await bench.agent(record, '/events', 'POST', { content: [{ type: 'text', text: 'Fix the flaky test' }], run: true })
  const started = await socket.find((frame) => frame.type === 'item_started')
  await bench.agent(record, '/interrupt', 'POST')
  await socket.find((frame) => frame.type === 'item_aborted' && frame.item_id === started.item_id)
})

test('older servers have no session socket', async () => {
  const bench = await start({ empty: true, dialect: '1.34' })
  const socket = bench.socket(await bench.generated(5), 'session')
  expect(await until(() => socket.refused)).toBe(403)
})

test('the server pings', async () => {
  const bench = await start({ empty: true, pingMs: 10 })
  const socket = bench.socket(await bench.generated(5), 'events')
  await until(() => socket.pings > 1)
})

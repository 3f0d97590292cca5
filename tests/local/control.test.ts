import { expect, test } from 'vitest'
import { type Any, start, until } from './support/client.ts'

const SEARCH = '/api/v1/app-conversations/search'

test('dropped sockets end with 1006 and a new one can be opened', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  const socket = bench.socket(record, 'events')
  await socket.find((frame) => frame.key === 'full_state')
  bench.service.control.dropSockets()
  expect(await until(() => socket.code)).toBe(1006)
  await bench.socket(record, 'events').find((frame) => frame.key === 'full_state')
})

test('a silent service answers nothing and sends nothing until it is healed', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  const socket = bench.socket(record, 'events')
  await socket.find((frame) => frame.key === 'full_state')
  bench.service.control.goSilent()
  bench.service.control.append(record.id, 3)
  const hanging = fetch(`${bench.service.url}/alive`, { signal: AbortSignal.timeout(100) })
  await expect(hanging).rejects.toThrow()
  expect([socket.frames.length, socket.code]).toEqual([1, undefined])
  bench.service.control.heal()
  bench.service.control.append(record.id, 1)
  await until(() => socket.frames.length === 2)
})

test('the next requests fail as told, and only those', async () => {
  const bench = await start({ empty: true })
  const { control } = bench.service
  control.failNext(1, { status: 429, body: '{"error":"Rate limit exceeded"}', headers: { 'retry-after': '1' } }, SEARCH)
  expect((await bench.app('/api/v1/settings')).status).toBe(200)
  const limited = await bench.app(SEARCH)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
  control.failNext(1, 'html')
  const page = await bench.app(SEARCH)
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html'])
  control.failNext(1, 'reset')
  await expect(bench.app(SEARCH)).rejects.toThrow()
  expect((await bench.app(SEARCH)).status).toBe(200)
})

test('frames, unknown kinds, repeats and large events reach the sockets', async () => {
  const bench = await start({ empty: true })
  const { control } = bench.service
  const record = await bench.generated(5)
  const socket = bench.socket(record, 'events')
  await socket.find((frame) => frame.key === 'full_state')
  control.injectFrame(record.id, '{"id": broken')
  await until(() => socket.raw.at(-1) === '{"id": broken')
  const id = control.appendEvent(record.id, { kind: 'TelepathyEvent', source: 'agent', mood: { calm: true } })
  const unknown = await socket.find((frame) => frame.id === id)
  expect(unknown).toMatchObject({ kind: 'TelepathyEvent', mood: { calm: true } })
  expect((await bench.agent(record, `/events/${id}`)).body.kind).toBe('TelepathyEvent')
  control.repeatNewest(record.id, 2)
  await until(() => socket.frames.filter((frame) => frame?.id === id).length === 2)
  const large = control.injectLarge(record.id, 20_000_000)
  await socket.find((frame) => frame.id === large)
  expect((socket.raw.at(-1) ?? '').length).toBeGreaterThan(19_000_000)
})

test('a firehose loses nothing on its way to a socket', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(5)
  const socket = bench.socket(record, 'session')
  await socket.find((frame) => frame.type === 'transient')
  const ids = await bench.service.control.firehose(record.id, { count: 2000, perSecond: 20_000 })
  await until(() => socket.frames.filter((frame) => frame.type === 'durable').length === 2000)
  expect(socket.frames.filter((frame) => frame.type === 'durable').map((frame) => frame.event.id)).toEqual(ids)
})

test('a client can prove what it asked for: requests are counted by path', async () => {
  const bench = await start({ empty: true })
  const { control } = bench.service
  const record = await bench.generated(5)
  control.resetRequestCounts()
  await bench.app(`${SEARCH}?limit=1`)
  await bench.app(SEARCH)
  const socket = bench.socket(record, 'events')
  await socket.opened()
  const path = new URL(record.conversation_url).pathname.replace('/api/conversations/', '/sockets/events/')
  expect(control.requestCounts()).toEqual({ [`GET ${SEARCH}`]: 2, [`WS ${path}`]: 1 })
})

test('holes are missing at the app server only', async () => {
  const bench = await start({ empty: true })
  const record = await bench.generated(100)
  const lost = bench.service.control.makeHoles(record.id, 4)
  expect(lost).toHaveLength(4)
  expect((await bench.app(`/api/v1/conversation/${record.id}/events/count`)).body).toBe(96)
  expect((await bench.agent(record, '/events/count')).body).toBe(100)
})

test('a rotated key shuts out the old one; a restart changes the address too', async () => {
  const bench = await start({ empty: true })
  const { control } = bench.service
  const record = await bench.generated(5)
  const socket = bench.socket(record, 'events')
  await socket.opened()
  control.rotateSessionKey(record.sandbox_id)
  expect(await until(() => socket.code)).toBe(1006)
  expect((await bench.agent(record)).status).toBe(401)
  const rotated = await bench.record(record.id)
  expect((await bench.agent(rotated)).status).toBe(200)
  await control.restartSandbox(record.sandbox_id)
  const restarted = await bench.record(record.id)
  expect(restarted.session_api_key).not.toBe(rotated.session_api_key)
  expect(restarted.conversation_url).not.toBe(rotated.conversation_url)
  expect((await bench.agent(restarted, '/events/count')).body).toBe(5)
})

test('agents that are held still do nothing until they are let go', async () => {
  const bench = await start()
  const { control } = bench.service
  control.pauseAgents()
  const record = (await bench.fleet()).find((one) => one.execution_status === 'running')
  const socket = bench.socket(record, 'session')
  await socket.find((frame) => frame.type === 'transient')
  control.pauseAgents(false)
  await socket.find((frame) => frame.type === 'durable' && frame.event.kind === 'ActionEvent')
})

test('the same control is there over HTTP when asked for, with the key only', async () => {
  const bench = await start({ empty: true, control: true })
  const { body } = await bench.app('/_control/add-conversation', 'POST', { events: 12 })
  const counted = await bench.app('/_control/event-ids', 'POST', { conversation: body.result })
  expect(counted.body.result).toHaveLength(12)
  expect((await bench.app('/_control/append', 'POST', { count: 1 })).status).toBe(422)
  expect((await fetch(`${bench.service.url}/_control/heal`, { method: 'POST' })).status).toBe(401)
  const without = await start({ empty: true })
  expect((await without.app('/_control/heal', 'POST', {})).status).toBe(404)
})

test('60,000 events are there on both servers', async () => {
  const bench = await start({ empty: true })
  const record: Any = await bench.generated(60_000)
  expect(new Set(await bench.walk(record)).size).toBe(60_000)
})

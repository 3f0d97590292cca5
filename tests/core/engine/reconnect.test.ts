import { expect, test } from 'vitest'
import { eventually } from '../../support/until.ts'
import { passing, startEngine } from './support/watched.ts'

const MINUTE = 60_000

test('reconnects wait longer and longer up to 30 s, and start anew after a connection that held', async () => {
  const { server, clock, watch, random } = await startEngine({ events: 10 })
  server.onSocket = (socket) => socket.terminate()
  const page = watch()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    const { attempt: told, at } = await page.phase('reconnecting')
    expect(told).toBe(attempt)
    waits.push(at - clock.now())
    expect(server.handshakes).toHaveLength(attempt)
    await clock.advance(at - clock.now() - 1)
    expect(server.handshakes).toHaveLength(attempt)
    if (attempt === 7) server.onSocket = (socket, handshake) => server.serve(socket, handshake)
    await clock.advance(1)
  }
  expect(waits).toEqual([750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500])

  await page.phase('live')
  await clock.advance(5_000)
  random.value = 1
  server.sockets[0]?.terminate()
  expect(await page.phase('reconnecting')).toMatchObject({ attempt: 8, at: clock.now() + 30_000 })
  await clock.advance(30_000)
  await page.phase('live')
  await clock.advance(10_000)
  server.sockets[0]?.terminate()
  expect(await page.phase('reconnecting')).toMatchObject({ attempt: 1, at: clock.now() + 1_000 })
})

test('the jitter is the upper half of the wait', async () => {
  const { server, clock, watch, random } = await startEngine({ events: 10 })
  server.onSocket = (socket) => socket.terminate()
  random.value = 0
  const { at } = await watch().phase('reconnecting')
  expect(at - clock.now()).toBe(500)
})

test('the person can go on at once instead of waiting', async () => {
  const { server, watch } = await startEngine({ events: 10 })
  server.onSocket = (socket) => socket.terminate()
  const page = watch()
  await page.phase('reconnecting')
  server.onSocket = (socket, handshake) => server.serve(socket, handshake)
  page.sync.retry()
  await page.phase('live')
})

test('a refused key is read anew once, then following stops until the person tries again', async () => {
  const { server, clock, watch } = await startEngine({ events: 10 })
  server.onSocket = (socket) => socket.close(4001)
  const page = watch()
  expect(await page.phase('stopped')).toEqual({
    phase: 'stopped',
    reason: 'The agent server refuses the session key, also after it was read anew.',
    canRetry: true,
  })
  expect(server.calls('/api/v1/app-conversations?ids=')).toHaveLength(2)
  expect(server.handshakes).toHaveLength(2)
  await clock.advance(10 * MINUTE)
  expect(server.handshakes).toHaveLength(2)

  server.onSocket = (socket, handshake) => server.serve(socket, handshake)
  page.sync.retry()
  await page.phase('live')
  server.append(3)
  await page.until(({ localCount }) => localCount === 13)
})

test('a key that changed while following is read anew, and following goes on', async () => {
  const { server, watch, archivedIds } = await startEngine({ events: 10 })
  const page = watch()
  await page.phase('live')
  server.key = 'session-key-of-the-sandbox-2'
  for (const socket of server.sockets) socket.close(4001)
  await page.phase('live')
  server.append(2)
  await page.until(({ localCount }) => localCount === 12)
  expect(await archivedIds()).toEqual(server.ids())
})

test('a conversation that the agent server does not have any more is not asked for again', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 10 })
  const page = watch()
  await page.phase('live')
  for (const socket of server.sockets) socket.close(4004)
  expect(await page.phase('stopped')).toMatchObject({ canRetry: false })
  await clock.advance(10 * MINUTE)
  expect(server.handshakes).toHaveLength(1)
  expect(await archivedIds()).toEqual(server.ids())
})

test('a server with too many subscribers is left alone for 30 s', async () => {
  const { server, clock, watch } = await startEngine({ events: 10 })
  server.onSocket = (socket) => socket.close(1013)
  const page = watch()
  expect(await page.phase('reconnecting')).toMatchObject({ attempt: 1, at: clock.now() + 30_000 })
  await clock.advance(29_999)
  expect(server.handshakes).toHaveLength(1)
  server.onSocket = (socket, handshake) => server.serve(socket, handshake)
  await clock.advance(1)
  await page.phase('live')
})

test('a server that goes silent without closing is noticed', async () => {
  const { server, clock, watch } = await startEngine({ events: 10 })
  const page = watch()
  await page.phase('live')
  for (const socket of server.sockets) socket.pause()
  await clock.advance(45_000)
  expect((await page.phase('reconnecting')).reason).toContain('silent')
})

test('a sandbox that wakes is followed again as soon as its record says so', async () => {
  const { server, clock, watch, engine, archivedIds } = await startEngine({ events: 250 })
  server.sandboxStatus = 'PAUSED'
  const page = watch()
  await passing(clock, page.phase('local'))
  expect(server.handshakes).toEqual([])
  server.sandboxStatus = 'RUNNING'
  server.append(20)
  await engine.fleet.refresh('c1', new AbortController().signal)
  await page.phase('live')
  await page.until(({ localCount }) => localCount === 270)
  expect(await archivedIds()).toEqual(server.ids())
})

test('following ends half a minute after the last one left, and goes on for one who comes back before', async () => {
  const { server, clock, watch } = await startEngine({ events: 10 })
  const first = watch()
  await first.phase('live')
  first.leave()
  await clock.advance(29_000)
  const second = watch()
  expect(second.state().sync.phase).toBe('live')
  await clock.advance(MINUTE)
  expect(server.handshakes).toHaveLength(1)
  second.leave()
  await clock.advance(30_000)
  await eventually(async () => (server.sockets.length === 0 ? true : null))
})

test('how a socket came about, what it brought and why it ended is told', async () => {
  const { server, clock, watch } = await startEngine({ events: 20 })
  const page = watch()
  await page.phase('live')
  server.append(3)
  const { socket } = await page.until(({ localCount }) => localCount === 23)
  expect(socket).toMatchObject({ dialect: 'session', openedAt: clock.now(), connectMs: 0, replayMs: 0 })
  // The sync frame, then one for each event.
  expect(socket?.frames).toBe(4)
  await clock.advance(5_000)
  for (const one of server.sockets) one.close(1013)
  const { pastSockets } = await page.until(({ pastSockets }) => pastSockets.length === 1)
  expect(pastSockets).toEqual([
    { dialect: 'session', openedAt: clock.now() - 5_000, endedAt: clock.now(), reason: expect.stringMatching(/\w+/) },
  ])
  expect(page.state().socket).toBeNull()
})

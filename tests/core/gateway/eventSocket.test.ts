import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { fakeServer } from './support/fakeServer.ts'
import { fakeSocketServer } from './support/fakeSocketServer.ts'
import { connectionTo, gatewayFor, KEY } from './support/gateway.ts'
import { manualClock } from './support/manualClock.ts'
import { CONVERSATION, watch } from './support/watchedSocket.ts'

/** A server whose socket is given to the test, and an agent client of it. */
async function setup(ports: Parameters<typeof gatewayFor>[0] = {}) {
  const { promise: accepted, resolve } = Promise.withResolvers<{
    far: WebSocket
    line: Socket
    first: Promise<string>
  }>()
  const server = await fakeSocketServer((far, line) => {
    const first = once(far, 'message').then(([frame]) => String(frame))
    resolve({ far, line, first })
  })
  const gateway = gatewayFor(ports)
  return { server, accepted, gateway, agent: gateway.bareAgent(connectionTo(server.url, 'agent')) }
}

describe('the key is shown to the server only, in the first frame', () => {
  test('it is neither in the address nor in a header', async () => {
    const { server, accepted, agent } = await setup()
    const watched = watch(agent)
    const { first } = await accepted
    expect(JSON.parse(await first)).toEqual({ type: 'auth', session_api_key: KEY })
    expect(server.paths).toEqual([`/sockets/events/${CONVERSATION}`])
    expect(JSON.stringify(server.headers)).not.toContain(KEY)
    watched.socket.close()
  })

  test('a server that echoes it in a frame or in the reason of a close shows only its length', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { far } = await accepted
    far.send(JSON.stringify({ id: '1', text: KEY }))
    far.close(4999, `bad key ${KEY}`)
    const end = await watched.ended
    expect(watched.frames()).toEqual([`{"id":"1","text":"[redacted:${KEY.length}]"}`])
    expect(end.reason).not.toContain(KEY)
  })

  test('a redirect of the handshake is not followed', async () => {
    const server = await fakeSocketServer(() => {}, 302)
    const { ended } = watch(gatewayFor().bareAgent(connectionTo(server.url, 'agent')))
    expect(await ended).toMatchObject({
      code: null,
      handshakeStatus: 302,
      reason: expect.stringContaining('another address'),
    })
  })
})

describe('frames come in order, in batches', () => {
  test('a session resumes after the last stored number', async () => {
    const { server, agent, accepted } = await setup()
    const watched = watch(agent, { dialect: 'session', afterSeq: 41 })
    await accepted
    watched.socket.close()
    expect(server.paths).toEqual([`/sockets/session/${CONVERSATION}?after_seq=41`])
  })

  test('a burst of 5,000 frames arrives whole, in order and gathered', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { far } = await accepted
    const sent = Array.from({ length: 5_000 }, (_, index) => `{"id":"${index}"}`)
    for (const frame of sent) far.send(frame)
    expect(await watched.framesCame(5_000)).toEqual(sent)
    expect(watched.batches.length).toBeLessThan(1_000)
    watched.socket.close()
  })

  test('frames that came before the end are told before it', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { far } = await accepted
    far.send('{"id":"1"}')
    far.close(1000)
    await watched.ended
    expect(watched.told).toEqual(['open', 'frames', 'end'])
  })

  test('an event of 20 MB arrives', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { far } = await accepted
    const frame = JSON.stringify({ id: '1', text: 'x'.repeat(20_000_000) })
    far.send(frame)
    const [came] = await watched.framesCame(1)
    expect(came === frame).toBe(true)
    watched.socket.close()
  })

  test('while the archive is behind, nothing more is read from the network', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    await watched.opened
    const { far } = await accepted
    watched.socket.pauseReading()
    const frame = JSON.stringify({ id: '1', text: 'x'.repeat(1_000_000) })
    // More than the buffers of both ends hold.
    for (let index = 0; index < 40; index += 1) far.send(frame)
    for (let count = 0; count < 200; count += 1) await turn()
    expect(watched.frames().length).toBeLessThan(5)
    expect(far.bufferedAmount).toBeGreaterThan(10_000_000)
    watched.socket.resumeReading()
    expect((await watched.framesCame(40)).length).toBe(40)
    watched.socket.close()
  })
})

describe('the end is told once, in words', () => {
  test.each([
    [4001, 'refused the session key'],
    [4004, 'does not know this conversation'],
    [1013, 'too many subscribers'],
    [1000, 'closed the connection'],
    [4321, 'private reason'],
  ])('close code %i', async (code, words) => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { far } = await accepted
    far.close(code, 'private reason')
    expect(await watched.ended).toMatchObject({ code, handshakeStatus: null, reason: expect.stringContaining(words) })
    expect(watched.told).toEqual(['open', 'end'])
  })

  test('a line that is cut', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { line } = await accepted
    await watched.opened
    line.resetAndDestroy()
    expect(await watched.ended).toMatchObject({ code: 1006, reason: expect.stringContaining('cut') })
  })

  test.each([
    [403, 'lacks this kind of socket'],
    [401, 'refused the session key'],
    [404, 'no such socket'],
    [502, 'HTTP 502'],
  ])('a handshake refused with %i', async (status, words) => {
    const server = await fakeSocketServer(() => {}, status)
    const watched = watch(gatewayFor().bareAgent(connectionTo(server.url, 'agent')))
    expect(await watched.ended).toEqual({ code: null, handshakeStatus: status, reason: expect.stringContaining(words) })
    await turn()
    expect(watched.told).toEqual(['end'])
  })

  test('nothing listens', async () => {
    const watched = watch(gatewayFor().bareAgent(connectionTo('http://127.0.0.1:1', 'agent')))
    expect(await watched.ended).toMatchObject({
      code: null,
      handshakeStatus: null,
      reason: expect.stringContaining('refused'),
    })
  })

  test('a proxy of a kind that sockets cannot use', async () => {
    const { agent } = await setup({ proxyFor: async () => 'socks5://127.0.0.1:1080' })
    expect(await watch(agent).ended).toMatchObject({ reason: expect.stringContaining('proxy') })
  })

  test('a server that lets the handshake hang', async () => {
    const clock = manualClock()
    const server = await fakeServer(() => {})
    const agent = gatewayFor({ clock }).bareAgent(connectionTo(server.url, 'agent'))
    const watched = watch(agent)
    while (clock.sleepers() === 0) await turn()
    await clock.advance(20_000)
    expect(await watched.ended).toMatchObject({ code: null, reason: expect.stringContaining('in time') })
  })
})

describe('a line that is dead is noticed', () => {
  test('a server that answers pings stays connected, and the round trip is told', async () => {
    const clock = manualClock()
    const { agent, accepted } = await setup({ clock })
    const watched = watch(agent)
    await watched.opened
    const { far } = await accepted
    // The first is told as soon as the connection stands.
    while (watched.pings.length < 1) await turn()
    for (let count = 2; count <= 6; count += 1) {
      const pinged = once(far, 'ping')
      await clock.advance(20_000)
      await pinged
      while (watched.pings.length < count) await turn()
    }
    expect(watched.pings).toEqual([0, 0, 0, 0, 0, 0])
    expect(watched.told).toEqual(['open'])
    watched.socket.close()
  })

  test('a server that goes silent is given up after 45 s', async () => {
    const clock = manualClock()
    const { agent, accepted } = await setup({ clock })
    const watched = watch(agent)
    await watched.opened
    const { far } = await accepted
    far.pause()
    await clock.advance(44_999)
    expect(watched.told).toEqual(['open'])
    await clock.advance(1)
    expect(await watched.ended).toMatchObject({ code: 1006, reason: expect.stringContaining('silent') })
    expect(clock.sleepers()).toBe(0)
  })

  test('silence while we do not read is our own', async () => {
    const clock = manualClock()
    const { agent } = await setup({ clock })
    const watched = watch(agent)
    await watched.opened
    watched.socket.pauseReading()
    await clock.advance(600_000)
    expect(watched.told).toEqual(['open'])
    watched.socket.close()
  })
})

describe('after close nothing is told any more', () => {
  test('neither frames that were on the way nor the end', async () => {
    const { accepted, agent } = await setup()
    const watched = watch(agent)
    const { far } = await accepted
    await watched.opened
    far.send('{"id":"1"}')
    const closed = once(far, 'close')
    watched.socket.close()
    far.send('{"id":"2"}')
    const [code] = await closed
    await turn()
    expect(code).toBe(1000)
    expect(watched.told).toEqual(['open'])
  })

  test('also when it is closed before it stands', async () => {
    const { agent } = await setup()
    const watched = watch(agent)
    watched.socket.close()
    watched.socket.close()
    for (let count = 0; count < 50; count += 1) await turn()
    expect(watched.told).toEqual([])
  })

  test('a server that does not answer the close is cut off', async () => {
    const clock = manualClock()
    const { accepted, agent } = await setup({ clock })
    const watched = watch(agent)
    await watched.opened
    const { far, line } = await accepted
    while (watched.pings.length < 1) await turn()
    far.pause()
    const closed = once(line, 'close')
    watched.socket.close()
    await clock.advance(2_000)
    line.resume()
    far.resume()
    await closed
    expect(clock.sleepers()).toBe(0)
  })
})

import { connect } from 'node:net'
import os from 'node:os'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { RouterClient } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import type { echoRouter } from './echoRouter.ts'
import { testHost, Visitor } from './testHost.ts'

const admitted = { ok: true }

describe('a page that opens its own socket', () => {
  it('is admitted with the token of its link and can call', async () => {
    const { web, token } = await testHost()
    const visitor = new Visitor(web)
    expect(await visitor.says({ token: token() })).toEqual(admitted)
    const link = new RPCLink({ websocket: Object(visitor.socket) })
    const client: RouterClient<typeof echoRouter> = createORPCClient(link)
    expect(await client.echo(Object('hello'))).toBe('hello')
  })

  it.each(['localhost', '[::1]'])('is admitted through a tunnel that calls it %s:9999', async (name) => {
    const { web, token } = await testHost()
    const visitor = new Visitor(web, { host: `${name}:9999` })
    expect(await visitor.says({ token: token() })).toEqual(admitted)
  })

  it('is admitted on a host named by --allow-host', async () => {
    const { web, token } = await testHost({ allowHosts: ['console.example.test'] })
    const visitor = new Visitor(web, { host: 'console.example.test' })
    expect(await visitor.says({ token: token() })).toEqual(admitted)
  })

  it('is admitted again after a reload, and in a second tab, with the token of the launch', async () => {
    const { web, token } = await testHost()
    for (let reload = 0; reload < 3; reload += 1) {
      expect(await new Visitor(web).says({ token: token() })).toEqual(admitted)
    }
  })

  it('learns that the host ends', async () => {
    const { web, token } = await testHost()
    const visitor = new Visitor(web)
    await visitor.says({ token: token() })
    await web.close()
    expect(await visitor.closed).toBe(1001)
  })
})

describe('an upgrade is refused', () => {
  it.each([
    ['from a foreign host', { host: 'evil.test' }, 421],
    ['from evil.test with our port', { host: 'evil.test:PORT' }, 421],
    ['from a name that begins like ours', { host: '127.0.0.1.evil.test:PORT' }, 421],
    ['from a name that ends like ours', { host: 'evil-localhost:PORT' }, 421],
    ['from a name with our address as user', { host: '127.0.0.1@evil.test' }, 421],
    ['without an Origin', { origin: null }, 403],
    ['with the Origin of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['with the Origin of another name of this machine', { origin: 'http://localhost:PORT' }, 403],
    ['with the Origin of a site', { origin: 'https://evil.test' }, 403],
    ['with our Origin over https', { origin: 'https://127.0.0.1:PORT' }, 403],
    ['with the Origin of a sandboxed frame or a file', { origin: 'null' }, 403],
  ])('%s', async (_, headers: { host?: string; origin?: string | null }, status) => {
    const { web } = await testHost()
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value?.replace('PORT', String(web.port)) ?? null]),
    )
    expect(await new Visitor(web, filled).outcome).toEqual({ status })
  })

  it('on another path', async () => {
    const { web } = await testHost()
    expect(await new Visitor(web, {}, '/rpc/../other').outcome).toEqual({ status: 404 })
  })
})

describe('a first frame is refused with 4401', () => {
  const refused = 4401

  it('when its token is wrong', async () => {
    const { web, token } = await testHost()
    const right = token()
    const wrong = `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`
    expect(await new Visitor(web).says({ token: wrong })).toBe(refused)
    expect(await new Visitor(web).says({ token: right })).toEqual(admitted)
  })

  it('when its token is replayed: that of an earlier launch, which admitted then', async () => {
    const before = await testHost()
    const old = before.token()
    expect(await new Visitor(before.web).says({ token: old })).toEqual(admitted)
    await before.web.close()
    const now = await testHost()
    expect(await new Visitor(now.web).says({ token: old })).toBe(refused)
  })

  it('when a recorded first frame is replayed by a page of another origin', async () => {
    const { web, token } = await testHost()
    expect(await new Visitor(web).says({ token: token() })).toEqual(admitted)
    expect(await new Visitor(web, { origin: 'https://evil.test' }).outcome).toEqual({ status: 403 })
  })

  it.each([
    ['not JSON', 'hello'],
    ['an empty object', {}],
    ['another object', { token: 1 }],
    ['a call', { i: '1', p: { u: '/vault/status' } }],
    ['nothing', ''],
    ['binary', Buffer.from('{"token":"x"}')],
  ])('when it is %s', async (_, first) => {
    const { web } = await testHost()
    expect(await new Visitor(web).says(first)).toBe(refused)
  })

  it('when it is too long, even with a right token in it', async () => {
    const { web, token } = await testHost()
    expect(await new Visitor(web).says(`${JSON.stringify({ token: token() })}${' '.repeat(1100)}`)).toBe(refused)
  })

  it('when it does not come within 5 s', async () => {
    const { web, clock, token } = await testHost()
    const visitor = new Visitor(web)
    await visitor.outcome
    await clock.someoneSleeps()
    clock.advance(4999)
    const other = new Visitor(web)
    expect(await other.says({ token: token() })).toEqual(admitted)
    expect(visitor.socket.readyState).toBe(visitor.socket.OPEN)
    clock.advance(1)
    expect(await visitor.closed).toBe(refused)
  })
})

describe('the host', () => {
  it('breaks off a first frame that is announced as huge, long before it is all there', async () => {
    const { web } = await testHost()
    const raw = connect(web.port, '127.0.0.1')
    raw.on('error', () => undefined)
    const ended = new Promise<void>((resolve) => raw.once('close', () => resolve()))
    raw.write(
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${web.port}\r\nOrigin: http://127.0.0.1:${web.port}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await new Promise((resolve) => raw.once('data', resolve))
    // A masked text frame of 15 MB, of which 4 KB come.
    const head = Buffer.alloc(14)
    head.writeUInt16BE(0x81ff)
    head.writeBigUInt64BE(15_000_000n, 2)
    raw.write(Buffer.concat([head, Buffer.alloc(4096)]))
    await ended
  })

  it('answers no more tries after ten failures within a minute, and keeps open pages', async () => {
    const { web, clock, token } = await testHost()
    const page = new Visitor(web)
    await page.says({ token: token() })
    for (let tries = 0; tries < 10; tries += 1) await new Visitor(web).says({ token: `guess ${tries}` })
    expect(await new Visitor(web).outcome).toEqual({ status: 429 })
    expect(page.socket.readyState).toBe(page.socket.OPEN)
    clock.advance(60_000)
    expect(await new Visitor(web).says({ token: token() })).toEqual(admitted)
  })

  it('lets sockets that say nothing not pile up', async () => {
    const { web } = await testHost()
    const silent = Array.from({ length: 40 }, () => new Visitor(web))
    const outcomes = await Promise.all(silent.map((visitor) => visitor.outcome))
    expect(outcomes.filter((outcome) => 'opened' in outcome)).toHaveLength(32)
    expect(outcomes.filter((outcome) => 'status' in outcome && outcome.status === 429)).toHaveLength(8)
  })

  it('listens on 127.0.0.1 and on no other address', async () => {
    const { web } = await testHost()
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
      .map(({ address }) => address)
    for (const address of ['127.0.0.2', ...others]) {
      const outcome = await new Promise((resolve) => {
        const socket = connect(web.port, address)
        socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused'))
      })
      expect([address, outcome]).toEqual([address, 'refused'])
    }
  })
})

import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failureOf } from './support/failureOf.ts'
import { fakeProxy } from './support/fakeProxy.ts'
import { fakeSocketServer } from './support/fakeSocketServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'
import { selfSigned } from './support/selfSigned.ts'
import { watch } from './support/watchedSocket.ts'

async function untrustedServer(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(selfSigned, (request, response) => {
    asked.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('a server that is not trusted gets no key', () => {
  test('a call says that it is the certificate', async () => {
    const server = await untrustedServer()
    const failure = await failureOf(gatewayFor().check(connectionTo(server.url), KEY, calm))
    expect(failure).toMatchObject({ code: 'tls', advice: expect.stringContaining('certificate') })
    expect(failure.message).toContain('SELF_SIGNED')
    expect(server.asked).toEqual([])
  })

  test('a socket says so too', async () => {
    const server = await untrustedServer()
    const { ended } = watch(gatewayFor().bareAgent(connectionTo(server.url, 'agent')))
    expect(await ended).toMatchObject({ code: null, reason: expect.stringContaining('certificate') })
  })
})

describe('sockets go through the proxy of the machine', () => {
  test('without TLS: the proxy forwards, and frames arrive', async () => {
    const proxy = await fakeProxy()
    const server = await fakeSocketServer((far) => far.once('message', () => far.send('{"id":"1"}')))
    const agent = gatewayFor({ proxyFor: async () => proxy.url }).bareAgent(connectionTo(server.url, 'agent'))
    const watched = watch(agent)
    expect(await watched.framesCame(1)).toEqual(['{"id":"1"}'])
    expect(proxy.asked).toHaveLength(1)
    expect(proxy.asked.join()).not.toContain(KEY)
    watched.socket.close()
  })

  test('with TLS: through a tunnel, so that the proxy sees no key', async () => {
    const proxy = await fakeProxy()
    const server = await untrustedServer()
    const agent = gatewayFor({ proxyFor: async () => proxy.url }).bareAgent(connectionTo(server.url, 'agent'))
    expect(await watch(agent).ended).toMatchObject({ reason: expect.stringContaining('certificate') })
    expect(proxy.asked).toEqual([`CONNECT ${new URL(server.url).host}`])
  })

  test('the lookup is asked for the address of the socket', async () => {
    const asked = Promise.withResolvers<string>()
    const server = await fakeSocketServer(() => {})
    const proxyFor = async (url: string) => {
      asked.resolve(url)
      return null
    }
    const watched = watch(gatewayFor({ proxyFor }).bareAgent(connectionTo(server.url, 'agent')))
    expect(await asked.promise).toMatch(`${server.url}/sockets/events/`)
    watched.socket.close()
  })

  test('a proxy that is away is named as the reason', async () => {
    const server = await fakeSocketServer(() => {})
    const agent = gatewayFor({ proxyFor: async () => 'http://127.0.0.1:1' }).bareAgent(
      connectionTo(server.url, 'agent'),
    )
    expect(await watch(agent).ended).toMatchObject({ code: null, reason: expect.stringContaining('refused') })
  })
})

import { describe, expect, test } from 'vitest'
import type { Gateway } from '../../../electron/core/gateway/index.ts'
import { AGENT_CALLS } from './badInput/agentCalls.ts'
import { APP_CALLS } from './badInput/appCalls.ts'
import { FAULTS, type Fault, outcomeOf, type Row } from './badInput/row.ts'
import { SHARED_CALLS } from './badInput/sharedCalls.ts'
import { SOON, type StruckServer, serverFor, strike } from './badInput/strike.ts'
import { VALUE } from './support/accounts.ts'
import { failureOf } from './support/failureOf.ts'
import { sendJson, sendText } from './support/fakeServer.ts'
import { connectionTo, gatewayFor, KEY } from './support/gateway.ts'
import { manualClock } from './support/manualClock.ts'

/** A client of the server at an address, and its calls. `asksNothing`: members that make no HTTP call. */
interface Family<Client extends object> {
  calls: Record<string, Row<Client>>
  asksNothing: string[]
  hasBudget: boolean
  clientOf(gateway: Gateway, url: string): Client
}

function sweep<Client extends object>(name: string, family: Family<Client>): void {
  const { calls, hasBudget, clientOf } = family
  const rows = Object.entries(calls)
  const cases = rows.flatMap(([call, row]) =>
    FAULTS.filter((fault) => fault !== 'another type').map((fault) => ({ call, row, fault })),
  )

  /** Makes the call while time runs as fast as it may. */
  async function ended(row: Row<Client>, server: StruckServer) {
    const clock = manualClock()
    const gateway = gatewayFor({ clock })
    const ending = failureOf(row.call(clientOf(gateway, server.url))).catch((error: Error) => error)
    let isOver = false
    ending.finally(() => {
      isOver = true
    })
    while (!isOver) await clock.advance(500)
    return ending
  }

  describe(name, () => {
    test('every call is here', () => {
      const client = clientOf(gatewayFor(), 'http://127.0.0.1:1')
      expect(rows.map(([call]) => call).toSorted()).toEqual(
        Object.keys(client)
          .filter((member) => !family.asksNothing.includes(member))
          .toSorted(),
      )
    })

    async function expectFault(row: Row<Client>, fault: Fault, wrong: unknown) {
      const expected = outcomeOf(row, fault, hasBudget)
      const server = await serverFor(row, (response) => strike(fault, response, wrong))
      const failure = await ended(row, server)
      expect(server.requests(), 'requests').toBe(expected.requests)
      if (expected.code === 'fine') {
        expect(failure).toMatchObject({ message: 'expected a failure, but it succeeded' })
        return
      }
      const { code, isSafeToRetry } = expected
      expect(failure).toMatchObject({ code, isSafeToRetry, message: expect.stringContaining(row.names) })
      expect(failure).toMatchObject({ advice: expect.stringMatching(/./) })
      if (fault === 'a limit that lasts an hour') expect(failure).toMatchObject({ retryAfterMs: 3_600_000 })
      for (const secret of [KEY, VALUE]) expect(JSON.stringify(failure)).not.toContain(secret)
    }

    test.each(cases)('$call, $fault', ({ row, fault }) => expectFault(row, fault, null))

    test.each(rows)('%s, another type', async (_, row) => {
      await Promise.all(row.wrong.map((wrong) => expectFault(row, 'another type', wrong)))
    })

    test.each(rows)('%s is answered well', async (_, row) => {
      const server = await serverFor(row, (response) => sendJson(response, row.good))
      await row.call(clientOf(gatewayFor(), server.url))
      expect(server.requests()).toBe(1)
    })

    // An agent server has no limit that ends: it runs as many as it may (contract §18.1).
    test.each(hasBudget ? rows : [])('%s waits as long as the server says, and not longer', async (_, row) => {
      const clock = manualClock()
      const gateway = gatewayFor({ clock })
      const server = await serverFor(row, (response, nth) =>
        nth === 1 ? strike('a limit without an end', response, null) : sendJson(response, row.good),
      )
      const going = row.call(clientOf(gateway, server.url))
      while (gateway.budgets().every(({ blockedUntil }) => blockedUntil === null)) await new Promise(setImmediate)
      await clock.advance(SOON * 1_000 - 1)
      expect(server.requests()).toBe(1)
      await clock.advance(1)
      await going
      expect(server.requests()).toBe(2)
    })

    test.each(rows)('%s after a failure that took the connection with it', async (_, row) => {
      const server = await serverFor(row, (response, nth) => {
        if (nth === 1) sendText(response, 'Internal Server Error', 500)
        else if (nth === 2) response.socket?.resetAndDestroy()
        else sendJson(response, row.good)
      })
      const client = clientOf(gatewayFor(), server.url)
      if (row.again === 'nothing') {
        await row.call(client)
        expect(server.requests()).toBe(3)
        return
      }
      expect(await failureOf(row.call(client))).toMatchObject({ code: 'server-error' })
      expect(server.requests()).toBe(1)
      // The person tries again, on a line that the server has given up.
      if (row.again === 'the same') await row.call(client)
      else expect(await failureOf(row.call(client))).toMatchObject({ code: 'unreachable' })
      expect(server.requests()).toBe(row.again === 'the same' ? 3 : 2)
    })
  })
}

sweep('an app server', {
  calls: APP_CALLS,
  asksNothing: ['budget'],
  hasBudget: true,
  clientOf: (gateway, url) => gateway.appServer(connectionTo(url, 'app')),
})

sweep('an agent server', {
  calls: AGENT_CALLS,
  asksNothing: ['openSocket'],
  hasBudget: false,
  clientOf: (gateway, url) => gateway.bareAgent(connectionTo(url, 'agent')),
})

sweep('what a server shows to everybody', {
  calls: SHARED_CALLS,
  asksNothing: [],
  hasBudget: true,
  clientOf: (gateway, url) => gateway.shared(url),
})

/** The outcomes are data: none of them may say that what may have happened can be sent again. */
test.each<Fault>([
  'a web page',
  'an empty answer',
  'another type',
  'a failure',
  'a line cut before the answer',
  'a line cut in the middle',
])('after %s nothing that adds something is safe to repeat, but a fork, which has an id of ours', (fault) => {
  const all: Record<string, Row<never>> = { ...APP_CALLS, ...AGENT_CALLS }
  const safe = Object.entries(all).filter(
    ([, row]) => row.again === 'a second thing' && outcomeOf(row, fault, true).isSafeToRetry,
  )
  expect(safe.map(([call]) => call)).toEqual(['fork'])
})

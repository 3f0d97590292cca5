import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ViewRegistry } from '../../../electron/core/api/index.ts'
import type { ConversationRef, ViewSpec } from '../../../shared/domain/index.ts'
import type { Contract } from '../../../shared/rpc/index.ts'
import { itemsOf } from '../../support/itemsOf.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'
import { eventually } from '../../support/until.ts'
import { type ManualClock, manualClock } from '../gateway/support/manualClock.ts'

const MINUTE = 60_000
const ref: ConversationRef = { connectionId: 'local', conversationId: '3f2a91bc00004000800000000000abcd' }
const spec: ViewSpec = { conversation: ref, filter: [], order: 'raw' }

let clock: ManualClock
let core: TestCore

beforeEach(async () => {
  clock = manualClock()
  core = await startTestCore({ clock })
})
afterEach(() => core.close())

/** A page that talks to the core over a port; `disconnect` is what a reload of its window does. */
function page() {
  const { port1, port2 } = new MessageChannel()
  new RPCHandler(core.core.router).upgrade(port1)
  port1.start()
  const rpc: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port2 }))
  port2.start()
  return { rpc, disconnect: () => port2.close() }
}

const rowsOf = (view: string) => core.rpc.view.window({ view, anchor: 'end', before: 10, after: 0 })
/** The code with which the view answers, or null while it is open. */
const refusal = (view: string) =>
  rowsOf(view).then(
    () => null,
    (error) => error.data.code,
  )

test('a view closes when the page that reads it disconnects', async () => {
  const { rpc, disconnect } = page()
  const { view } = await rpc.view.open(spec)
  const changes = await rpc.view.changes({ view })
  changes.next().catch(() => undefined)
  await rpc.view.drafts({ view })
  expect(await refusal(view)).toBeNull()
  disconnect()
  expect(await eventually(() => refusal(view))).toBe('gone')
  await expect(itemsOf(await core.rpc.view.changes({ view }))).rejects.toMatchObject({ data: { code: 'gone' } })
})

test('a view closes when the reading of its changes is aborted, and can be opened again', async () => {
  const stop = new AbortController()
  const { view } = await core.rpc.view.open(spec)
  const changes = await core.rpc.view.changes({ view }, { signal: stop.signal })
  const next = changes.next().catch(() => undefined)
  stop.abort()
  await next
  expect(await eventually(() => refusal(view))).toBe('gone')
  const again = await core.rpc.view.open(spec)
  expect(await refusal(again.view)).toBeNull()
})

test('closing a view ends the reading of its changes', async () => {
  const { view } = await core.rpc.view.open(spec)
  const items = itemsOf(await core.rpc.view.changes({ view }))
  await core.rpc.view.close({ view })
  expect(await items).toEqual([])
})

test('a view that nobody reads closes after 5 minutes without use, and not before', async () => {
  const { view } = await core.rpc.view.open(spec)
  await clock.advance(4 * MINUTE)
  expect(await refusal(view)).toBeNull()
  await clock.advance(4 * MINUTE)
  expect(await refusal(view)).toBeNull()
  await clock.advance(5 * MINUTE)
  expect(await eventually(() => refusal(view))).toBe('gone')
})

test('a view that is read stays open however long nothing happens, in the archive too', async () => {
  let touchedAt = clock.now()
  let longest = 0
  const views = new ViewRegistry({
    clock,
    async touch() {
      longest = Math.max(longest, clock.now() - touchedAt)
      touchedAt = clock.now()
    },
    close: async () => undefined,
  })
  views.add('a', ref, 1, 0)
  const reading = views.read('a')
  await clock.advance(60 * MINUTE)
  expect(reading.closed.aborted).toBe(false)
  expect(clock.now() - touchedAt).toBeLessThan(5 * MINUTE)
  expect(longest).toBeLessThan(5 * MINUTE)
  await reading.release()
  expect(reading.closed.aborted).toBe(true)
})

test('a view that the archive does not have any more ends for its reader', async () => {
  const views = new ViewRegistry({
    clock,
    touch: () => Promise.reject(new Error('gone')),
    close: async () => undefined,
  })
  views.add('a', ref, 1, 0)
  const { closed } = views.read('a')
  await clock.advance(5 * MINUTE)
  expect(closed.aborted).toBe(true)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClearingStage, ConversationRef } from '../../../shared/domain/index.ts'
import { archivedIds } from '../../support/archivedIds.ts'
import { itemsOf } from '../../support/itemsOf.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { startTestCore } from '../../support/testCore.ts'
import { eventually, until } from '../../support/until.ts'
import { filesHold, tempDir } from '../archive/support.ts'

let core: LocalCore
let ref: ConversationRef
let open: AbortController
beforeEach(async () => {
  core = await startLocalCore()
  ref = await core.conversation(150)
  open = new AbortController()
})
afterEach(async () => {
  open.abort()
  await core.close()
  await core.service.close()
})

const usage = () => core.rpc.archive.usage({})
const watch = (signal: AbortSignal) => core.rpc.sync.watch(ref, { signal })
const stopped = () => until(watch, ({ state }) => state.sync.phase === 'stopped')

/** Follows the conversation as a page does, until the test is over. */
async function follow(): Promise<void> {
  const told = await core.rpc.sync.watch(ref, { signal: open.signal })
  void itemsOf(told).catch(() => undefined)
  await core.settled(ref)
}

async function done(stream: Promise<AsyncIterable<ClearingStage>>): Promise<void> {
  expect((await itemsOf(await stream)).at(-1)).toMatchObject({ stage: 'done', bytes: expect.any(Number) })
}

test('the sizes say what could be had again, and what is open', async () => {
  await core.rpc.conversations.refresh(ref)
  await follow()
  const { view } = await core.rpc.view.open({ conversation: ref, filter: [], order: 'raw' })
  expect((await usage()).conversations).toMatchObject([{ ...ref, otherCopy: 'server', isOpen: false }])
  const changes = await core.rpc.view.changes({ view }, { signal: open.signal })
  void itemsOf(changes).catch(() => undefined)
  const seen = await eventually(async () => (await usage()).conversations.find(({ isOpen }) => isOpen) ?? null)
  expect(seen).toMatchObject({ events: 150, openedAt: expect.any(Number), title: expect.any(String) })
  expect(seen.bytes).toBeGreaterThan(10_000)
  await core.rpc.conversations.delete(ref)
  expect((await usage()).conversations).toMatchObject([{ ...ref, otherCopy: 'unlisted' }])
})

test('an open conversation that is deleted here stays empty until it is read again from its server', async () => {
  await follow()
  const { view } = await core.rpc.view.open({ conversation: ref, filter: [], order: 'raw' })
  const changes = itemsOf(await core.rpc.view.changes({ view }))
  await done(core.rpc.archive.forget({ conversations: [ref] }))
  await changes
  expect((await stopped()).state).toMatchObject({ localCount: 0, sync: { canRetry: true } })
  expect(await archivedIds(core.rpc, ref)).toEqual({ ids: [], missing: 0 })
  expect((await usage()).conversations).toEqual([])
  expect(service(ref)).toHaveLength(150)
  await core.rpc.sync.retry(ref)
  await core.settled(ref)
  expect(await core.archivedIds(ref)).toEqual(service(ref))
})

test('a wiped archive holds nothing, what is open says so, and connections and saved filters stay', async () => {
  await follow()
  await core.rpc.filters.save({ id: 'one', name: 'Errors', text: 'is:error' })
  writeFileSync(join(core.dataDir, 'archive.damaged-2026.sqlite'), 'old')
  await done(core.rpc.archive.wipe({}))
  expect((await stopped()).state.localCount).toBe(0)
  expect(await usage()).toMatchObject({ conversations: [], setAsideBytes: 0, leavingBytes: 0 })
  expect(await core.rpc.filters.list({})).toHaveLength(1)
  expect(await core.rpc.connections.list({})).toHaveLength(1)
  await core.rpc.sync.retry(ref)
  await core.settled(ref)
  expect(await core.archivedIds(ref)).toEqual(service(ref))
})

test('a connection that keeps nothing shows everything and leaves nothing on the disk', async () => {
  await follow()
  const { connectionId } = ref
  await done(core.rpc.archive.keep({ connectionId, isKept: false }))
  expect(await core.rpc.connections.list({})).toMatchObject([{ keepsNothing: true }])
  // What is open is read again, into memory.
  await core.settled(ref)
  expect(await core.archivedIds(ref)).toEqual(service(ref))
  const title = (await core.rpc.conversations.get(ref)).title ?? ''
  expect(title).not.toBe('')
  for (const text of [title, ref.conversationId]) expect(filesHold(core.dataDir, text)).toBe(false)
  const { conversations, memoryBytes } = await usage()
  expect(conversations).toEqual([])
  expect(memoryBytes).toBeGreaterThan(100_000)
  open.abort()
  await eventually(async () => ((await archivedIds(core.rpc, ref)).ids.length === 0 ? true : null))
  await done(core.rpc.archive.keep({ connectionId, isKept: true }))
  await core.settled(ref)
  expect((await usage()).conversations).toMatchObject([{ ...ref, events: 150 }])
})

test('that a connection keeps nothing is known in the next run, whatever becomes of the archive', async () => {
  const { url, key } = core.service
  const dataDir = tempDir()
  const start = () => startTestCore({ dataDir, local: { url, key, stop: async () => undefined } })
  const first = await start()
  await done(first.rpc.archive.keep({ connectionId: ref.connectionId, isKept: false }))
  await first.close()
  writeFileSync(join(dataDir, 'archive.sqlite'), 'no database')
  const next = await start()
  try {
    expect(await next.rpc.connections.list({})).toMatchObject([{ keepsNothing: true }])
    await until(
      (signal) => next.rpc.sync.watch(ref, { signal }),
      ({ state }) => state.localCount === 150,
    )
    expect(filesHold(dataDir, ref.conversationId)).toBe(false)
    expect((await next.rpc.archive.usage({})).conversations).toEqual([])
  } finally {
    await next.close()
  }
})

test('a conversation that is not known here, or a connection that is not, is no trouble and is refused', async () => {
  await done(core.rpc.archive.forget({ conversations: [{ connectionId: 'gone', conversationId: 'a'.repeat(32) }] }))
  const refused = itemsOf(await core.rpc.archive.keep({ connectionId: 'nowhere', isKept: false }))
  await expect(refused).rejects.toMatchObject({ data: { code: 'not-found' } })
})

function service({ conversationId }: ConversationRef): string[] {
  return core.service.control.eventIds(conversationId)
}

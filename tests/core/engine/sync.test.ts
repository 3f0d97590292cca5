import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { eventually, until } from '../../support/until.ts'

describe.each(['1.58', '1.34'] as const)('following an agent server that behaves like %s', (dialect) => {
  let local: LocalCore

  beforeEach(async () => {
    local = await startLocalCore({ dialect, speed: 20 })
  })
  afterEach(() => local.close())

  const ids = (ref: { conversationId: string }) => local.service.control.eventIds(ref.conversationId)

  test('a conversation of 3,000 events is loaded whole, in the order of the server', async () => {
    const ref = await local.conversation(3_000)
    await local.settled(ref)
    expect(await local.archivedIds(ref)).toEqual(ids(ref))
  })

  test('events that arrive while following appear once each, in the order of the server', async () => {
    const ref = await local.conversation(150)
    const released = hold(ref)
    await local.settled(ref)
    await local.service.control.firehose(ref.conversationId, { count: 600, perSecond: 3_000 })
    await local.settled(ref)
    expect(await local.archivedIds(ref)).toEqual(ids(ref))
    released()
  })

  test('after a cut connection nothing is missing, nothing twice, and nothing stored is fetched again', async () => {
    const ref = await local.conversation(2_000)
    const released = hold(ref)
    await local.settled(ref)
    local.service.control.resetRequestCounts()
    local.service.control.dropSockets()
    local.service.control.append(ref.conversationId, 40)
    await local.settled(ref)
    expect(await local.archivedIds(ref)).toEqual(ids(ref))
    const pages = Object.entries(local.service.control.requestCounts()).filter(([path]) =>
      path.endsWith('/events/search'),
    )
    expect(pages.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(4)
    released()
  })

  test('a session key that changed is read anew, once, and following goes on', async () => {
    const ref = await local.conversation(120)
    const released = hold(ref)
    await local.settled(ref)
    const record = await local.rpc.conversations.get(ref)
    local.service.control.rotateSessionKey(record.sandboxId ?? '')
    local.service.control.append(ref.conversationId, 10)
    await local.settled(ref)
    expect(await local.archivedIds(ref)).toEqual(ids(ref))
    released()
  })

  test('a sandbox that is paused leaves the archive readable; resumed, following goes on by itself', async () => {
    const ref = await local.conversation(120)
    const released = hold(ref)
    await local.settled(ref)
    const { sandboxId } = await local.rpc.conversations.get(ref)
    const sandbox = { connectionId: ref.connectionId, id: sandboxId ?? '' }
    await local.rpc.sandboxes.pause(sandbox)
    await until(watch(ref), ({ state }) => state.sync.phase === 'local')
    expect(await local.archivedIds(ref)).toEqual(ids(ref))
    await local.rpc.sandboxes.resume(sandbox)
    await eventually(async () => {
      const { sandboxStatus } = await local.rpc.conversations.get(ref)
      return sandboxStatus === 'RUNNING' ? true : null
    })
    await local.settled(ref)
    released()
  })

  const watch = (ref: { connectionId: string; conversationId: string }) => (signal: AbortSignal) =>
    local.rpc.sync.watch(ref, { signal })

  /** Keeps a conversation open, as a page does. */
  function hold(ref: { connectionId: string; conversationId: string }): () => void {
    const stop = new AbortController()
    const read = async () => {
      for await (const _ of await local.rpc.sync.watch(ref, { signal: stop.signal })) if (stop.signal.aborted) return
    }
    read().catch(() => undefined)
    return () => stop.abort()
  }
})

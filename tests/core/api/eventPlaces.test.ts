import { afterEach, describe, expect, test } from 'vitest'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { eventually } from '../../support/until.ts'

const UNKNOWN = '00000000-0000-4000-8000-0000000000ff'

let local: LocalCore | undefined
afterEach(() => local?.close())

describe.each(['1.58', '1.34'] as const)('with agent server %s', (dialect) => {
  async function begin() {
    local = await startLocalCore({ speed: 20, dialect, historyLagMs: 0 })
    const ref = await local.conversation(40)
    return { ...local, ref, ids: local.service.control.eventIds(ref.conversationId) }
  }

  test('an event is found on both servers, stored when it is not yet, and then nothing new', async () => {
    const { rpc, ref, ids } = await begin()
    const eventId = ids[12] ?? ''
    await expect(rpc.event.get({ ...ref, eventId, offset: 0, length: 10 })).rejects.toMatchObject({
      data: { code: 'not-found' },
    })
    expect(await rpc.event.look({ ...ref, eventId })).toEqual([
      { server: 'agent', finding: { state: 'there', isNew: true } },
      { server: 'app', finding: { state: 'there', isNew: true } },
    ])
    expect((await rpc.event.get({ ...ref, eventId, offset: 0, length: 2_000_000 })).json).toContain(eventId)
    expect(await rpc.event.look({ ...ref, eventId })).toEqual([
      { server: 'agent', finding: { state: 'there', isNew: false } },
      { server: 'app', finding: { state: 'there', isNew: false } },
    ])
  })

  test('one that the app server lost is said to be missing there only; an unknown one, everywhere', async () => {
    const { rpc, ref, ids, service } = await begin()
    const [lost = ''] = service.control.makeHoles(ref.conversationId, [ids[5] ?? ''])
    expect(await rpc.event.look({ ...ref, eventId: lost })).toMatchObject([
      { server: 'agent', finding: { state: 'there' } },
      { server: 'app', finding: { state: 'missing' } },
    ])
    expect(await rpc.event.look({ ...ref, eventId: UNKNOWN })).toEqual([
      { server: 'agent', finding: { state: 'missing' } },
      { server: 'app', finding: { state: 'missing' } },
    ])
  })

  test('an asleep sandbox is not woken, and an id that an app server cannot read is not sent to it', async () => {
    const { rpc, ref, ids } = await begin()
    expect(await rpc.event.look({ ...ref, eventId: `${ids[3]}-summary` })).toMatchObject([
      { server: 'agent', finding: { state: 'missing' } },
      { server: 'app', finding: { state: 'not-asked' } },
    ])
    const { sandboxId } = await rpc.conversations.get(ref)
    await rpc.sandboxes.pause({ connectionId: ref.connectionId, id: sandboxId ?? '' })
    await eventually(async () =>
      (await rpc.conversations.refresh({ connectionId: ref.connectionId })).conversations.some(
        (one) => one.conversationId === ref.conversationId && one.sandboxStatus === 'PAUSED',
      )
        ? true
        : null,
    )
    expect(await rpc.event.look({ ...ref, eventId: ids[3] ?? '' })).toMatchObject([
      { server: 'agent', finding: { state: 'not-asked', reason: expect.stringMatching(/PAUSED|asleep|not run/i) } },
      { server: 'app', finding: { state: 'there' } },
    ])
  })

  test('a server that fails does not hide what the other one says', async () => {
    const { rpc, ref, ids, service } = await begin()
    service.control.failNext(9, 'html', '/api/v1/conversation/')
    expect(await rpc.event.look({ ...ref, eventId: ids[3] ?? '' })).toMatchObject([
      { server: 'agent', finding: { state: 'there' } },
      { server: 'app', finding: { state: 'failed', failure: { message: expect.stringContaining('conversation') } } },
    ])
  })
})

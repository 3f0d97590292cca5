import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LocalService, startLocalService } from '../../../electron/local/index.ts'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { archivedIds } from '../../support/archivedIds.ts'
import { itemsOf } from '../../support/itemsOf.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'
import { eventually, until } from '../../support/until.ts'

let service: LocalService
let core: TestCore
let ref: ConversationRef
let id: string
const stop = { current: new AbortController() }

beforeEach(async () => {
  service = await startLocalService({ speed: 20 })
  core = await startTestCore({ passphrase: 'correct horse' })
  const { connection } = await core.rpc.connections.add({
    kind: 'app',
    name: 'Far',
    baseUrl: service.url,
    key: service.key,
    orgId: null,
  })
  id = connection.id
  const { conversations } = await core.rpc.conversations.refresh({ connectionId: id })
  const sandboxId = conversations.find(({ sandboxStatus }) => sandboxStatus === 'RUNNING')?.sandboxId ?? ''
  ref = { connectionId: id, conversationId: await service.control.addConversation({ events: 150, sandboxId }) }
  stop.current = new AbortController()
})
afterEach(async () => {
  stop.current.abort()
  await core.close()
  await service.close()
})

const watch = (signal: AbortSignal) => core.rpc.sync.watch(ref, { signal })
const remove = (forgetEvents: boolean) => core.rpc.connections.remove({ id, forgetEvents })

/** Follows the conversation as a page does; gives the state when it stops. */
async function following() {
  const stopped = until(watch, ({ state }) => state.sync.phase === 'stopped')
  await until(watch, ({ state }) => state.sync.phase === 'live' && state.localCount >= 150)
  return { stopped }
}

test('a page that follows a conversation of a removed connection is told why it stopped', async () => {
  const { stopped } = await following()
  await remove(false)
  expect((await stopped).state.sync).toEqual({
    phase: 'stopped',
    reason: 'Its connection was removed.',
    canRetry: false,
  })
  await eventually(async () => (service.control.subscribers(ref.conversationId) === 0 ? true : null))
  await expect(itemsOf(await core.rpc.sync.watch(ref))).rejects.toMatchObject({ data: { code: 'not-found' } })
  expect((await archivedIds(core.rpc, ref)).ids).toEqual(service.control.eventIds(ref.conversationId))
})

test('calls that are under way end, and nothing of the account is left in the budgets', async () => {
  await following()
  expect((await core.rpc.host.budget({})).map(({ connectionId }) => connectionId)).toContain(id)
  service.control.goSilent()
  const calls = [
    core.rpc.sandboxes.list({ connectionId: id }),
    core.rpc.tags.read(ref),
    core.rpc.conversations.startTask({ connectionId: id, id: 'f'.repeat(32) }),
  ]
  const ends = Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ data: { code: 'not-found' } })))
  await remove(false)
  await ends
  expect((await core.rpc.host.budget({})).map(({ connectionId }) => connectionId)).not.toContain(id)
  await expect(core.rpc.conversations.list({ connectionId: id })).rejects.toMatchObject({ data: { code: 'not-found' } })
})

test('with its events, a page that shows them is told to open them again and finds none', async () => {
  await following()
  const { view, count } = await core.rpc.view.open({ conversation: ref, filter: [], order: 'raw' })
  expect(count).toBeGreaterThan(0)
  const changes = itemsOf(await core.rpc.view.changes({ view }))
  await remove(true)
  await changes
  expect(await archivedIds(core.rpc, ref)).toEqual({ ids: [], missing: 0 })
})

test('the local service and a connection that does not exist cannot be removed', async () => {
  for (const unknown of ['local', 'nowhere']) {
    const removal = core.rpc.connections.remove({ id: unknown, forgetEvents: true })
    await expect(removal).rejects.toMatchObject({ data: { code: 'not-found' } })
  }
  expect((await core.rpc.connections.list({})).map((connection) => connection.id)).toContain(id)
})

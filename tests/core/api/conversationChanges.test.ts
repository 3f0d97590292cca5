import { ORPCError } from '@orpc/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Conversation, type Failure, failureSchema, NO_FILTER } from '../../../shared/domain/index.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { startTestCore } from '../../support/testCore.ts'
import { eventually, until } from '../../support/until.ts'

let local: LocalCore
let connectionId: string

beforeEach(async () => {
  local = await startLocalCore({ speed: 50, tagLagMs: 20, historyLagMs: 0 })
  local.service.control.pauseAgents()
  connectionId = (await local.rpc.connections.list({}))[0]?.id ?? ''
})
afterEach(() => local.close())

const list = async () => (await local.rpc.conversations.list({ connectionId })).conversations
const listed = async (id: string) => (await list()).find((one) => one.conversationId === id)

async function titled(title: string): Promise<Conversation> {
  const found = (await list()).find((one) => one.title === title)
  if (found === undefined) throw new Error(`no conversation ${title}`)
  return found
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ORPCError) return failureSchema.parse(error.data)
  throw new Error(`expected a failure, got ${String(error)}`)
}

test('a changed record is in the list at once, without asking for the list', async () => {
  const { conversationId } = await titled('Write e2e for checkout')
  local.service.control.resetRequestCounts()
  await local.rpc.conversations.update({ connectionId, conversationId, patch: { title: 'Checkout', branch: 'next' } })
  expect(await listed(conversationId)).toMatchObject({ title: 'Checkout', branch: 'next', repository: 'acme/shop' })
  expect(Object.keys(local.service.control.requestCounts())).toEqual([
    `PATCH /api/v1/app-conversations/${conversationId}`,
  ])
})

test('titles do not travel: the app server and the agent server are renamed one by one', async () => {
  const { conversationId, title } = await titled('Write e2e for checkout')
  await local.rpc.conversations.renameOnAgent({ connectionId, conversationId, title: 'On the agent' })
  const record = await local.rpc.conversations.get({ connectionId, conversationId })
  expect(record.title).toBe(title)
  const [bare] = await local.rpc.conversations.byId({ connectionId, ids: [conversationId] })
  expect(bare?.title).toBe(title)
  const asleep = await titled('Triage backlog issues')
  const failure = await failureOf(
    local.rpc.conversations.renameOnAgent({ connectionId, conversationId: asleep.conversationId, title: 'x' }),
  )
  expect(failure.code).toBe('conflict')
})

test('before a deletion the sub-conversations and the sandbox that go with it are named, and who keeps it', async () => {
  const shared = await titled('Fix flaky login test')
  const other = await titled('Bump zod to 4 across packages')
  const child = await local.service.control.addConversation({
    events: 3,
    parent: shared.conversationId,
    sandboxId: shared.sandboxId ?? '',
    title: 'Look into the logs',
  })
  const of = (conversationId: string) => local.rpc.conversations.deletion({ connectionId, conversationId })
  expect(await of(shared.conversationId)).toMatchObject({
    subConversations: [{ conversationId: child, title: 'Look into the logs' }],
    sandbox: { id: shared.sandboxId, others: [{ conversationId: other.conversationId }] },
  })
  const alone = await local.service.control.addConversation({ events: 3 })
  expect(await of(alone)).toMatchObject({ subConversations: [], sandbox: { others: [] } })
  expect(await of((await titled('Rewrite README')).conversationId)).toEqual({ subConversations: [], sandbox: null })
})

test('a deleted conversation leaves the list, and its events stay readable, after a restart too', async () => {
  const ref = await local.conversation(120)
  await local.rpc.conversations.refresh({ connectionId })
  await local.settled(ref)
  const before = await local.archivedIds(ref)
  const signals: string[] = []
  const stop = new AbortController()
  const reading = (async () => {
    for await (const each of await local.rpc.conversations.changes({ isHidden: false }, { signal: stop.signal })) {
      signals.push(each.connectionId)
    }
  })().catch(() => undefined)
  expect(await local.rpc.conversations.delete(ref)).toEqual({ note: 'Deleted on the server.' })
  expect(await listed(ref.conversationId)).toBeUndefined()
  await eventually(async () => (signals.length > 0 ? true : null))
  stop.abort()
  await reading
  expect(await local.rpc.conversations.get(ref)).toMatchObject({ isDeleted: true, conversationUrl: null })
  await local.rpc.conversations.refresh({ connectionId })
  expect(await listed(ref.conversationId)).toBeUndefined()
  expect(await local.archivedIds(ref)).toEqual(before)
  expect(await local.rpc.conversations.delete(ref)).toEqual({ note: 'The server did not have it any more.' })
})

test('events of a deleted conversation that were never loaded are read from the app server', async () => {
  const ref = await local.conversation(40)
  await local.rpc.conversations.refresh({ connectionId })
  const ids = local.service.control.eventIds(ref.conversationId)
  await local.rpc.conversations.delete(ref)
  await until(
    (signal) => local.rpc.sync.watch(ref, { signal }),
    ({ state }) => state.sync.phase === 'local' && state.localCount === ids.length,
  )
  expect((await local.archivedIds(ref)).toSorted()).toEqual(ids.toSorted())
})

test('one that was deleted elsewhere says so when it is opened', async () => {
  const ref = await local.conversation(3)
  await local.rpc.conversations.refresh({ connectionId })
  const response = await fetch(`${local.service.url}/api/v1/app-conversations/${ref.conversationId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${local.service.key}` },
  })
  expect(response.status).toBe(200)
  await eventually(async () => ((await local.rpc.conversations.get(ref)).isDeleted ? true : null))
})

test('deleting names what it took along: sub-conversations are gone from the list too', async () => {
  const ref = await local.conversation(3)
  const child = await local.service.control.addConversation({ events: 3, parent: ref.conversationId })
  await local.rpc.conversations.get({ connectionId, conversationId: child })
  expect(await listed(child)).toBeDefined()
  await local.rpc.conversations.delete(ref)
  expect(await listed(child)).toBeUndefined()
})

test('the server is searched and counted with filters; by id the order is kept, with null for unknown ones', async () => {
  const { conversations } = await local.rpc.conversations.find({
    connectionId,
    filter: { ...NO_FILTER, title: 'zod' },
    pageId: null,
  })
  expect(conversations.map(({ title }) => title)).toEqual(['Bump zod to 4 across packages'])
  const filter = { ...NO_FILTER, title: 'zod' }
  expect(await local.rpc.conversations.count({ connectionId, filter })).toEqual({ count: 1 })
  const [one, two] = await list()
  const ids = [two?.conversationId ?? '', '0'.repeat(32), one?.conversationId ?? '']
  const records = await local.rpc.conversations.byId({ connectionId, ids })
  expect(records.map((record) => record?.conversationId ?? null)).toEqual([ids[0], null, ids[2]])
})

test('a switched model is in the record that is shown', async () => {
  const { conversationId } = await titled('Write e2e for checkout')
  const { note } = await local.rpc.conversations.switchProfile({ connectionId, conversationId, name: 'fast' })
  expect(note).toContain('fast')
  expect((await listed(conversationId))?.model).toBe('anthropic/claude-haiku-4-5')
  const failure = await failureOf(
    local.rpc.conversations.switchAcpModel({ connectionId, conversationId, model: 'gpt-5' }),
  )
  expect(failure.code).toBe('unsupported')
})

test('a message is kept when the agent server runs as many as it may, and is not sent twice', async () => {
  const conversationId = await local.service.control.addConversation({ events: 2 })
  const [record] = await local.rpc.conversations.byId({ connectionId, ids: [conversationId] })
  const send = (id: string) => local.rpc.conversations.send({ connectionId, conversationId: id, text: 'Go', run: true })
  for (let count = 0; count < 10; count += 1) {
    await send(await local.service.control.addConversation({ events: 1, sandboxId: record?.sandboxId ?? '' }))
  }
  expect(await send(conversationId)).toMatchObject({ isRunRefused: true, note: expect.stringContaining('saved') })
})

test('a bare agent server says that it has no such records', async () => {
  const bare = await startTestCore({ passphrase: 'test-passphrase-1' })
  try {
    const ref = await local.conversation(3)
    const record = await local.rpc.conversations.get(ref)
    const key = local.service.control.rotateSessionKey(record.sandboxId ?? '')
    const { connection } = await bare.rpc.connections.add({
      kind: 'agent',
      name: 'bare',
      baseUrl: new URL(record.conversationUrl ?? '').origin,
      key,
      orgId: null,
    })
    const at = { connectionId: connection.id, conversationId: ref.conversationId }
    expect((await failureOf(bare.rpc.conversations.deletion(at))).code).toBe('unsupported')
    await bare.rpc.conversations.renameOnAgent({ ...at, title: 'On the agent' })
    expect((await bare.rpc.conversations.get(at)).title).toBe('On the agent')
  } finally {
    await bare.close()
  }
})

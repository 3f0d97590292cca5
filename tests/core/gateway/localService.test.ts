import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Gateway } from '../../../electron/core/gateway/index.ts'
import { type LocalService, startLocalService } from '../../../electron/local/index.ts'
import { type Connection, type Conversation, emptyStart } from '../../../shared/domain/index.ts'
import { failureOf } from './support/failureOf.ts'
import { calm, connectionTo, gatewayFor } from './support/gateway.ts'
import { watch } from './support/watchedSocket.ts'

let service: LocalService
let connection: Connection
let gateway: Gateway

beforeAll(async () => {
  service = await startLocalService({ key: 'local-account-key-0123456789', speed: 20, tagLagMs: 0 })
  service.control.pauseAgents()
  connection = connectionTo(service.url)
})
afterAll(() => service.close())

/** A gateway that knows nothing yet, and the fleet as it sees it. */
async function fresh(): Promise<Conversation[]> {
  gateway = gatewayFor({}, {}, service.key)
  const { items } = await gateway.appServer(connection).searchConversations(null, 'person', calm)
  return items
}

async function running(): Promise<Conversation> {
  const found = (await fresh()).find((each) => each.executionStatus === 'idle')
  if (found === undefined) throw new Error('the local service has an idle conversation')
  return found
}

const pageOf = (text: string): { items: { id: string }[]; next_page_id: string | null } => JSON.parse(text)

describe('a connection is proven before it is kept', () => {
  test('right address and key', async () => {
    await fresh()
    expect(await gateway.check(connection, service.key, calm)).toContain('is an OpenHands app server')
  })

  test('wrong key', async () => {
    await fresh()
    const failure = await failureOf(gateway.check(connection, 'wrong-key-0123456789', calm))
    expect(failure).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(JSON.stringify(failure)).not.toContain('wrong-key-0123456789')
  })

  test('the address of an agent server given as app server, and the reverse', async () => {
    const { conversationUrl } = await running()
    const asApp = await failureOf(gateway.check(connectionTo(conversationUrl ?? ''), service.key, calm))
    expect(asApp).toMatchObject({ code: 'not-openhands', message: expect.stringContaining('is an agent server') })
    const asAgent = await failureOf(gateway.check(connectionTo(service.url, 'agent'), service.key, calm))
    expect(asAgent).toMatchObject({ code: 'not-openhands', message: expect.stringContaining('is an app server') })
  })

  test('a bare agent server, with its key and with another', async () => {
    const { conversationUrl, sandboxId } = await running()
    const key = service.control.rotateSessionKey(sandboxId ?? '')
    const agent = connectionTo(conversationUrl ?? '', 'agent')
    expect(await gateway.check(agent, key, calm)).toContain('an agent server, version')
    expect(await failureOf(gateway.check(agent, 'another-key-0123', calm))).toMatchObject({ code: 'unauthorized' })
  })
})

describe('what an operator sees and does goes through', () => {
  test('the fleet has every state, and no key in it', async () => {
    const fleet = await fresh()
    expect(fleet).toHaveLength(12)
    expect(new Set(fleet.map(({ sandboxStatus }) => sandboxStatus))).toEqual(
      new Set(['RUNNING', 'ERROR', 'PAUSED', 'MISSING']),
    )
    const key = service.control.rotateSessionKey(
      fleet.find((each) => each.sandboxStatus === 'RUNNING')?.sandboxId ?? '',
    )
    const again = await gateway.appServer(connection).searchConversations(null, 'person', calm)
    expect(JSON.stringify(again)).not.toContain(key)
    expect(JSON.stringify(again)).not.toContain('session')
  })

  test('records come in the order asked for, with null for unknown ones', async () => {
    const [first, second] = await fresh()
    const ids = [second?.conversationId ?? '', '0'.repeat(32), first?.conversationId ?? '']
    const records = await gateway.appServer(connection).conversations(ids, 'person', calm)
    expect(records.map((record) => record?.conversationId ?? null)).toEqual([ids[0], null, ids[2]])
    expect(await gateway.appServer(connection).conversations([], 'person', calm)).toEqual([])
  })

  test('events of both servers, whole and in order', async () => {
    const ref = await running()
    const agent = await gateway.agentServer(connection, ref, { refresh: false }, calm)
    const ids: string[] = []
    let pageId: string | null = null
    do {
      const page = pageOf(await agent.eventsPage(ref.conversationId, { pageId, newestFirst: false, limit: 100 }, calm))
      ids.push(...page.items.map(({ id }) => id))
      pageId = page.next_page_id
    } while (pageId !== null)
    expect(ids).toEqual(service.control.eventIds(ref.conversationId))
    expect(await agent.eventsCount(ref.conversationId, calm)).toBe(ids.length)
    const app = gateway.appServer(connection)
    const query = { pageId: null, newestFirst: true, limit: 5 }
    expect(pageOf(await app.eventsPage(ref.conversationId, query, 'person', calm)).items).toHaveLength(5)
    expect(await app.eventsCount(ref.conversationId, 'person', calm)).toBeGreaterThan(0)
  })

  test('tags are replaced as a whole, and wrong ones never leave', async () => {
    const ref = await running()
    const agent = await gateway.agentServer(connection, ref, { refresh: false }, calm)
    await agent.replaceTags(ref.conversationId, { team: 'core', empty: '', emoji: '😀'.repeat(256) }, calm)
    expect((await agent.conversation(ref.conversationId, calm)).tags).toMatchObject({ team: 'core', empty: '' })
    await agent.replaceTags(ref.conversationId, {}, calm)
    expect((await agent.conversation(ref.conversationId, calm)).tags).toEqual({})
    service.control.resetRequestCounts()
    for (const tags of [{ x_y: '1' }, { 'a\n': '1' }, { '': '1' }, { k: 'x'.repeat(257) }]) {
      const failure = await failureOf(agent.replaceTags(ref.conversationId, tags, calm))
      expect(failure).toMatchObject({ code: 'invalid-input', field: expect.stringContaining('tags') })
    }
    expect(service.control.requestCounts()).toEqual({})
  })

  test('an unknown conversation is not found', async () => {
    const ref = await running()
    const unknown = '0'.repeat(32)
    const agent = await gateway.agentServer(connection, ref, { refresh: false }, calm)
    expect(await failureOf(agent.conversation(unknown, calm))).toMatchObject({ code: 'not-found' })
    expect(await failureOf(agent.replaceTags(unknown, {}, calm))).toMatchObject({ code: 'not-found' })
    expect(await failureOf(agent.pause(unknown, calm))).toMatchObject({ code: 'not-found' })
    const lost = { connectionId: 'test', conversationId: unknown }
    expect(await failureOf(gateway.agentServer(connection, lost, { refresh: false }, calm))).toMatchObject({
      code: 'not-found',
    })
  })

  test('a message, by either server', async () => {
    const ref = await running()
    expect(await gateway.appServer(connection).sendMessage(ref.conversationId, 'one', false, calm)).not.toBe('')
    const agent = await gateway.agentServer(connection, ref, { refresh: false }, calm)
    const before = await agent.eventsCount(ref.conversationId, calm)
    await agent.send(ref.conversationId, 'two', false, calm)
    expect(await agent.eventsCount(ref.conversationId, calm)).toBeGreaterThan(before)
  })

  test('a conversation is started, and its task can be followed', async () => {
    await fresh()
    const app = gateway.appServer(connection)
    const request = { ...emptyStart('c'), text: 'hello', run: false }
    const task = await app.start(request, calm)
    expect(task.id).not.toBe('')
    expect(await app.startTasks([task.id, '0'.repeat(32)], calm)).toMatchObject([{ id: task.id }, null])
    expect(await failureOf(app.start({ ...request, repository: 'no-slash' }, calm))).toMatchObject({
      code: 'invalid-input',
      field: 'selected_repository',
    })
  })

  test('live events arrive over both sockets', async () => {
    const ref = await running()
    const agent = await gateway.agentServer(connection, ref, { refresh: false }, calm)
    const { conversationId } = ref
    const session = watch(agent, { conversationId, dialect: 'session', afterSeq: -1 })
    const events = watch(agent, { conversationId })
    await session.framesCame(await agent.eventsCount(conversationId, calm))
    await events.framesCame(1)
    const [id] = service.control.append(conversationId, 1)
    const has = (frames: string[]) => frames.some((frame) => frame.includes(id ?? 'none'))
    while (!has(session.frames()) || !has(events.frames())) await new Promise(setImmediate)
    session.socket.close()
    events.socket.close()
  })
})

describe('the agent server of a conversation', () => {
  test('is asked for once, until a refresh', async () => {
    const ref = await running()
    const known = { connectionId: ref.connectionId, conversationId: ref.conversationId }
    gateway = gatewayFor({}, {}, service.key)
    service.control.resetRequestCounts()
    for (let count = 0; count < 3; count += 1) await gateway.agentServer(connection, known, { refresh: false }, calm)
    expect(service.control.requestCounts()).toEqual({ 'GET /api/v1/app-conversations': 1 })
    await gateway.agentServer(connection, known, { refresh: true }, calm)
    expect(service.control.requestCounts()).toEqual({ 'GET /api/v1/app-conversations': 2 })
  })

  test('a resumed sandbox has a new key: the old one is refused, a refresh finds the new one', async () => {
    const ref = await running()
    const old = await gateway.agentServer(connection, ref, { refresh: false }, calm)
    const key = service.control.rotateSessionKey(ref.sandboxId ?? '')
    expect(await failureOf(old.conversation(ref.conversationId, calm))).toMatchObject({ code: 'unauthorized' })
    const anew = await gateway.agentServer(connection, ref, { refresh: true }, calm)
    const conversation = await anew.conversation(ref.conversationId, calm)
    expect(conversation.conversationId).toBe(ref.conversationId)
    expect(JSON.stringify(conversation)).not.toContain(key)
  })

  test('of a sandbox that does not run is a conflict that names its state', async () => {
    const paused = (await fresh()).find(({ sandboxStatus }) => sandboxStatus === 'PAUSED')
    if (paused === undefined) throw new Error('the local service has a paused sandbox')
    const failure = await failureOf(gateway.agentServer(connection, paused, { refresh: false }, calm))
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('PAUSED') })
  })

  test('of a bare connection is the connection', async () => {
    const { conversationUrl, sandboxId, conversationId } = await running()
    const key = service.control.rotateSessionKey(sandboxId ?? '')
    const bare = connectionTo(conversationUrl ?? '', 'agent')
    const agents = gatewayFor({}, {}, key)
    const agent = await agents.agentServer(bare, { connectionId: 'test', conversationId }, { refresh: false }, calm)
    expect((await agent.searchConversations(null, calm)).items.map((each) => each.conversationId)).toContain(
      conversationId,
    )
    expect((await agent.serverInfo(calm)).version).not.toBe('')
  })

  test('every key that passes is held, also that of a sandbox that was only listed', async () => {
    const held: string[] = []
    const listing = gatewayFor({}, { onSecretHeld: (secret) => held.push(secret) }, service.key)
    const sandboxes = await listing.appServer(connection).sandboxes(null, 'person', calm)
    const id = sandboxes.items.find(({ status }) => status === 'RUNNING')?.id ?? ''
    const key = service.control.rotateSessionKey(id)
    const again = await listing.appServer(connection).sandboxes(null, 'person', calm)
    expect(held).toContain(key)
    expect(JSON.stringify(again)).not.toContain(key)
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppServerClient } from '../../../electron/core/gateway/index.ts'
import { type LocalService, startLocalService } from '../../../electron/local/index.ts'
import { emptyStart, NO_FILTER } from '../../../shared/domain/index.ts'
import { eventually } from '../../support/until.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, sendJson, sendText } from './support/fakeServer.ts'
import { calm, connectionTo, gatewayFor, KEY } from './support/gateway.ts'

const UNKNOWN = '0'.repeat(32)

describe('against the local service', () => {
  let service: LocalService
  let app: AppServerClient

  beforeEach(async () => {
    service = await startLocalService({ key: KEY, speed: 100, tagLagMs: 0 })
    service.control.pauseAgents()
    app = gatewayFor().appServer(connectionTo(service.url))
  })
  afterEach(() => service.close())

  const titled = async (title: string) => {
    const { items } = await app.findConversations({ ...NO_FILTER, title }, null, calm)
    const [found] = items
    if (found === undefined) throw new Error(`no conversation ${title}`)
    return found
  }

  test('a change touches what is given and nothing else, and null clears', async () => {
    const before = await titled('Write e2e for checkout')
    const { conversationId } = before
    const renamed = await app.updateConversation(conversationId, { title: 'Checkout, end to end' }, calm)
    expect(renamed).toEqual({ ...before, title: 'Checkout, end to end', updatedAt: renamed.updatedAt })
    const moved = { repository: 'acme/other', branch: 'next', gitProvider: 'gitlab', isPublic: true }
    expect(await app.updateConversation(conversationId, moved, calm)).toMatchObject(moved)
    const none = { repository: null, branch: null, gitProvider: null, isPublic: null }
    expect(await app.updateConversation(conversationId, none, calm)).toMatchObject({ ...none, isPublic: false })
  })

  test('what a server would answer 500 to never leaves, and the field is named', async () => {
    const { conversationId } = await titled('Write e2e for checkout')
    service.control.resetRequestCounts()
    const refused = [
      [{ repository: 'no-slash' }, 'selected_repository'],
      [{ repository: 'a/b;c' }, 'selected_repository'],
      [{ repository: 'a/b/c' }, 'selected_repository'],
      [{ repository: null, branch: 'main' }, 'selected_branch'],
      [{ repository: null, gitProvider: 'github' }, 'git_provider'],
      [{ gitProvider: 'sourceforge' }, 'git_provider'],
    ] as const
    for (const [patch, field] of refused) {
      const failure = await failureOf(app.updateConversation(conversationId, patch, calm))
      expect(failure).toMatchObject({ code: 'invalid-input', field })
    }
    for (const name of ['switchProfile', 'switchAcpModel'] as const) {
      expect(await failureOf(app[name](conversationId, '', calm))).toMatchObject({ code: 'invalid-input' })
    }
    expect(service.control.requestCounts()).toEqual({})
  })

  test('unknown conversations are not found, whatever is asked of them', async () => {
    for (const asked of [
      () => app.updateConversation(UNKNOWN, { title: 'x' }, calm),
      () => app.deleteConversation(UNKNOWN, calm),
      () => app.switchProfile(UNKNOWN, 'fast', calm),
      () => app.sendMessage(UNKNOWN, 'x', true, calm),
      () => app.queueMessage(UNKNOWN, 'x', calm),
    ]) {
      expect(await failureOf(asked())).toMatchObject({ code: 'not-found' })
    }
    expect(await failureOf(app.deleteConversation('zzz', calm))).toMatchObject({ code: 'rejected', status: 400 })
  })

  test('search narrows by each of its filters, pages, and has sub-conversations when asked', async () => {
    const all = (await app.searchConversations(null, 'person', calm)).items
    const [newest] = all
    if (newest?.createdAt == null || newest.updatedAt === null) throw new Error('the newest has times')
    const count = async (filter: Partial<typeof NO_FILTER>) => {
      const { items } = await app.findConversations({ ...NO_FILTER, ...filter }, null, calm)
      return [items.length, await app.countConversations({ ...NO_FILTER, ...filter }, calm)]
    }
    expect(await count({})).toEqual([12, 12])
    expect(await count({ title: 'zod' })).toEqual([1, 1])
    expect(await count({ sandboxId: newest.sandboxId })).toEqual([2, 2])
    expect(await count({ createdFrom: newest.createdAt - 1 })).toEqual([1, 1])
    expect(await count({ createdBefore: newest.createdAt - 1 })).toEqual([11, 11])
    const latest = Math.max(...all.map(({ updatedAt }) => updatedAt ?? 0))
    expect(await count({ updatedFrom: latest + 60_000 })).toEqual([0, 0])
    expect(await count({ updatedBefore: latest + 60_000 })).toEqual([12, 12])
    await service.control.addConversation({ events: 1, parent: newest.conversationId })
    expect(await count({})).toEqual([12, 13])
    expect(await count({ withSubConversations: true })).toEqual([13, 13])
    for (let more = 0; more < 95; more += 1)
      await service.control.addConversation({ events: 1, sandboxId: 'k3f7Qm2bVx81LdPz0aRt9a' })
    const first = await app.findConversations(NO_FILTER, null, calm)
    const second = await app.findConversations(NO_FILTER, first.nextPageId, calm)
    expect([first.items.length, second.items.length, second.nextPageId]).toEqual([100, 7, null])
  })

  test('a message to a sandbox that cannot take it says what to do', async () => {
    const send = async (title: string) =>
      failureOf(app.sendMessage((await titled(title)).conversationId, 'x', true, calm))
    expect(await send('Triage backlog issues')).toMatchObject({
      code: 'conflict',
      status: 409,
      advice: expect.stringContaining('Resume'),
      isSafeToRetry: false,
    })
    expect(await send('Rewrite README')).toMatchObject({
      code: 'gone',
      status: 410,
      advice: expect.stringContaining('new'),
    })
    expect(await send('Rotate staging certificates')).toMatchObject({ code: 'server-error', status: 503 })
  })

  test('a message that waits for a start says its place; once it is ready it is sent instead', async () => {
    const slow = await startLocalService({ key: KEY, empty: true, speed: 2 })
    try {
      const starting = gatewayFor().appServer(connectionTo(slow.url))
      const task = await starting.start(emptyStart('test'), calm)
      expect(await starting.queueMessage(task.id, 'first', calm)).toEqual({ state: 'queued', position: 1 })
      expect(await starting.queueMessage(task.id, 'second', calm)).toEqual({ state: 'queued', position: 2 })
      const readyId = await eventually(async () => {
        const [now] = await starting.startTasks([task.id], calm)
        return now?.status === 'READY' ? now.conversationId : null
      })
      slow.control.resetRequestCounts()
      expect(await starting.queueMessage(task.id, 'third', calm)).toMatchObject({
        state: 'sent',
        conversationId: readyId,
      })
      expect(Object.keys(slow.control.requestCounts()).some((path) => path.includes('pending-messages'))).toBe(false)
    } finally {
      await slow.close()
    }
  })

  test('the model of an agent is switched by profile, or over ACP', async () => {
    const { conversationId } = await titled('Write e2e for checkout')
    await app.switchProfile(conversationId, 'fast', calm)
    expect((await titled('Write e2e for checkout')).model).toBe('anthropic/claude-haiku-4-5')
    expect(await failureOf(app.switchProfile(conversationId, 'absent', calm))).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining("Profile 'absent' not found"),
    })
    expect(await failureOf(app.switchAcpModel(conversationId, 'gpt-5', calm))).toMatchObject({ code: 'unsupported' })
    const acp = await service.control.addConversation({ events: 1, acpServer: 'codex' })
    await app.switchAcpModel(acp, 'gpt-5', calm)
    const [record] = await app.conversations([acp], 'person', calm)
    expect(record).toMatchObject({ model: 'gpt-5', acpServer: 'codex' })
  })
})

describe('against a server that misbehaves', () => {
  const calls = (app: AppServerClient) => ({
    update: () => app.updateConversation(UNKNOWN, { title: 'x' }, calm),
    delete: () => app.deleteConversation(UNKNOWN, calm),
    find: () => app.findConversations(NO_FILTER, null, calm),
    count: () => app.countConversations(NO_FILTER, calm),
    profile: () => app.switchProfile(UNKNOWN, 'fast', calm),
    acp: () => app.switchAcpModel(UNKNOWN, 'm', calm),
    send: () => app.sendMessage(UNKNOWN, 'x', true, calm),
    queue: () => app.queueMessage(UNKNOWN, 'x', calm),
  })
  const all = Object.keys(calls({} as AppServerClient)) as (keyof ReturnType<typeof calls>)[]

  async function asking(answer: Parameters<typeof fakeServer>[0]) {
    const server = await fakeServer(answer)
    return { server, calls: calls(gatewayFor().appServer(connectionTo(server.url))) }
  }

  test.each(all)('%s: a web page, nothing, and another shape are no answer', async (name) => {
    for (const body of ['<!doctype html><title>Sign in</title>', '', '"text"', '[]']) {
      const { calls } = await asking((_, response) => sendText(response, body))
      expect(await failureOf(calls[name]()), body).toMatchObject({
        code: expect.stringMatching(/not-openhands|not-found/),
      })
    }
  })

  test.each(all)('%s: a wrong key is said, and never shown', async (name) => {
    const { calls } = await asking((_, response) => sendJson(response, { detail: `no such key ${KEY}` }, 401))
    const failure = await failureOf(calls[name]())
    expect(failure).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(JSON.stringify(failure)).not.toContain(KEY)
  })

  test.each(all)('%s: a server that asks to wait long is told, with the time', async (name) => {
    const limit = { 'retry-after': '120' }
    const { calls, server } = await asking((_, response) => sendJson(response, { message: 'Too many' }, 429, limit))
    expect(await failureOf(calls[name]())).toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 120_000,
      isSafeToRetry: true,
    })
    expect(server.seen).toHaveLength(1)
  })

  test.each(all)('%s: a connection that is cut is repeated only where that does no harm', async (name) => {
    const { calls, server } = await asking((_, response) => response.destroy())
    const failure = await failureOf(calls[name]())
    expect(failure).toMatchObject({ code: 'unreachable', isSafeToRetry: name !== 'send' })
    expect(server.seen.length).toBe(name === 'send' ? 1 : 2)
  })

  test('a message that the agent server kept without running it is no failure, and a lost answer is none to repeat', async () => {
    const answers = { 429: 'Agent server error: 429', 500: 'Agent server error: 500' }
    const { calls } = await asking((_, response) => sendJson(response, { detail: answers[429] }, 502))
    expect(await calls.send()).toMatchObject({ isRunRefused: true })
    const other = await asking((_, response) => sendJson(response, { detail: answers[500] }, 502))
    expect(await failureOf(other.calls.send())).toMatchObject({ code: 'server-error', isSafeToRetry: false })
  })

  test('a message that was queued while the conversation became ready is told as uncertain', async () => {
    let isReady = false
    const { calls } = await asking((request, response) => {
      if (request.method === 'POST') {
        isReady = true
        return sendJson(response, { id: 'm1', queued: true, position: 1 }, 201)
      }
      sendJson(response, [
        {
          id: UNKNOWN,
          status: isReady ? 'READY' : 'WORKING',
          app_conversation_id: isReady ? 'a'.repeat(32) : null,
          request: {},
        },
      ])
    })
    expect(await calls.queue()).toEqual({ state: 'uncertain', conversationId: 'a'.repeat(32) })
  })

  test('nothing is queued for a start that failed, and its reason is told', async () => {
    const { calls, server } = await asking((_, response) =>
      sendJson(response, [{ id: UNKNOWN, status: 'ERROR', detail: 'no such branch', request: {} }]),
    )
    expect(await failureOf(calls.queue())).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('no such branch'),
    })
    expect(server.seen.every(({ method }) => method === 'GET')).toBe(true)
  })
})

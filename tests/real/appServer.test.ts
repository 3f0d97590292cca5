import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConversationRef, emptyStart } from '../../shared/domain/index.ts'
import { allArchivedIds } from '../support/archivedIds.ts'
import { startTestCore, type TestCore } from '../support/testCore.ts'
import { eventually, until } from '../support/until.ts'
import { serverEvents } from './compare.ts'
import {
  APP_KEY,
  call,
  type RealServer,
  realServersMissing,
  startAppServer,
  startModel,
  stopInsides,
} from './realServers.ts'

const missing = realServersMissing()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('through the app server', () => {
  let model: RealServer
  let server: RealServer
  let running: TestCore
  let ref: ConversationRef

  beforeAll(async () => {
    model = await startModel()
    server = await startAppServer()
    running = await startTestCore({
      passphrase: 'test-passphrase',
      local: { url: server.url, key: APP_KEY, stop: async () => undefined },
    })
  })

  afterAll(async () => {
    await running?.close()
    await server?.stop()
    await model?.stop()
    stopInsides()
  })

  const watch = (signal: AbortSignal) => running.rpc.sync.watch(ref, { signal })
  const record = async () => {
    const [answer] = (await call(server.url, 'GET', `/api/v1/app-conversations?ids=${ref.conversationId}`, undefined, {
      authorization: `Bearer ${APP_KEY}`,
    })) as [{ conversation_url: string | null; session_api_key: string; sandbox_id: string; sandbox_status: string }]
    return answer
  }
  async function expectSame(): Promise<void> {
    const { conversation_url: url, session_api_key: key } = await record()
    const base = url?.split('/api/conversations/')[0]
    if (base === undefined) throw new Error('the sandbox does not run')
    const theirs = await serverEvents(base, ref.conversationId, key)
    const ours = await allArchivedIds(running.rpc, ref)
    expect(ours).toEqual(theirs.map(({ id }) => id))
  }

  test('a wrong key is refused in words, and nothing is stored', async () => {
    const wrong = { kind: 'app' as const, name: 'x', baseUrl: server.url, key: 'test-wrong-key', orgId: null }
    await expect(running.rpc.connections.add(wrong)).rejects.toMatchObject({ data: { code: 'unauthorized' } })
  })

  test('a conversation is started, walks its start task, and is watched live to its end', async () => {
    const { connection } = await running.rpc.connections.add({
      kind: 'app',
      name: 'real',
      baseUrl: server.url,
      key: APP_KEY,
      orgId: null,
    })
    const task = await running.rpc.conversations.start({
      ...emptyStart(connection.id),
      text: 'Do it. [[script:job:app1]]',
    })
    const ready = await eventually(async () => {
      const now = await running.rpc.conversations.startTask({ connectionId: connection.id, id: task.id })
      if (now.status === 'ERROR') throw new Error(now.detail ?? 'start failed')
      return now.status === 'READY' ? now : null
    }, 90_000)
    if (ready.conversationId === null) throw new Error('READY without a conversation')
    ref = { connectionId: connection.id, conversationId: ready.conversationId }
    await until(
      watch,
      ({ facts, state }) => facts.executionStatus === 'finished' && state.localCount === state.server?.count,
      90_000,
    )
    await expectSame()
    expect(
      (await running.rpc.conversations.list({ connectionId: connection.id })).conversations.map(
        (c) => c.conversationId,
      ),
    ).toContain(ref.conversationId)
  })

  test('tags are saved on the agent server and then visible in search', async () => {
    const stages: string[] = []
    for await (const { stage } of await running.rpc.tags.save({
      ...ref,
      edit: { set: { team: 'web' }, remove: [], base: {} },
    }))
      stages.push(stage)
    expect(stages).toEqual(['reading', 'writing', 'saved', 'visible'])
    expect((await running.rpc.tags.read(ref)).tags).toMatchObject({ team: 'web' })
  })

  test('a follow-up through the app server is answered', async () => {
    await running.rpc.conversations.send({ ...ref, text: 'More. [[script:steps:app2:3]]', run: true })
    await until(watch, ({ facts }) => facts.executionStatus === 'running', 30_000)
    await until(
      watch,
      ({ facts, state }) => facts.executionStatus === 'finished' && state.localCount === state.server?.count,
      60_000,
    )
    await expectSame()
  })

  test('the sandbox is paused and resumed; the new session key is found, and following goes on', async () => {
    const { sandbox_id: id } = await record()
    const sandboxes = await running.rpc.sandboxes.list({ connectionId: ref.connectionId })
    expect(sandboxes.find((sandbox) => sandbox.id === id)?.conversations.map((c) => c.conversationId)).toContain(
      ref.conversationId,
    )
    await running.rpc.sandboxes.pause({ connectionId: ref.connectionId, id })
    await eventually(async () => ((await record()).sandbox_status === 'PAUSED' ? true : null), 30_000)
    await running.rpc.sandboxes.resume({ connectionId: ref.connectionId, id })
    await eventually(async () => ((await record()).conversation_url === null ? null : true), 60_000)
    await running.rpc.sync.retry(ref).catch(() => undefined)
    await until(watch, ({ state }) => state.sync.phase === 'live', 90_000)
    await running.rpc.conversations.send({ ...ref, text: 'Again. [[script:steps:app3:3]]', run: true })
    await until(
      watch,
      ({ facts, state }) => facts.executionStatus === 'running' || state.localCount === state.server?.count,
      30_000,
    )
    await until(
      watch,
      ({ facts, state }) => facts.executionStatus === 'finished' && state.localCount === state.server?.count,
      60_000,
    )
    await expectSame()
  })

  test('asleep, it is read whole from the app server by one who never saw it', async () => {
    const { sandbox_id: id } = await record()
    await running.rpc.sandboxes.pause({ connectionId: ref.connectionId, id })
    await eventually(async () => ((await record()).sandbox_status === 'PAUSED' ? true : null), 30_000)
    const other = await startTestCore({
      passphrase: 'test-passphrase',
      local: { url: server.url, key: APP_KEY, stop: async () => undefined },
    })
    try {
      const asleep = { ...ref, connectionId: 'local' }
      await until(
        (signal) => other.rpc.sync.watch(asleep, { signal }),
        ({ state }) => state.sync.phase === 'local' && state.server !== null && state.missing === 0,
        60_000,
      )
      const stored = await allArchivedIds(other.rpc, asleep)
      // The history has what the live one had, in the order of its clock.
      expect(new Set(stored)).toEqual(new Set(await allArchivedIds(running.rpc, ref)))
    } finally {
      await other.close()
    }
  })
})

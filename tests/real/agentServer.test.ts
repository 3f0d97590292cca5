import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECURITY_ANALYZERS } from '../../shared/contract/index.ts'
import { AGENT_FEATURES, type ConversationRef } from '../../shared/domain/index.ts'
import { allArchivedIds } from '../support/archivedIds.ts'
import { startTestCore, type TestCore } from '../support/testCore.ts'
import { until } from '../support/until.ts'
import { archivedJson, serverEvents } from './compare.ts'
import {
  AGENT_KEY,
  call,
  MODEL_URL,
  type RealServer,
  realServersMissing,
  startAgentServer,
  startModel,
  stopInsides,
} from './realServers.ts'

const missing = realServersMissing()
if (missing !== null) console.warn(`skipped: ${missing}`)

const VERSIONS = [
  { version: '1.58.0', dialect: 'session' },
  { version: '1.34.0', dialect: 'events' },
] as const

describe.skipIf(missing !== null).each(VERSIONS)('a bare agent server $version', ({ version, dialect }) => {
  let model: RealServer
  let server: RealServer
  let running: TestCore
  let connectionId: string

  beforeAll(async () => {
    model = await startModel()
    server = await startAgentServer(version)
    running = await startTestCore({
      passphrase: 'test-passphrase',
      local: { url: server.url, key: AGENT_KEY, stop: async () => undefined },
    })
    const { connection } = await running.rpc.connections.add({
      kind: 'agent',
      name: version,
      baseUrl: server.url,
      key: AGENT_KEY,
      orgId: null,
    })
    connectionId = connection.id
  })

  afterAll(async () => {
    await running?.close()
    await server?.stop()
    await model?.stop()
    stopInsides()
  })

  async function start(script: string, condenser?: object): Promise<ConversationRef> {
    const answer = (await call(
      server.url,
      'POST',
      '/api/conversations',
      {
        workspace: { kind: 'LocalWorkspace', working_dir: `/tmp/handrail-${script.replaceAll(':', '-')}` },
        agent: {
          kind: 'Agent',
          llm: {
            model: 'openai/scripted',
            base_url: MODEL_URL,
            api_key: 'x',
            usage_id: 'agent',
            num_retries: 0,
            input_cost_per_token: 1e-6,
            output_cost_per_token: 3e-6,
            stream: true,
          },
          tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }],
          ...(condenser === undefined ? {} : { condenser }),
        },
      },
      { 'x-session-api-key': AGENT_KEY },
    )) as { id: string }
    return { connectionId, conversationId: answer.id.replaceAll('-', '') }
  }

  const watch = (ref: ConversationRef) => (signal: AbortSignal) => running.rpc.sync.watch(ref, { signal })

  async function expectSame(ref: ConversationRef): Promise<void> {
    const theirs = await serverEvents(server.url, ref.conversationId, AGENT_KEY)
    const ours = await allArchivedIds(running.rpc, ref)
    expect(ours).toEqual(theirs.map(({ id }) => id))
    for (const event of theirs)
      expect(await archivedJson(running.rpc, ref, event.id)).toMatchObject({ id: event.id, kind: event.kind })
  }

  test('a conversation that the console starts itself works to its end, with its tags; asked again, it is the same one', async () => {
    const request = {
      connectionId,
      id: randomUUID(),
      text: `Do it. [[script:job:${version}s]]`,
      run: true,
      workingDir: '/tmp/handrail-started',
      model: 'openai/scripted',
      modelKey: 'test-model-key-0001',
      modelUrl: MODEL_URL,
      tags: { team: 'web' },
    }
    const ref = await running.rpc.agent.start(request)
    await until(
      watch(ref),
      ({ facts, state }) => facts.executionStatus === 'finished' && state.localCount === state.server?.count,
      60_000,
    )
    await expectSame(ref)
    expect((await running.rpc.tags.read(ref)).tags).toMatchObject({ team: 'web' })
    expect(await running.rpc.agent.start(request)).toEqual(ref)
  })

  test(`a conversation is watched live over the ${dialect} socket to its end, no event missing, none twice, in the server's order`, async () => {
    const ref = await start('job')
    const hold = new AbortController()
    const following = until(
      watch(ref),
      ({ facts, state }) =>
        facts.executionStatus === 'finished' &&
        state.server !== null &&
        state.localCount === state.server.count &&
        state.sync.phase === 'live' &&
        state.localCount > 20,
      60_000,
    )
    await until(watch(ref), ({ state }) => state.sync.phase === 'live')
    await running.rpc.conversations.send({ ...ref, text: `Do it. [[script:job:${version}a]]`, run: true })
    const { state } = await following
    expect(state.socket?.dialect).toBe(dialect)
    expect(state.malformed).toBe(0)
    await expectSame(ref)
    hold.abort()
  })

  test('a follow-up is answered, and the pending action is confirmed by the operator', async () => {
    const ref = await start('confirm')
    await call(
      server.url,
      'POST',
      `/api/conversations/${ref.conversationId}/confirmation_policy`,
      { policy: { kind: 'AlwaysConfirm' } },
      { 'x-session-api-key': AGENT_KEY },
    )
    await running.rpc.conversations.send({ ...ref, text: `Go. [[script:confirm:${version}b]]`, run: true })
    const waiting = await until(watch(ref), ({ facts }) => facts.pending.length > 0, 30_000)
    expect(waiting.facts.executionStatus).toBe('waiting_for_confirmation')
    const before = waiting.facts.pending.map(({ eventId }) => eventId)
    await running.rpc.conversations.confirm({ ...ref, accept: true, reason: '' })
    await until(watch(ref), ({ facts }) => facts.pending.every(({ eventId }) => !before.includes(eventId)), 30_000)
  })

  test('tags are merged into the authoritative map and read back', async () => {
    const ref = await start('tags')
    await call(
      server.url,
      'PATCH',
      `/api/conversations/${ref.conversationId}`,
      { tags: { kept: 'yes', gone: 'soon' } },
      { 'x-session-api-key': AGENT_KEY },
    )
    const stages: string[] = []
    for await (const { stage } of await running.rpc.tags.save({
      ...ref,
      edit: { set: { team: 'web' }, remove: ['gone'], base: { kept: 'yes', gone: 'soon' } },
    }))
      stages.push(stage)
    expect(stages).toEqual(['reading', 'writing', 'saved'])
    expect(await running.rpc.tags.read(ref)).toEqual({ tags: { kept: 'yes', team: 'web' } })
  })

  test('pause stops the agent between steps and run goes on', async () => {
    const ref = await start('pause')
    await running.rpc.conversations.send({ ...ref, text: `Go. [[script:slowllm:${version}c:1]]`, run: true })
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'running', 30_000)
    await running.rpc.conversations.pause(ref)
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'paused', 30_000)
    await running.rpc.conversations.run(ref)
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'running', 30_000)
    await running.rpc.conversations.interrupt(ref)
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'paused', 30_000)
  })

  /** A conversation that has finished a few scripted steps. */
  async function worked(script: string, condenser?: object): Promise<ConversationRef> {
    const ref = await start(script, condenser)
    await running.rpc.conversations.send({ ...ref, text: `Go. [[script:steps:${version}${script}:6]]`, run: true })
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'finished', 60_000)
    return ref
  }
  const idsOf = async ({ conversationId }: ConversationRef) =>
    (await serverEvents(server.url, conversationId, AGENT_KEY)).map(({ id }) => id)

  test('says what it is, and is known to have everything', async () => {
    const ref = await start('features')
    const { version: said, features } = await running.rpc.agent.server(ref)
    expect(said).toBe(version)
    expect(features).toEqual([...AGENT_FEATURES])
  })

  test('takes a policy, an analyzer and secrets, and asks before a risky action', async () => {
    const { agent } = running.rpc
    const ref = await start('settings')
    const policy = { kind: 'ConfirmRisky', threshold: 'LOW', confirmUnknown: true } as const
    await agent.setPolicy({ ...ref, policy })
    for (const analyzer of [...SECURITY_ANALYZERS, null]) {
      await agent.setAnalyzer({ ...ref, analyzer })
      expect((await agent.settings(ref)).analyzer).toBe(analyzer)
    }
    await agent.addSecrets({ ...ref, secrets: { API_TOKEN: 'test-secret-value-0001' } })
    const { policy: kept, secretNames } = await agent.settings(ref)
    expect(kept).toEqual(policy)
    expect(secretNames).toEqual(version === '1.34.0' ? ['API_TOKEN'] : [])
    await running.rpc.conversations.send({ ...ref, text: `Go. [[script:confirm:${version}f]]`, run: true })
    await until(watch(ref), ({ facts }) => facts.pending.length > 0, 30_000)
  })

  test('forks whole and from an event, and a fork asked for twice is one', async () => {
    const { agent } = running.rpc
    const ref = await worked('fork')
    const wish = { title: 'Another way', tags: { team: 'web' }, resetMetrics: true }
    const id = crypto.randomUUID()
    const fork = await agent.fork({ ...ref, wish: { ...wish, id, fromEventId: null } })
    expect(await agent.fork({ ...ref, wish: { ...wish, id, fromEventId: null } })).toEqual(fork)
    expect(await idsOf(fork)).toEqual(await idsOf(ref))
    expect((await agent.settings(fork)).forkedFrom).toEqual({ conversationId: ref.conversationId, eventId: null })
    await running.rpc.conversations.send({ ...fork, text: `More. [[script:steps:${version}g:2]]`, run: true })
    // 1.58.0 does not hand the model's key on to a fork: its run ends with "Missing credentials".
    const end = version === '1.58.0' ? 'error' : 'finished'
    await until(watch(fork), ({ facts }) => facts.executionStatus === end, 60_000)
    await until(watch(fork), ({ state }) => state.localCount === state.server?.count, 30_000)
    await expectSame(fork)
    const step = (await serverEvents(server.url, ref.conversationId, AGENT_KEY)).filter(
      ({ kind }) => kind === 'ObservationEvent',
    )[1]
    const part = await agent.fork({
      ...ref,
      wish: { ...wish, id: crypto.randomUUID(), fromEventId: step?.id ?? '' },
    })
    expect((await idsOf(part)).at(-1)).toBe(step?.id)
    await expect(
      agent.fork({ ...ref, wish: { ...wish, id: crypto.randomUUID(), fromEventId: 'nope' } }),
    ).rejects.toMatchObject({ data: { code: 'not-found', message: expect.stringContaining('Unknown from_event_id') } })
  })

  test('goes back to a step without an event, and on from there', async () => {
    const { agent } = running.rpc
    const ref = await worked('navigate')
    const before = await idsOf(ref)
    const target = before[5] ?? ''
    await agent.navigate({ ...ref, eventId: target })
    expect(await idsOf(ref)).toEqual(before)
    await running.rpc.conversations.send({ ...ref, text: `More. [[script:steps:${version}h:1]]`, run: true })
    await until(watch(ref), ({ state }) => state.localCount > before.length + 4, 30_000)
    await agent.navigate({ ...ref, eventId: null })
    expect((await agent.settings(ref)).leafEventId).toBeNull()
  })

  test('condenses where it has a condenser, answers, and gives its final response', async () => {
    const { agent } = running.rpc
    const llm = { model: 'openai/scripted', base_url: MODEL_URL, api_key: 'x', usage_id: 'condenser' }
    const ref = await worked('condense', { kind: 'LLMSummarizingCondenser', llm, max_size: 40, keep_first: 2 })
    expect((await agent.ask({ ...ref, question: 'What did you do?' })).answer).not.toBe('')
    expect((await agent.finalResponse(ref)).text).not.toBeNull()
    const before = (await idsOf(ref)).length
    await agent.condense(ref)
    const news = (await serverEvents(server.url, ref.conversationId, AGENT_KEY)).slice(before)
    expect(news.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CondensationRequest', 'Condensation']))
    const without = await worked('nocondenser')
    await expect(agent.condense(without)).rejects.toMatchObject({
      data: { message: expect.stringContaining('No condenser configured') },
    })
  })

  test('works at a goal whose state is live, and has none to resume afterwards', async () => {
    const { agent } = running.rpc
    const ref = await start('goal')
    const done = until(watch(ref), ({ facts }) => facts.goal?.status === 'complete', 60_000)
    await agent.startGoal({ ...ref, objective: `Say it. [[script:say:${version}i]]`, maxIterations: 3 })
    await expect(agent.startGoal({ ...ref, objective: 'again', maxIterations: 3 })).rejects.toMatchObject({
      data: { code: 'conflict' },
    })
    expect((await done).facts.goal).toMatchObject({ isActive: false, maxIterations: 3, verdict: { isComplete: true } })
    await agent.stopGoal(ref)
    await expect(agent.resumeGoal(ref)).rejects.toMatchObject({
      data: { code: 'conflict', message: expect.stringContaining('no goal that was interrupted') },
    })
  })

  test('a restart of the server is survived: reconnected, nothing missing, nothing twice', async () => {
    const ref = await start('restart')
    await running.rpc.conversations.send({ ...ref, text: `Go. [[script:steps:${version}d:6]]`, run: true })
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'finished', 60_000)
    const back = until(watch(ref), ({ state }) => state.sync.phase === 'reconnecting', 30_000)
    await server.restart()
    await back
    await until(watch(ref), ({ state }) => state.sync.phase === 'live', 60_000)
    await running.rpc.conversations.send({ ...ref, text: `Again. [[script:steps:${version}e:3]]`, run: true })
    await until(
      watch(ref),
      ({ facts, state }) => facts.executionStatus === 'finished' && state.localCount === state.server?.count,
      60_000,
    )
    await expectSame(ref)
  })
})

import { afterEach, describe, expect, test } from 'vitest'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { allArchivedIds } from '../../support/archivedIds.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { until } from '../../support/until.ts'

let running: LocalCore | undefined
afterEach(async () => {
  await running?.close()
  await running?.service.close()
})

async function begin(dialect: '1.58' | '1.34') {
  const core = await startLocalCore({ dialect, speed: 100 })
  running = core
  const ref = await core.conversation(80)
  const watch = (one: ConversationRef) => (signal: AbortSignal) => core.rpc.sync.watch(one, { signal })
  return { ...core, ref, watch, agent: core.rpc.agent }
}

const FORK = '0d5c9d1e-7a52-4b0b-9a3e-3f1f6f0a9c11'
const wish = { id: FORK, title: 'Another way', tags: { team: 'web' }, resetMetrics: true, fromEventId: null }

describe.each(['1.58', '1.34'] as const)('an agent server that behaves like %s', (dialect) => {
  test('says what it is and can', async () => {
    const { agent, ref } = await begin(dialect)
    expect(await agent.server(ref)).toMatchObject({
      version: `${dialect}.0`,
      features: expect.arrayContaining(['fork', 'goal', 'navigate', 'interrupt']),
    })
  })

  test('is forked, and the fork is followed like any conversation', async () => {
    const { agent, ref, rpc, watch, service } = await begin(dialect)
    const fork = await agent.fork({ ...ref, wish })
    expect(fork.conversationId).toBe(FORK.replaceAll('-', ''))
    // Asked for again, it is the same one.
    expect(await agent.fork({ ...ref, wish })).toEqual(fork)
    const ids = service.control.eventIds(ref.conversationId)
    await until(watch(fork), ({ state }) => state.sync.phase === 'live' && state.localCount === ids.length)
    expect(await allArchivedIds(rpc, fork)).toEqual(ids)
    expect(await rpc.conversations.get(fork)).toMatchObject({ title: 'Another way' })
    expect((await agent.settings(fork)).forkedFrom).toEqual({ conversationId: ref.conversationId, eventId: null })
  })

  test('works at a goal whose state is live, and stops and resumes it', async () => {
    const { agent, ref, rpc, watch } = await begin(dialect)
    const complete = until(watch(ref), ({ facts }) => facts.goal?.status === 'complete')
    const { note } = await agent.startGoal({ ...ref, objective: 'Green tests', maxIterations: 5 })
    expect(note).not.toBe('')
    expect((await complete).facts.goal).toMatchObject({
      isActive: false,
      iteration: 3,
      maxIterations: 5,
      objective: 'Green tests',
      verdict: { isComplete: true },
    })
    await expect(agent.resumeGoal(ref)).rejects.toMatchObject({ data: { code: 'conflict' } })
    await rpc.conversations.interrupt(ref)
  })

  test('asks before it acts when the policy says so', async () => {
    const { agent, ref, rpc, watch } = await begin(dialect)
    await agent.setAnalyzer({ ...ref, analyzer: 'LLMSecurityAnalyzer' })
    const policy = { kind: 'ConfirmRisky', threshold: 'LOW', confirmUnknown: false } as const
    await agent.setPolicy({ ...ref, policy })
    expect(await agent.settings(ref)).toMatchObject({ policy, analyzer: 'LLMSecurityAnalyzer' })
    await rpc.conversations.send({ ...ref, text: 'Change the greeting', run: true })
    const waiting = await until(watch(ref), ({ facts }) => facts.pending.length > 0)
    expect(waiting.facts.pending[0]?.risk).toBe('LOW')
    await agent.setPolicy({ ...ref, policy: { kind: 'NeverConfirm' } })
    await rpc.conversations.confirm({ ...ref, accept: true, reason: '' })
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'finished')
  })

  test('goes back, condenses, answers, and gives its final response', async () => {
    const { agent, ref, rpc, watch, service } = await begin(dialect)
    await rpc.conversations.send({ ...ref, text: 'Change the greeting', run: true })
    await until(watch(ref), ({ facts }) => facts.executionStatus === 'finished')
    expect((await agent.finalResponse(ref)).text).toMatch(/greeting/i)
    expect((await agent.ask({ ...ref, question: 'What about the greeting?' })).answer).toMatch(/greeting/i)
    const target = service.control.eventIds(ref.conversationId)[40] ?? ''
    const before = service.control.eventIds(ref.conversationId).length
    await agent.navigate({ ...ref, eventId: target })
    expect((await agent.settings(ref)).leafEventId).toBe(target)
    expect(service.control.eventIds(ref.conversationId)).toHaveLength(before)
    await agent.condense(ref)
    expect(service.control.eventIds(ref.conversationId).length).toBeGreaterThan(before)
  })

  test('takes secrets that nothing shows afterwards', async () => {
    const { agent, ref, rpc, ports, watch } = await begin(dialect)
    const value = 'test-secret-value-0001'
    const { note } = await agent.addSecrets({ ...ref, secrets: { API_TOKEN: value } })
    expect(note).toContain('API_TOKEN')
    expect(note).not.toContain(value)
    expect((await agent.settings(ref)).secretNames).toEqual(dialect === '1.34' ? ['API_TOKEN'] : [])
    // An agent that prints it: what is stored does not have it.
    await rpc.conversations.send({ ...ref, text: `The token is ${value}`, run: false })
    const { state } = await until(watch(ref), ({ state: now }) => now.sync.phase === 'live' && now.localCount >= 82)
    expect(state.malformed).toBe(0)
    const ids = await allArchivedIds(rpc, ref)
    const { json } = await rpc.event.get({ ...ref, eventId: ids.at(-2) ?? '', offset: 0, length: 100_000 })
    expect(json).toContain('The token is [redacted')
    expect(json).not.toContain(value)
    expect(ports.logged.join('\n')).not.toContain(value)
  })
})

test('a paused sandbox is said, and nothing is sent', async () => {
  const { agent, rpc, ref } = await begin('1.58')
  const { conversations } = await rpc.conversations.list({ connectionId: ref.connectionId })
  const asleep = conversations.find(({ sandboxStatus }) => sandboxStatus === 'PAUSED')
  if (asleep === undefined) throw new Error('the seed has a paused sandbox')
  const { connectionId, conversationId } = asleep
  await expect(agent.condense({ connectionId, conversationId })).rejects.toMatchObject({
    data: { code: 'conflict', message: expect.stringContaining('PAUSED'), advice: 'Resume the sandbox first.' },
  })
})

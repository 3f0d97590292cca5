import { expect, test } from 'vitest'
import type { AgentServerClient } from '../../../electron/core/gateway/index.ts'
import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { eventually } from '../until.ts'
import { agentEvents, agentOf, calm, eventsOn, reached, type Subject, UNKNOWN } from './subject.ts'

/** What an agent server promises about one conversation and its agent. */
export function agentPromises(of: () => Subject): void {
  async function fresh(): Promise<{ ref: ConversationRef; id: string; agent: AgentServerClient }> {
    const ref = await of().conversation()
    return { ref, id: ref.conversationId, agent: await agentOf(of(), ref) }
  }

  /** Sends work, and waits for the end of it. */
  async function worked(key: string) {
    const all = await fresh()
    await all.agent.send(all.id, of().texts.work(key), true, calm)
    await reached(of(), all.ref, 'finished')
    return all
  }

  /** Once the agent has let go of what it did before: until then the server says that it runs (contract §18.1). */
  function onceAtRest(act: () => Promise<void>): Promise<true> {
    return eventually(async () => {
      const failure = await act().then(() => null, failureIn)
      if (failure === null) return true
      if (failure.failure.status !== 409) throw failure
      return null
    })
  }

  /** Accepts until the agent goes on: an answer that comes before it has come to rest is taken and lost. */
  async function accept({ ref, id, agent }: { ref: ConversationRef; id: string; agent: AgentServerClient }) {
    await eventually(async () => {
      await agent.respond(id, true, '', calm)
      return (await reached(of(), ref, 'running', 'finished', 'waiting_for_confirmation')) ===
        'waiting_for_confirmation'
        ? null
        : true
    })
  }

  test('it says what it is, and has the features of its version', async () => {
    const { agent } = await fresh()
    const server = await agent.serverInfo(calm)
    expect(server.version).toBe(of().version)
    expect(server.features).toContain('tags')
  })

  test('a conversation is at rest, without a title of the app server, and renamed', async () => {
    const { id, agent } = await fresh()
    const before = await agent.conversation(id, calm)
    expect(before).toMatchObject({ conversationId: id, title: null, executionStatus: 'idle', deviations: [] })
    await agent.rename(id, 'Renamed here', calm)
    expect((await agent.conversation(id, calm)).title).toBe('Renamed here')
    expect((await agent.searchConversations(null, calm)).items.map((each) => each.conversationId)).toContain(id)
  })

  test('policy, analyzer and secrets are set; values of secrets come back from nowhere', async () => {
    const { id, agent } = await fresh()
    await agent.setPolicy(id, { kind: 'ConfirmRisky', threshold: 'MEDIUM', confirmUnknown: false }, calm)
    await agent.setAnalyzer(id, 'LLMSecurityAnalyzer', calm)
    await agent.addSecrets(id, { SUITE_TOKEN: 'test-suite-token-0001' }, calm)
    const settings = await agent.settings(id, calm)
    expect(settings.policy).toEqual({ kind: 'ConfirmRisky', threshold: 'MEDIUM', confirmUnknown: false })
    expect(settings.analyzer).toBe('LLMSecurityAnalyzer')
    // 1.58.0 tells no names.
    expect(settings.secretNames).toEqual(of().version === '1.58.0' ? [] : ['SUITE_TOKEN'])
    await agent.setAnalyzer(id, null, calm)
    expect((await agent.settings(id, calm)).analyzer).toBeNull()
  })

  test('an agent that must ask waits, goes on when accepted, and stops when rejected', async () => {
    const { ref, id, agent } = await fresh()
    await agent.setPolicy(id, { kind: 'AlwaysConfirm' }, calm)
    await agent.send(id, of().texts.work('confirm'), true, calm)
    await reached(of(), ref, 'waiting_for_confirmation')
    await agent.respond(id, false, 'Not like this', calm)
    await reached(of(), ref, 'idle')
    const rejection = await eventually(async () => {
      const found = (await agentEvents(of(), ref)).find(({ kind }) => kind === 'UserRejectObservation')
      return found ?? null
    })
    expect(rejection).toMatchObject({ rejection_reason: 'Not like this', rejection_source: 'user' })
    await onceAtRest(() => agent.run(id, calm))
    await reached(of(), ref, 'waiting_for_confirmation')
    await agent.setPolicy(id, { kind: 'NeverConfirm' }, calm)
    await accept({ ref, id, agent })
    await reached(of(), ref, 'finished')
  })

  test('pause stops between steps, run goes on, interrupt stops at once, and a running agent is not run again', async () => {
    const { ref, id, agent } = await fresh()
    await agent.send(id, of().texts.long('stop'), true, calm)
    await reached(of(), ref, 'running')
    expect(await failureOf(agent.run(id, calm))).toMatchObject({ code: 'conflict', status: 409 })
    await agent.pause(id, calm)
    await reached(of(), ref, 'paused')
    await onceAtRest(() => agent.run(id, calm))
    await reached(of(), ref, 'running')
    await agent.interrupt(id, calm)
    await reached(of(), ref, 'paused')
    const kinds = await eventually(async () => {
      const now = (await agentEvents(of(), ref)).map(({ kind }) => kind)
      return now.includes('PauseEvent') && now.includes('InterruptEvent') ? now : null
    })
    expect(kinds.indexOf('PauseEvent')).toBeLessThan(kinds.lastIndexOf('InterruptEvent'))
  })

  test('a fork has the history up to an event, and the same id gives the same fork', async () => {
    const { ref, id, agent } = await worked('fork')
    const events = await agentEvents(of(), ref)
    const action = events.find(({ kind }) => kind === 'ActionEvent')?.id ?? ''
    const wish = {
      id: crypto.randomUUID(),
      title: 'Fork',
      tags: { from: 'suite' },
      resetMetrics: true,
      fromEventId: null,
    }
    const fork = await agent.fork(id, wish, calm)
    expect(fork).toMatchObject({ title: 'Fork', tags: { from: 'suite' }, executionStatus: 'idle' })
    expect(fork.conversationId).toBe(wish.id.replaceAll('-', ''))
    expect((await agent.fork(id, wish, calm)).conversationId).toBe(fork.conversationId)
    const part = await agent.fork(
      id,
      { id: crypto.randomUUID(), title: null, tags: {}, resetMetrics: false, fromEventId: action },
      calm,
    )
    expect(part.title).toBeNull()
    const settings = await agent.settings(part.conversationId, calm)
    expect(settings).toMatchObject({ leafEventId: action, forkedFrom: { conversationId: id, eventId: action } })
    const copied = await eventsOn(agent, part.conversationId)
    expect(copied.at(-1)?.id).toBe(action)
    expect(copied.length).toBeLessThan(events.length)
    const unknown = { ...wish, id: crypto.randomUUID(), fromEventId: crypto.randomUUID() }
    expect(await failureOf(agent.fork(id, unknown, calm))).toMatchObject({ code: 'not-found' })
  })

  test('going back in the tree moves the head, and only to events that are there', async () => {
    const { ref, id, agent } = await worked('navigate')
    const action = (await agentEvents(of(), ref)).find(({ kind }) => kind === 'ActionEvent')?.id ?? ''
    await agent.navigate(id, action, calm)
    expect((await agent.settings(id, calm)).leafEventId).toBe(action)
    expect(await failureOf(agent.navigate(id, crypto.randomUUID(), calm))).toMatchObject({ code: 'not-found' })
    await agent.navigate(id, null, calm)
    expect((await agent.settings(id, calm)).leafEventId).toBeNull()
  })

  test('a question is answered on the side, and the final response is that of the end', async () => {
    const idle = await fresh()
    expect(await idle.agent.finalResponse(idle.id, calm)).toBeNull()
    const { ref, id, agent } = await worked('ask')
    // What a question costs may be written down.
    const story = async () => (await agentEvents(of(), ref)).filter(({ key }) => key !== 'stats')
    const before = await story()
    expect(await agent.ask(id, 'What did you do?', calm)).not.toBe('')
    expect(await reached(of(), ref, 'finished')).toBe('finished')
    expect(await story()).toEqual(before)
    expect(await agent.finalResponse(id, calm)).toMatch(/\S/)
  })

  test('what the agent has in mind is condensed, where it is set up to', async () => {
    const { ref, id, agent } = await worked('condense')
    const before = (await agentEvents(of(), ref)).map(({ id }) => id)
    if (!of().hasCondenser) {
      expect(await failureOf(agent.condense(id, calm))).toMatchObject({
        code: of().version === '1.58.0' ? 'conflict' : 'server-error',
        isSafeToRetry: false,
        message: expect.stringContaining('condense conversation'),
      })
      return
    }
    await agent.condense(id, calm)
    const after = (await agentEvents(of(), ref)).filter((event) => !before.includes(event.id))
    const [request, result] = after
    expect([request?.kind, result?.kind]).toEqual(['CondensationRequest', 'Condensation'])
    expect(before).toEqual(expect.arrayContaining(result?.forgotten_event_ids ?? ['none']))
  })

  test('a goal is worked at, is one at a time, is stopped, and only an interrupted one is resumed', async () => {
    const { ref, id, agent } = await fresh()
    expect(await failureOf(agent.resumeGoal(id, calm))).toMatchObject({ code: 'conflict', status: 400 })
    await agent.stopGoal(id, calm)
    await agent.startGoal(id, of().texts.long('goal'), 3, calm)
    await reached(of(), ref, 'running')
    expect(await failureOf(agent.startGoal(id, 'Another', 3, calm))).toMatchObject({ code: 'conflict', status: 409 })
    await agent.stopGoal(id, calm)
    await agent.interrupt(id, calm)
    const goals = await eventually(async () => {
      const found = (await agentEvents(of(), ref)).filter(({ key }) => key === 'goal')
      return found.some(({ value }) => JSON.stringify(value).includes('interrupted')) ? found : null
    })
    expect(goals[0]?.value).toMatchObject({ active: true, status: 'running', max_iterations: 3 })
    await onceAtRest(() => agent.resumeGoal(id, calm))
    await agent.stopGoal(id, calm)
    await agent.interrupt(id, calm)
  })

  test('every call about an unknown conversation is not found', async () => {
    const { agent } = await fresh()
    const wish = { id: crypto.randomUUID(), title: null, tags: {}, resetMetrics: true, fromEventId: null }
    const page = { pageId: null, newestFirst: true, limit: 1 }
    const calls: Record<string, Promise<unknown>> = {
      conversation: agent.conversation(UNKNOWN, calm),
      settings: agent.settings(UNKNOWN, calm),
      rename: agent.rename(UNKNOWN, 'x', calm),
      eventsPage: agent.eventsPage(UNKNOWN, page, calm),
      eventsCount: agent.eventsCount(UNKNOWN, calm),
      event: agent.event(UNKNOWN, UNKNOWN, calm),
      send: agent.send(UNKNOWN, 'x', false, calm),
      run: agent.run(UNKNOWN, calm),
      pause: agent.pause(UNKNOWN, calm),
      interrupt: agent.interrupt(UNKNOWN, calm),
      respond: agent.respond(UNKNOWN, true, '', calm),
      setPolicy: agent.setPolicy(UNKNOWN, { kind: 'NeverConfirm' }, calm),
      setAnalyzer: agent.setAnalyzer(UNKNOWN, null, calm),
      addSecrets: agent.addSecrets(UNKNOWN, { A: 'test-value-0001' }, calm),
      fork: agent.fork(UNKNOWN, wish, calm),
      navigate: agent.navigate(UNKNOWN, null, calm),
      condense: agent.condense(UNKNOWN, calm),
      ask: agent.ask(UNKNOWN, 'x', calm),
      startGoal: agent.startGoal(UNKNOWN, 'x', 1, calm),
      stopGoal: agent.stopGoal(UNKNOWN, calm),
      resumeGoal: agent.resumeGoal(UNKNOWN, calm),
      finalResponse: agent.finalResponse(UNKNOWN, calm),
      trajectory: agent.trajectory(UNKNOWN, () => async () => undefined, calm),
    }
    const codes = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => [name, (await failureOf(call)).code] as const),
    )
    // 1.34.0 breaks on a question about a conversation that it does not have.
    const breaks = of().version === '1.34.0' ? [['ask', 'server-error']] : []
    expect(codes.filter(([, code]) => code !== 'not-found')).toEqual(breaks)
  })

  test('files and changes of places that are not there', async () => {
    const { id, agent } = await fresh()
    expect(await agent.gitChanges(id, '/no/such', null, calm)).toEqual([])
    expect(await failureOf(agent.gitDiff(id, '/no/such/file', null, calm))).toMatchObject({ code: 'rejected' })
    expect(await failureOf(agent.file(id, '/no/such/file', calm))).toMatchObject({ code: 'not-found' })
  })
}

function failureIn(error: unknown): HandrailError {
  if (error instanceof HandrailError) return error
  throw error
}

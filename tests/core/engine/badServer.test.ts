import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { until } from '../../support/until.ts'

let local: LocalCore
let ref: ConversationRef
const stop = { current: new AbortController() }

beforeEach(async () => {
  local = await startLocalCore({ speed: 20 })
  ref = await local.conversation(100)
  stop.current = new AbortController()
  const { signal } = stop.current
  const following = async () => {
    for await (const _ of await local.rpc.sync.watch(ref, { signal })) if (signal.aborted) return
  }
  following().catch(() => undefined)
  await local.settled(ref)
})
afterEach(async () => {
  stop.current.abort()
  await local.close()
})

const watch = (signal: AbortSignal) => local.rpc.sync.watch(ref, { signal })

test.each([
  ['not JSON', '{"type":"durable","seq":'],
  ['a list', '[1,2,3]'],
  ['an event without an id', '{"type":"durable","seq":100000,"event":{"kind":"PauseEvent"}}'],
  ['a number', '42'],
])('a frame that is %s is reported and following goes on', async (_, text) => {
  local.service.control.injectFrame(ref.conversationId, text)
  await until(watch, ({ state }) => state.malformed > 0)
  local.service.control.append(ref.conversationId, 4)
  await local.settled(ref)
  expect(await local.archivedIds(ref)).toEqual(local.service.control.eventIds(ref.conversationId))
})

test('an event of an unknown kind is stored, shown and marked', async () => {
  const id = local.service.control.appendEvent(ref.conversationId, {
    kind: 'FutureEvent',
    source: 'agent',
    payload: { a: 1 },
  })
  await local.settled(ref)
  const { view } = await local.rpc.view.open({ conversation: ref, filter: [], order: 'spans' })
  const { rows } = await local.rpc.view.window({ view, anchor: { id }, before: 0, after: 0 })
  expect(rows[0]).toMatchObject({ id, kind: 'FutureEvent' })
  const body = await local.rpc.event.get({ ...ref, eventId: id, offset: 0, length: 10_000 })
  expect(JSON.parse(body.json)).toMatchObject({ payload: { a: 1 } })
  expect(body.deviations.map(({ problem }) => problem)).toContain('unknown kind')
})

test('an event of 20 MB is stored whole and read in ranges', async () => {
  const id = local.service.control.injectLarge(ref.conversationId, 20_000_000)
  await local.settled(ref, 60_000)
  let json = ''
  for (;;) {
    const part = await local.rpc.event.get({ ...ref, eventId: id, offset: json.length, length: 2_000_000 })
    json += part.json
    if (json.length >= part.totalLength) break
  }
  expect(json.length).toBeGreaterThan(19_000_000)
  expect(JSON.parse(json)).toMatchObject({ id })
})

test('events that are sent again appear once', async () => {
  local.service.control.repeatNewest(ref.conversationId, 50)
  local.service.control.append(ref.conversationId, 2)
  await local.settled(ref)
  expect(await local.archivedIds(ref)).toEqual(local.service.control.eventIds(ref.conversationId))
})

test('an observation that comes before its action is joined to it later', async () => {
  const observation = local.service.control.appendEvent(ref.conversationId, {
    kind: 'ObservationEvent',
    source: 'environment',
    tool_name: 'terminal',
    tool_call_id: 'call-early',
    action_id: 'action-late',
    observation: { kind: 'TerminalObservation', content: [], command: 'ls', exit_code: 0 },
  })
  const action = local.service.control.appendEvent(ref.conversationId, {
    kind: 'ActionEvent',
    source: 'agent',
    id: 'action-late',
    thought: [],
    action: { kind: 'TerminalAction', command: 'ls' },
    tool_name: 'terminal',
    tool_call_id: 'call-early',
    tool_call: { id: 'call-early', name: 'terminal', arguments: '{}', origin: 'completion' },
    llm_response_id: 'r1',
  })
  await local.settled(ref)
  const { view } = await local.rpc.view.open({ conversation: ref, filter: [], order: 'spans' })
  const { rows } = await local.rpc.view.window({ view, anchor: 'end', before: 5, after: 0 })
  const joined = rows.find((row) => row.type === 'event' && row.pairedId === observation)
  expect(joined).toMatchObject({ id: action })
})

test('times that run backwards change neither the order nor what is stored', async () => {
  const late = { kind: 'PauseEvent', source: 'user', timestamp: '2031-01-01T00:00:00.000001' }
  const early = { kind: 'PauseEvent', source: 'user', timestamp: '2001-01-01T00:00:00.000001' }
  local.service.control.appendEvent(ref.conversationId, late)
  local.service.control.appendEvent(ref.conversationId, early)
  local.service.control.append(ref.conversationId, 2)
  await local.settled(ref)
  expect(await local.archivedIds(ref)).toEqual(local.service.control.eventIds(ref.conversationId))
})

test('an agent server that answers HTML is said to be one, and tried again', async () => {
  local.service.control.failNext(50, 'html', '/api/conversations')
  local.service.control.dropSockets()
  const { state } = await until(
    watch,
    (item) => item.state.sync.phase === 'reconnecting' || item.state.sync.phase === 'stopped',
  )
  expect(JSON.stringify(state.sync)).toMatch(/reason/)
  local.service.control.heal()
  await local.rpc.sync.retry(ref)
  await local.settled(ref)
})

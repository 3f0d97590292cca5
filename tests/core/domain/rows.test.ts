import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWireObject, rowOfEvent, SUMMARY_LENGTH, type WireObject } from '../../../shared/domain/index.ts'

function samples(name: string): WireObject[] {
  const text = readFileSync(new URL(`../../data/contract/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const value: unknown = JSON.parse(line)
      const event = isWireObject(value) && isWireObject(value.event) ? value.event : value
      return isWireObject(event) ? [event] : []
    })
}

const action = (kind: string, fields: object) => ({ kind: 'ActionEvent', tool_name: 't', action: { kind, ...fields } })
const observed = (kind: string, fields: object) => ({
  kind: 'ObservationEvent',
  tool_name: 't',
  observation: { kind, ...fields },
})
const update = (key: string, value: unknown) => ({ kind: 'ConversationStateUpdateEvent', key, value })

describe('every published sample has a row with a name and one short line', () => {
  test.each(['event-samples', 'event-samples-agent-wire', 'event-samples-tolerance'])('%s', (name) => {
    for (const event of samples(name)) {
      const row = rowOfEvent(event)
      expect(row.label, JSON.stringify(event)).not.toBe('')
      expect(row.summary, JSON.stringify(event)).not.toMatch(/\n|undefined|\[object/)
      expect(row.summary.length).toBeLessThanOrEqual(SUMMARY_LENGTH)
      if (event.kind !== 'ObservationEvent') expect(row.summary, JSON.stringify(event)).not.toBe('')
    }
  })
})

test.each([
  [
    observed('TerminalObservation', {
      exit_code: 2,
      content: [{ type: 'text', text: '\u001b[2m\u001b[0m\n\u001b[36msrc/schema.ts\u001b[0m:4 error\nmore' }],
    }),
    'exit 2 · src/schema.ts:4 error',
  ],
  [action('TerminalAction', { command: 'npm test -- login.spec.ts' }), 'npm test -- login.spec.ts'],
  [
    action('FileEditorAction', { command: 'view', path: '/workspace/project/tests/e2e/login.spec.ts' }),
    'view tests/e2e/login.spec.ts',
  ],
  [
    action('FileEditorAction', {
      command: 'str_replace',
      path: '/workspace/tests/a.ts',
      old_str: 'a\nold\nb',
      new_str: 'a\none\ntwo\nthree\nb',
    }),
    'str_replace tests/a.ts (+3 −1)',
  ],
  [
    action('TaskTrackerAction', {
      command: 'plan',
      task_list: [{ status: 'done' }, { status: 'done' }, { status: 'in_progress' }, { status: 'todo' }],
    }),
    'plan · 4 tasks (2 done, 1 in progress)',
  ],
  [action('BrowserNavigateAction', { url: 'http://localhost:4173/login' }), 'http://localhost:4173/login'],
  [action('ClientAction_show_card', { card: 'a', empty: null }), 'card=a'],
  [action('FutureAction', { deep: { x: [1] } }), 'deep={"x":[1]}'],
  [
    { kind: 'SystemPromptEvent', system_prompt: { text: 'x'.repeat(21_380) }, tools: Array(14).fill({}) },
    '14 tools, 21,380 chars',
  ],
  [
    { kind: 'HookExecutionEvent', hook_command: '.openhands/hooks/lint-guard.sh --all', exit_code: 0, success: true },
    'lint-guard.sh · exit 0 · allowed',
  ],
  [
    { kind: 'Condensation', forgotten_event_ids: Array(38).fill('x'), summary: 'word '.repeat(412) },
    'forgot 38 events · summary 412 words',
  ],
  [update('execution_status', 'running'), 'execution_status → running'],
  [update('agent_status', 'running'), 'execution_status → running'],
  [update('tags', { team: 'web' }), 'tags · team=web'],
  [
    { kind: 'SecurityAnalysisEvent', analyzer: 'LLMSecurityAnalyzer', risks: { a: 'HIGH' } },
    'LLMSecurityAnalyzer · risk HIGH',
  ],
])('%o reads "%s"', (event, summary) => {
  expect(rowOfEvent(event).summary).toBe(summary)
})

test.each([
  [observed('TerminalObservation', { is_error: false, exit_code: 1 }), 'exit 1', 'failed', true],
  [observed('TerminalObservation', { is_error: false, exit_code: 0 }), '', 'done', false],
  [observed('TerminalObservation', { is_error: false, exit_code: -1, timeout: true }), 'timeout', 'done', false],
  [observed('TerminalObservation', { is_error: false, exit_code: -1 }), 'still running', 'done', false],
  [observed('FileEditorObservation', { is_error: true }), 'error', 'failed', true],
  [{ kind: 'UserRejectObservation', rejection_source: 'user' }, 'rejected', 'rejected', false],
  [{ kind: 'AgentErrorEvent', error: 'x' }, 'failed', 'failed', true],
  [{ kind: 'HookExecutionEvent', blocked: true, success: false, exit_code: 2 }, 'blocked', 'instant', false],
])('%o has the result "%s"', (event, result, state, isError) => {
  expect(rowOfEvent(event)).toMatchObject({ result, state, isError })
})

test.each([
  [{ kind: 'MessageEvent', source: 'user' }, 'user'],
  [{ kind: 'MessageEvent', source: 'agent' }, 'agent'],
  [{ kind: 'MessageEvent', source: 'environment' }, 'env'],
  [action('ThinkAction', {}), 'agent'],
  [action('FinishAction', {}), 'agent'],
  [action('TerminalAction', {}), 'tool'],
  [{ kind: 'Condensation' }, 'memory'],
  [{ kind: 'HookExecutionEvent' }, 'hook'],
  [{ kind: 'FutureEvent', source: 'user' }, 'user'],
])('%o is in the lane of who acted: %s', (event, lane) => {
  expect(rowOfEvent(event).lane).toBe(lane)
})

test('whatever a server sends, there is a row of one line', () => {
  const kinds = [...new Set(samples('event-samples').map((event) => event.kind))]
  const known = fc.constantFrom(...samples('event-samples'))
  // A field of a known event with any value at all in its place.
  const spoiled = fc.tuple(known, fc.nat(), fc.jsonValue()).map(([event, at, value]) => {
    const keys = Object.keys(event).filter((key) => key !== 'kind')
    return { ...event, [keys[at % keys.length] ?? 'x']: value }
  })
  const odd = fc.tuple(fc.constantFrom(...kinds, 'Unheard'), fc.dictionary(fc.string(), fc.jsonValue()))
  const anything = fc.oneof(
    spoiled,
    odd.map(([kind, fields]) => ({ ...fields, kind })),
  )
  fc.assert(
    fc.property(anything, (event) => {
      const { summary } = rowOfEvent(event)
      expect(summary).not.toMatch(/[\r\n]/)
      expect(summary.length).toBeLessThanOrEqual(SUMMARY_LENGTH)
    }),
    { numRuns: 500 },
  )
})

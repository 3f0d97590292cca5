import type { EventRow, Lane, SpanState, ViewOrder } from '../../../shared/domain/index.ts'

/** How one span of the script looks; `pairedKind` when a result shares its row. */
interface Step {
  lane: Lane
  kind: string
  label: string
  tool: string | null
  summary: string
  isCode?: boolean
  pairedKind?: string
  seconds?: number
  state?: SpanState
  result?: string
  cost?: number
  tokens?: number
  risk?: string
  isCondensed?: boolean
}

const STEPS: readonly Step[] = [
  {
    lane: 'user',
    kind: 'MessageEvent',
    label: 'message',
    tool: null,
    summary: 'Fix the flaky login test and open a pull request when it is green.',
  },
  {
    lane: 'env',
    kind: 'ConversationStateUpdateEvent',
    label: 'state',
    tool: null,
    summary: 'full_state · execution_status idle → running',
  },
  {
    lane: 'agent',
    kind: 'SystemPromptEvent',
    label: 'system prompt',
    tool: null,
    summary: '14 tools, 21,380 chars · dynamic context',
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'terminal',
    tool: 'terminal',
    summary: 'git log --oneline -5 && ls tests/e2e',
    isCode: true,
    pairedKind: 'ObservationEvent',
    seconds: 0.8,
    cost: 0.011,
    tokens: 9_800,
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'file_editor',
    tool: 'file_editor',
    summary: 'view tests/e2e/login.spec.ts',
    isCode: true,
    pairedKind: 'ObservationEvent',
    seconds: 0.2,
    cost: 0.009,
    tokens: 10_400,
  },
  {
    lane: 'agent',
    kind: 'ActionEvent',
    label: 'think',
    tool: 'think',
    summary: 'The test waits on a fixed 500 ms timer, which is too short on a busy runner.',
    pairedKind: 'ObservationEvent',
    seconds: 0.1,
    cost: 0.012,
    tokens: 11_000,
  },
  {
    lane: 'hook',
    kind: 'HookExecutionEvent',
    label: 'PreToolUse',
    tool: null,
    summary: 'lint-guard.sh · exit 0 · allowed',
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'file_editor',
    tool: 'file_editor',
    summary: 'str_replace tests/e2e/login.spec.ts',
    isCode: true,
    pairedKind: 'ObservationEvent',
    seconds: 0.4,
    cost: 0.014,
    tokens: 12_100,
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'terminal',
    tool: 'terminal',
    summary: 'npm test -- login.spec.ts',
    isCode: true,
    pairedKind: 'ObservationEvent',
    seconds: 26.3,
    state: 'failed',
    result: 'exit 1',
    cost: 0.013,
    tokens: 12_600,
    risk: 'LOW',
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'terminal',
    tool: 'terminal',
    summary: 'npm test -- login.spec.ts --repeat-each 5',
    isCode: true,
    pairedKind: 'ObservationEvent',
    seconds: 31.2,
    cost: 0.015,
    tokens: 13_900,
  },
  {
    lane: 'memory',
    kind: 'Condensation',
    label: 'condensation',
    tool: null,
    summary: 'forgot 38 events · summary 412 chars',
    cost: 0.031,
    tokens: 41_200,
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'browser_navigate',
    tool: 'browser_navigate',
    summary: 'http://localhost:4173/login',
    isCode: true,
    pairedKind: 'ObservationEvent',
    seconds: 1.6,
    cost: 0.016,
    tokens: 8_900,
  },
  {
    lane: 'agent',
    kind: 'MessageEvent',
    label: 'message',
    tool: null,
    summary: 'The redirect after refresh now waits for the session cookie; five runs in a row are green.',
    cost: 0.018,
    tokens: 10_800,
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'task_tracker',
    tool: 'task_tracker',
    summary: 'plan · 4 tasks (2 done, 1 in progress)',
    pairedKind: 'ObservationEvent',
    seconds: 0.1,
    cost: 0.01,
    tokens: 9_600,
  },
  {
    lane: 'tool',
    kind: 'ActionEvent',
    label: 'terminal',
    tool: 'terminal',
    summary: 'git push origin fix/login-flake',
    isCode: true,
    pairedKind: 'UserRejectObservation',
    seconds: 4,
    state: 'rejected',
    result: 'rejected',
    cost: 0.012,
    tokens: 10_200,
    risk: 'HIGH',
  },
]

const SECONDS_PER_STEP = 7
export const FAKE_START_MS = Date.UTC(2026, 7, 24, 9, 14, 0)
const STARTED_US = FAKE_START_MS * 1000
const eventsPer = STEPS.map((step) => (step.pairedKind === undefined ? 1 : 2))
const eventsBefore = eventsPer.map((_, index) => eventsPer.slice(0, index).reduce((sum, count) => sum + count, 0))
const eventsPerCycle = eventsPer.reduce((sum, count) => sum + count, 0)

function stepOf(span: number): Step {
  const step = STEPS[span % STEPS.length]
  if (step === undefined) throw new Error('unreachable: the script is not empty')
  return step
}

/** Events in the first `spans` spans. */
export function eventCount(spans: number): number {
  const rest = spans % STEPS.length
  return Math.floor(spans / STEPS.length) * eventsPerCycle + (rest === 0 ? 0 : (eventsBefore[rest] ?? 0))
}

/** A deterministic id: the span, and whether it is the result. */
export function fakeEventId(span: number, isResult = false): string {
  return `${span.toString(16).padStart(8, '0')}-0c85-5c59-8b2b-${isResult ? 'ffff' : '443b'}f0d95c16`
}

/** The span that an event id belongs to. */
export function spanOfId(id: string): { span: number; isResult: boolean } | null {
  const match = /^([0-9a-f]{8})-0c85-5c59-8b2b-(ffff|443b)/.exec(id)
  return match?.[1] === undefined ? null : { span: Number.parseInt(match[1], 16), isResult: match[2] === 'ffff' }
}

/** The row at `position` of an unfiltered view: computed, never stored. */
export function fakeRow(position: number, order: ViewOrder): EventRow {
  if (order === 'spans') return spanRow(position, position)
  const inCycle = position % eventsPerCycle
  let index = STEPS.length - 1
  while ((eventsBefore[index] ?? 0) > inCycle) index -= 1
  const span = Math.floor(position / eventsPerCycle) * STEPS.length + index
  return rawRow(span, inCycle > (eventsBefore[index] ?? 0), position)
}

function spanRow(span: number, position: number): EventRow {
  const step = stepOf(span)
  const hasResult = step.pairedKind !== undefined
  return {
    type: 'event',
    position,
    id: fakeEventId(span),
    pairedId: hasResult ? fakeEventId(span, true) : null,
    logIndex: eventCount(span),
    timeUs: startUs(span),
    lane: step.lane,
    kind: step.kind,
    label: step.label,
    tool: step.tool,
    summary: step.summary,
    isCode: step.isCode ?? false,
    span: {
      state: step.state ?? (hasResult ? 'done' : 'instant'),
      durationUs: hasResult ? (step.seconds ?? 0) * 1e6 : null,
    },
    result: step.result ?? '',
    risk: step.risk ?? null,
    costUsd: step.cost ?? null,
    tokens: step.tokens ?? null,
    bytes: 640 + ((span * 37) % 4_000),
    flags: {
      isError: step.state === 'failed',
      isCondensed: step.isCondensed ?? false,
      isNonconforming: false,
      isProvisional: false,
      isRedacted: false,
    },
  }
}

function rawRow(span: number, isResult: boolean, position: number): EventRow {
  const row = spanRow(span, position)
  const instant = { state: 'instant' as const, durationUs: null }
  if (!isResult) return { ...row, pairedId: null, span: instant, result: '', flags: { ...row.flags, isError: false } }
  return {
    ...row,
    id: fakeEventId(span, true),
    pairedId: null,
    logIndex: eventCount(span) + 1,
    timeUs: startUs(span) + (row.span.durationUs ?? 0),
    lane: 'tool',
    kind: stepOf(span).pairedKind ?? 'ObservationEvent',
    summary: row.result === '' ? 'done' : row.result,
    span: instant,
    costUsd: null,
    tokens: null,
  }
}

function startUs(span: number): number {
  return STARTED_US + span * SECONDS_PER_STEP * 1_000_000 + ((span * 7_919) % 900_000)
}

/** The wire JSON behind a row. */
export function fakeEventJson(id: string): string | null {
  const found = spanOfId(id)
  if (found === null) return null
  const { span, isResult } = found
  const step = stepOf(span)
  const timestamp = new Date(startUs(span) / 1000).toISOString().replace('Z', '000')
  const common = { id, timestamp }
  const text = (value: string) => [{ type: 'text', text: value, cache_prompt: false }]
  const tool = { tool_name: step.tool, tool_call_id: `call_${span.toString(16)}` }
  const event = isResult
    ? {
        kind: step.pairedKind,
        ...common,
        source: 'environment',
        ...tool,
        action_id: fakeEventId(span),
        ...(step.pairedKind === 'UserRejectObservation'
          ? { rejection_reason: 'Open a pull request instead.' }
          : {
              observation: {
                kind: 'TerminalObservation',
                content: text(
                  step.state === 'failed'
                    ? '\u001b[31m  ✘  login.spec.ts:42 redirects after refresh (5.2s)\u001b[0m\n     Error: expect(page).toHaveURL(expected)\n\n  1 failed, 6 passed (21.4s)'
                    : '\u001b[32m  7 passed\u001b[0m (21.4s)',
                ),
                command: step.summary,
                exit_code: step.state === 'failed' ? 1 : 0,
                is_error: step.state === 'failed',
                metadata: { exit_code: step.state === 'failed' ? 1 : 0, working_dir: '/workspace/project/shop' },
              },
            }),
      }
    : eventBody(step, common, text, tool)
  return JSON.stringify(event, null, 2)
}

function eventBody(
  step: Step,
  common: { id: string; timestamp: string },
  text: (value: string) => unknown[],
  tool: { tool_name: string | null; tool_call_id: string },
): Record<string, unknown> {
  switch (step.kind) {
    case 'MessageEvent':
      return {
        kind: step.kind,
        ...common,
        source: step.lane === 'user' ? 'user' : 'agent',
        llm_message: {
          role: step.lane === 'user' ? 'user' : 'assistant',
          content: text(step.summary),
          thinking_blocks: [],
        },
        activated_skills: [],
        extended_content: [],
      }
    case 'ActionEvent':
      return {
        kind: step.kind,
        ...common,
        source: 'agent',
        thought: text('Run it once before repeating it.'),
        thinking_blocks: [],
        action: { kind: 'TerminalAction', command: step.summary, is_input: false, timeout: null, reset: false },
        ...tool,
        tool_call: {
          id: tool.tool_call_id,
          name: tool.tool_name,
          arguments: JSON.stringify({ command: step.summary }),
          origin: 'completion',
        },
        llm_response_id: 'chatcmpl-7f1c',
        security_risk: step.risk ?? 'UNKNOWN',
      }
    case 'ConversationStateUpdateEvent':
      return { kind: step.kind, ...common, source: 'environment', key: 'execution_status', value: 'running' }
    case 'SystemPromptEvent':
      return {
        kind: step.kind,
        ...common,
        source: 'agent',
        system_prompt: { type: 'text', text: 'You are a coding agent.' },
        tools: [],
      }
    case 'HookExecutionEvent':
      return {
        kind: step.kind,
        ...common,
        source: 'hook',
        hook_event_type: 'PreToolUse',
        hook_command: 'lint-guard.sh',
        success: true,
        blocked: false,
        exit_code: 0,
        stdout: '',
        stderr: '',
      }
    default:
      return { kind: step.kind, ...common, source: 'environment', summary: step.summary, forgotten_event_ids: [] }
  }
}

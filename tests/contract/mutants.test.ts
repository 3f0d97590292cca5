import { describe, expect, test } from 'vitest'
import { eventEnvelopeSchema, readStrict, wireEventSchema } from '../../shared/contract/index.ts'
import { jsonLines, recorded } from './samples.ts'

/** Own required fields of each kind, as the published interface lists them (seed 2.9, contract §18.2). */
const REQUIRED: Record<string, string[]> = {
  ServerErrorEvent: ['source', 'code', 'detail'],
  ACPToolCallEvent: ['tool_call_id', 'title'],
  Condensation: ['llm_response_id'],
  CondensationRequest: [],
  CondensationSummaryEvent: ['summary'],
  ConversationErrorEvent: ['source', 'code', 'detail'],
  ConversationStateUpdateEvent: [],
  HookExecutionEvent: ['hook_event_type', 'hook_command', 'success', 'exit_code'],
  LLMCompletionLogEvent: ['filename', 'log_data'],
  ActionEvent: ['thought', 'tool_name', 'tool_call_id', 'tool_call', 'llm_response_id'],
  MessageEvent: ['source', 'llm_message'],
  AgentErrorEvent: ['tool_name', 'tool_call_id', 'error'],
  ObservationEvent: ['tool_name', 'tool_call_id', 'observation', 'action_id'],
  UserRejectObservation: ['tool_name', 'tool_call_id', 'action_id'],
  SystemPromptEvent: ['system_prompt', 'tools'],
  StreamingDeltaEvent: [],
  TokenEvent: ['source', 'prompt_token_ids', 'response_token_ids'],
  InterruptEvent: [],
  PauseEvent: [],
  SecurityAnalysisEvent: ['analyzer', 'policy', 'risks'],
}
const REQUIRED_EVERYWHERE = ['kind', 'id', 'timestamp']
/** Fields that may hold anything. */
const FREE = new Set(['value', 'raw_input', 'raw_output'])
const ENUMS = ['source', 'hook_event_type', 'security_risk', 'rejection_source', 'kind']

const parsed = [...jsonLines('event-samples.jsonl'), ...recorded('events')].map(({ json }) =>
  eventEnvelopeSchema.parse(json),
)
/** One event of each kind, and one of each action and observation kind. */
const samples = [...new Map(parsed.map((event) => [variety(event), event])).entries()]

function variety(event: Record<string, unknown>): string {
  const payload = event.action ?? event.observation
  const inner = typeof payload === 'object' && payload !== null && 'kind' in payload ? payload.kind : ''
  return `${event.kind} ${inner}`
}

function wrongFor(value: unknown): unknown {
  if (Array.isArray(value)) return { not: 'a list' }
  return typeof value === 'string' ? 12_345 : 'a text'
}

function problemsOf(event: unknown): string[] {
  const reading = readStrict(wireEventSchema, event)
  return reading.ok ? [] : reading.deviations.map(({ path, problem }) => `${path}: ${problem}`)
}

function without(event: object, field: string): object {
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== field))
}

describe.each(samples)('%s', (_name, event) => {
  test('without a required field is refused, and the field is named', () => {
    for (const field of [...REQUIRED_EVERYWHERE, ...(REQUIRED[event.kind] ?? [])]) {
      expect(problemsOf(without(event, field))).toContain(`${field}: missing`)
    }
  })

  test('without any other field is accepted', () => {
    const required = new Set([...REQUIRED_EVERYWHERE, ...(REQUIRED[event.kind] ?? [])])
    for (const field of Object.keys(event).filter((name) => !required.has(name))) {
      expect(problemsOf(without(event, field)), field).toEqual([])
    }
  })

  test('with a field of a wrong type is refused, and the field is named', () => {
    for (const [field, value] of Object.entries(event)) {
      if (value === null || FREE.has(field)) continue
      expect(problemsOf({ ...event, [field]: wrongFor(value) }), field).toEqual([`${field}: wrong type`])
    }
  })

  test('with a value outside a closed set is refused, and the field is named', () => {
    for (const field of ENUMS.filter((name) => name in event)) {
      const problem = field === 'kind' ? 'unknown kind' : 'bad value'
      expect(problemsOf({ ...event, [field]: 'SOMETHING_ELSE' })).toEqual([`${field}: ${problem}`])
    }
  })

  test('with an unknown field is refused, and the field is named', () => {
    expect(problemsOf({ ...event, novelty: 1 })).toEqual(['novelty: unknown field'])
  })

  test('with a wrong payload is refused, and the place inside is named', () => {
    for (const field of ['action', 'observation'] as const) {
      const payload = event[field]
      if (typeof payload !== 'object' || payload === null || !('kind' in payload)) continue
      if (String(payload.kind).startsWith('ClientAction_')) continue
      expect(problemsOf({ ...event, [field]: { ...payload, novelty: 1 } })).toEqual([`${field}.novelty: unknown field`])
      expect(problemsOf({ ...event, [field]: { ...payload, kind: 'New' } })).toEqual([`${field}.kind: unknown kind`])
    }
  })
})

import type { Json, JsonObject } from '../json.ts'
import type { Random } from '../random.ts'
import { naiveTime } from '../time.ts'
import type { WireEvent } from '../world/eventLog.ts'
import type { Metrics, ModelCall } from '../world/metrics.ts'
import type { Call, Risk, Step } from './step.ts'
import { textContent } from './tools.ts'

/** Where an EventWriter gets time from and where its events go. */
export interface EventOutlet {
  /** Microseconds; each call gives a later value. */
  micros(): number
  append(event: WireEvent): void
  /** Older agent servers have no `parent_id` (recorded 1.34.0). */
  readonly hasParents: boolean
}

/** An action on the log whose observation is still to come. */
export interface OpenAction {
  id: string
  toolCallId: string
  call: Call
}

/** Writes events as an agent server writes them: fields, order of fields and parent chain. */
export class EventWriter {
  readonly #outlet: EventOutlet
  readonly #random: Random
  readonly #metrics: Metrics
  #leaf: string | undefined
  #isNewRoot = false
  #fixedMicros: number | undefined

  constructor(outlet: EventOutlet, random: Random, metrics: Metrics, leaf?: string) {
    this.#outlet = outlet
    this.#random = random
    this.#metrics = metrics
    this.#leaf = leaf
  }

  /** The last tree node: the parent of what comes next. */
  get leaf(): string | undefined {
    return this.#leaf
  }

  /** Moves the head; without one the next node is a new root. */
  set leaf(id: string | undefined) {
    this.#leaf = id
    this.#isNewRoot = id === undefined
  }

  /** An id that a coming event will have, for deltas that precede it. */
  newId(): string {
    return this.#random.uuid()
  }

  node(kind: string, source: string, fields: JsonObject, id = this.newId()): string {
    this.#write(kind, source, fields, id)
    this.#leaf = id
    return id
  }

  /** A state update: carries a parent, never becomes one. */
  state(key: string, value: Json): void {
    this.#write('ConversationStateUpdateEvent', 'environment', { key, value }, this.newId())
  }

  userMessage(text: string | Json[], sender?: string): string {
    const content = typeof text === 'string' ? [textContent(text)] : text
    const id = this.node('MessageEvent', 'user', {
      llm_message: { role: 'user', content, thinking_blocks: [] },
      activated_skills: [],
      extended_content: [],
      ...(sender === undefined ? {} : { sender }),
    })
    this.state('last_user_message_id', id)
    return id
  }

  agentMessage(text: string, id?: string): string {
    const fields = {
      llm_message: { role: 'assistant', content: [textContent(text)], thinking_blocks: [] },
      llm_response_id: this.#responseId(),
      activated_skills: [],
      extended_content: [],
    }
    return this.node('MessageEvent', 'agent', fields, id)
  }

  /** Accounts one model call and publishes the totals. */
  stats(call: ModelCall): void {
    this.#metrics.add(call)
    this.state('stats', { usage_to_metrics: { agent: this.#metrics.snapshot() } })
  }

  /** The actions of one model answer; the first has the given id. */
  actions(step: Extract<Step, { kind: 'act' }>, firstId = this.newId()): OpenAction[] {
    const responseId = this.#responseId()
    return step.calls.map((call, i) => {
      const toolCallId = this.#toolCallId(i)
      const id = this.node(
        'ActionEvent',
        'agent',
        actionFields(step, call, i, toolCallId, responseId),
        i === 0 ? firstId : this.newId(),
      )
      return { id, toolCallId, call }
    })
  }

  observation(open: OpenAction): void {
    const { call } = open
    const write = () =>
      this.node('ObservationEvent', 'environment', {
        tool_name: call.tool,
        tool_call_id: open.toolCallId,
        observation: call.observation,
        action_id: open.id,
        extended_content: [],
      })
    if (call.hook === undefined) {
      write()
      return
    }
    // A PostToolUse hook stands before the observation in the log, with a later time (contract §18.2).
    const early = this.#outlet.micros()
    this.#write('HookExecutionEvent', 'hook', hookFields(open, call.hook), this.newId())
    this.#writeAt(early, write)
  }

  rejection(open: OpenAction, reason: string): void {
    this.node('UserRejectObservation', 'environment', {
      tool_name: open.call.tool,
      tool_call_id: open.toolCallId,
      rejection_reason: reason,
      rejection_source: 'user',
      action_id: open.id,
    })
  }

  agentError(tool: string, toolCallId: string, error: string): void {
    this.node('AgentErrorEvent', 'agent', {
      tool_name: tool,
      tool_call_id: toolCallId,
      error,
      classification: { kind: 'agent_action', retryable: true, user_action: 'retry' },
    })
  }

  /** A tool call that cannot be executed: an action without `action`, answered by an AgentErrorEvent. */
  misuse(step: Extract<Step, { kind: 'misuse' }>, id?: string): void {
    const responseId = this.#responseId()
    const toolCallId = this.#toolCallId(0)
    this.node(
      'ActionEvent',
      'agent',
      {
        thought: [textContent(step.thought)],
        thinking_blocks: [],
        tool_name: step.tool,
        tool_call_id: toolCallId,
        tool_call: { id: toolCallId, name: step.tool, arguments: step.arguments, origin: 'completion' },
        llm_response_id: responseId,
        security_risk: 'UNKNOWN',
      },
      id,
    )
    this.agentError(step.tool, toolCallId, step.error)
  }

  conversationError(step: Extract<Step, { kind: 'break' }>): void {
    this.node('ConversationErrorEvent', 'environment', {
      code: step.code,
      detail: step.detail,
      classification: {
        kind: step.cause,
        retryable: step.retryable,
        user_action: step.retryable ? 'retry' : 'settings',
      },
    })
  }

  condensation(forgotten: string[], summary: string): void {
    this.node('Condensation', 'environment', {
      forgotten_event_ids: forgotten,
      summary,
      summary_offset: 2,
      llm_response_id: this.#responseId(),
    })
  }

  securityAnalysis(risks: Record<string, Risk>, analyzer = 'LLMSecurityAnalyzer'): void {
    const fields = { analyzer, policy: 'ConfirmRisky', risks, details: {} }
    this.#write('SecurityAnalysisEvent', 'environment', fields, this.newId())
  }

  #writeAt(micros: number, write: () => void): void {
    this.#fixedMicros = micros
    write()
    this.#fixedMicros = undefined
  }

  #responseId(): string {
    return `chatcmpl-${this.#random.hex(12)}`
  }

  /** Unlike any in the log, which another writer may have begun. */
  #toolCallId(index: number): string {
    return `call_${this.#random.hex(8)}_${index}`
  }

  #write(kind: string, source: string, fields: JsonObject, id: string): void {
    const timestamp = naiveTime(this.#fixedMicros ?? this.#outlet.micros())
    const parentId = this.#leaf ?? (this.#isNewRoot ? '__root__' : undefined)
    const parent = this.#outlet.hasParents && parentId !== undefined ? { parent_id: parentId } : {}
    this.#outlet.append({ id, timestamp, source, ...parent, ...fields, kind })
  }
}

function actionFields(
  step: Extract<Step, { kind: 'act' }>,
  call: Call,
  index: number,
  toolCallId: string,
  responseId: string,
): JsonObject {
  const { kind: _, ...inputs } = call.action
  const risk = call.risk === 'UNKNOWN' ? {} : { security_risk: call.risk }
  return {
    thought: index === 0 && step.thought !== '' ? [textContent(step.thought)] : [],
    ...(index === 0 && step.reasoning !== undefined ? { reasoning_content: step.reasoning } : {}),
    thinking_blocks: [],
    action: call.action,
    tool_name: call.tool,
    tool_call_id: toolCallId,
    tool_call: {
      id: toolCallId,
      name: call.tool,
      arguments: JSON.stringify({ ...inputs, ...risk, summary: call.summary }),
      origin: 'completion',
    },
    llm_response_id: responseId,
    security_risk: call.risk,
    summary: call.summary,
  }
}

function hookFields(open: OpenAction, hook: { command: string; output: string }): JsonObject {
  return {
    hook_event_type: 'PostToolUse',
    hook_command: hook.command,
    tool_name: open.call.tool,
    success: true,
    blocked: false,
    exit_code: 0,
    stdout: hook.output,
    stderr: '',
    action_id: open.id,
    hook_input: { tool_name: open.call.tool, tool_input: open.call.action, tool_response: open.call.observation },
  }
}

import { isWireObject, textAt, type WireObject } from '../wireValue.ts'

/** So much of an event's text can be found: a log of megabytes is not read to its end. UTF-16 units. */
const MOST_TEXT = 65_536
/** Stands between fields: a control character that separates words and that no text has. */
export const FIELD_END = '\u001e'
/** Deeper values are not read. */
const DEEPEST = 12

/** What a person may look for in events of a kind, by field, in reading order. Kinds that are not here show all fields. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  MessageEvent: ['llm_message', 'sender', 'critic_result'],
  SystemPromptEvent: ['system_prompt', 'dynamic_context'],
  ActionEvent: [
    'summary',
    'thought',
    'reasoning_content',
    'thinking_blocks',
    'responses_reasoning_item',
    'action',
    'critic_result',
    'tool_name',
  ],
  ObservationEvent: ['observation', 'tool_name'],
  UserRejectObservation: ['rejection_reason', 'tool_name'],
  AgentErrorEvent: ['error', 'tool_name'],
  ACPToolCallEvent: ['title', 'tool_kind', 'raw_input', 'raw_output', 'content'],
  HookExecutionEvent: ['hook_command', 'stdout', 'stderr', 'reason', 'additional_context', 'error', 'tool_name'],
  Condensation: ['summary'],
  CondensationRequest: [],
  CondensationSummaryEvent: ['summary'],
  ConversationErrorEvent: ['code', 'detail'],
  ServerErrorEvent: ['code', 'detail'],
  // What changes many times a run and is shown elsewhere: states, costs, token ids, logs of requests.
  ConversationStateUpdateEvent: [],
  SecurityAnalysisEvent: ['analyzer', 'policy', 'details'],
  PauseEvent: [],
  InterruptEvent: [],
  TokenEvent: [],
  LLMCompletionLogEvent: ['filename', 'model_name'],
  StreamingDeltaEvent: [],
}

/** Fields that hold no text for people: names of the wire, ids, images, signatures, terminal control. */
const UNREAD: ReadonlySet<string> = new Set([
  'kind',
  'type',
  'role',
  'id',
  'parent_id',
  'timestamp',
  'source',
  'tool_call_id',
  'action_id',
  'message_id',
  'llm_response_id',
  'responses_item_id',
  'signature',
  'encrypted_content',
  'screenshot_data',
  'image_urls',
  'mimeType',
  'mime_type',
  'tool_calls',
  'cache_prompt',
  'prefix',
  'suffix',
  'pid',
  'username',
  'hostname',
  'py_interpreter_path',
])

const ESCAPE = '\u001b'
const ESCAPE_SEQUENCES = new RegExp(
  `${ESCAPE}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)|[@-Z\\\\-_])`,
  'g',
)

/**
 * What can be found of a redacted event: messages, thoughts, commands, outputs, paths, errors, with `FIELD_END` between; not its JSON.
 * At most 65,536 UTF-16 units.
 */
export function eventText(event: WireObject): string {
  const kind = textAt(event, 'kind') ?? ''
  const parts = new Parts()
  const fields = Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined
  if (fields === undefined) parts.add(event, 0)
  else for (const field of fields) parts.add(event[field], 0)
  // A call that could not be understood has no action, only what the model wrote.
  if (kind === 'ActionEvent' && !isWireObject(event.action) && isWireObject(event.tool_call))
    parts.add(event.tool_call.arguments, 0)
  return parts.text()
}

class Parts {
  readonly #parts: string[] = []
  #left = MOST_TEXT

  add(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#addText(value)
    else if (typeof value !== 'object' || value === null || depth > DEEPEST || this.#left <= 0) return
    else if (Array.isArray(value)) for (const item of value) this.add(item, depth + 1)
    else for (const [key, item] of Object.entries(value)) if (!UNREAD.has(key)) this.add(item, depth + 1)
  }

  text(): string {
    return this.#parts.join(FIELD_END)
  }

  #addText(whole: string): void {
    if (whole === '' || this.#left <= 0 || whole.startsWith('data:')) return
    const cut = whole.length > this.#left ? whole.slice(0, this.#left) : whole
    // Colours of a terminal would grow together with the words beside them.
    const text = cut.includes(ESCAPE) ? cut.replace(ESCAPE_SEQUENCES, '') : cut
    this.#parts.push(text)
    this.#left -= cut.length + 1
  }
}

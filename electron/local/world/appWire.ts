import { isObject, type Json, type JsonObject, parseJson } from '../json.ts'

/** Nullable fields that the agent wire omits and the app server writes out (contract §1.7), by kind. */
const NULLABLE: Record<string, readonly string[]> = {
  MessageEvent: ['llm_response_id', 'sender', 'critic_result'],
  ActionEvent: ['reasoning_content', 'responses_reasoning_item', 'action', 'critic_result', 'summary'],
  SystemPromptEvent: ['dynamic_context'],
  HookExecutionEvent: ['tool_name', 'reason', 'additional_context', 'error', 'action_id', 'message_id', 'hook_input'],
  Condensation: ['summary', 'summary_offset'],
  StreamingDeltaEvent: ['content', 'reasoning_content'],
  TerminalAction: ['timeout'],
  FileEditorAction: ['file_text', 'old_str', 'new_str', 'insert_line', 'view_range'],
  GrepAction: ['path', 'include'],
  TerminalObservation: ['command', 'exit_code', 'full_output_save_dir'],
  FileEditorObservation: ['path', 'old_content', 'new_content'],
  BrowserObservation: ['screenshot_data', 'full_output_save_dir'],
  GrepObservation: ['include_pattern'],
}

const MESSAGE = ['tool_calls', 'tool_call_id', 'name', 'reasoning_content', 'responses_reasoning_item']

/** The app server's form of an event's JSON text: nulls explicit, no `classification`. */
export function appWire(text: string): Json {
  const event = wholeWire(text)
  if (!isObject(event)) return event
  const { classification: _, ...known } = event
  return { ...known, parent_id: known.parent_id ?? null }
}

/** An event's JSON text with its nulls, as an agent server sends a single one (contract §11). */
export function wholeWire(text: string): Json {
  const event = parseJson(text)
  if (!isObject(event)) return event ?? null
  const full = withNulls(event)
  if (isObject(full.action)) full.action = withNulls(full.action)
  if (isObject(full.observation)) full.observation = withNulls(full.observation)
  if (isObject(full.llm_message)) full.llm_message = filled(full.llm_message, MESSAGE)
  if (isObject(full.tool_call)) full.tool_call = filled(full.tool_call, ['responses_item_id'])
  if (Array.isArray(full.tools)) full.tools = full.tools.map((tool) => (isObject(tool) ? filled(tool, ['meta']) : tool))
  return full
}

function withNulls(value: JsonObject): JsonObject {
  return filled(value, NULLABLE[typeof value.kind === 'string' ? value.kind : ''] ?? [])
}

function filled(value: JsonObject, names: readonly string[]): JsonObject {
  const full = { ...value }
  for (const name of names) if (full[name] === undefined) full[name] = null
  return full
}

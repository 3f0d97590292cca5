import { at, contentText, isObject, list, text, type WireObject } from './eventFields.ts'
import { field, fields, markdown, rest, type Section, textBlock } from './sections.ts'

/** An ActionEvent: what the agent wants to do and why (contract §9.1). */
export function describeAction(event: WireObject): Section[] {
  return [
    ...markdown('Thought', contentText(at(event, 'thought'))),
    ...markdown('Reasoning', reasoningOf(event)),
    ...describeToolCall(event),
  ]
}

/** Reasoning text of an action or a message: one field or thinking blocks; redacted blocks have none. */
export function reasoningOf(holder: unknown): string | null {
  const blocks = list(holder, 'thinking_blocks')
    .map((block) => text(block, 'thinking'))
    .filter((part) => part !== null)
  const summary = list(holder, 'responses_reasoning_item', 'summary').filter((part) => typeof part === 'string')
  const parts = [text(holder, 'reasoning_content'), ...blocks, ...summary].filter((part) => part !== null)
  return parts.length === 0 ? null : [...new Set(parts)].join('\n\n')
}

function describeToolCall(event: WireObject): Section[] {
  const action = at(event, 'action')
  if (!isObject(action)) {
    // The call did not parse into an action; its arguments are all there is.
    return textBlock('Arguments', text(event, 'tool_call', 'arguments'))
  }
  const kind = text(action, 'kind') ?? ''
  switch (kind) {
    case 'TerminalAction':
      return fields(
        field('input', action.is_input === true ? 'to the running command' : null),
        field('timeout', typeof action.timeout === 'number' ? `${action.timeout} s` : null),
      )
    case 'ThinkAction':
      return markdown('Thinks', text(action, 'thought'))
    case 'FinishAction':
      return markdown('Says', text(action, 'message'))
    case 'FileEditorAction':
    case 'PlanningFileEditorAction':
    case 'EditAction':
    case 'WriteFileAction':
      return describeEdit(action)
    case 'ApplyPatchAction':
      return textBlock('Patch', text(action, 'patch'))
    case 'TaskTrackerAction':
      return describeTasks(action)
    default:
      return rest('Arguments', action, ['kind']).map((section) =>
        section.kind === 'tree' ? { ...section, isOpen: true } : section,
      )
  }
}

function describeEdit(action: WireObject): Section[] {
  const before = text(action, 'old_str') ?? text(action, 'old_string')
  const after = text(action, 'new_str') ?? text(action, 'new_string')
  const range = list(action, 'view_range')
  const isChange = before !== null || after !== null
  return [
    ...fields(
      field('file', text(action, 'path') ?? text(action, 'file_path')),
      field('lines', range.length === 2 ? range.join(' to ') : null),
      field('after line', typeof action.insert_line === 'number' ? action.insert_line : null),
    ),
    ...(isChange ? [{ kind: 'diff' as const, title: 'Edit', before: before ?? '', after: after ?? '' }] : []),
    ...textBlock('File text', text(action, 'file_text') ?? text(action, 'content')),
  ]
}

const MARKS: Record<string, string> = { done: 'x', in_progress: '~', todo: ' ' }

export function describeTasks(holder: WireObject): Section[] {
  const lines = list(holder, 'task_list').map((task) => {
    const notes = text(task, 'notes') ?? ''
    return `[${MARKS[text(task, 'status') ?? ''] ?? '?'}] ${text(task, 'title') ?? '(no title)'}${notes === '' ? '' : ` — ${notes}`}`
  })
  return textBlock('Tasks', lines.join('\n'))
}

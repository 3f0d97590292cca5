import type { Lane } from '../row.ts'
import { listAt, numberAt, objectAt, textAt, type WireObject } from '../wireValue.ts'
import { contentText, counted, dotted, firstLine, oneLine, shortJson } from './line.ts'
import { type RowFacts, rowFacts } from './rowFacts.ts'

export function hookRow(event: WireObject): RowFacts {
  const isBlocked = event.blocked === true
  const code = numberAt(event, 'exit_code')
  const isError = event.success === false || textAt(event, 'error') !== null
  const verdict = isBlocked ? 'blocked' : isError ? 'failed' : 'allowed'
  const why = textAt(event, 'reason') ?? textAt(event, 'error')
  return rowFacts(
    'hook',
    textAt(event, 'hook_event_type') ?? 'hook',
    dotted(
      scriptName(textAt(event, 'hook_command') ?? ''),
      code !== null && `exit ${code}`,
      verdict,
      why !== null && firstLine(why),
    ),
    // A block is the hook's answer, not its failure.
    {
      isError: isError && !isBlocked,
      result: isBlocked ? 'blocked' : isError && code !== null && code !== 0 ? `exit ${code}` : '',
    },
  )
}

/** `.openhands/hooks/lint-guard.sh --fast` → `lint-guard.sh`. */
function scriptName(command: string): string {
  const first = command.trim().split(/\s+/, 1)[0] ?? ''
  return first.includes('/') ? (first.split('/').at(-1) ?? first) : oneLine(command, 60)
}

/** ConversationErrorEvent and ServerErrorEvent. */
export function errorRow(event: WireObject): RowFacts {
  const classification = objectAt(event, 'classification')
  return rowFacts(
    'env',
    event.kind === 'ServerErrorEvent' ? 'server error' : 'error',
    dotted(textAt(event, 'code'), firstLine(textAt(event, 'detail') ?? '')),
    {
      isError: true,
      result: (classification && textAt(classification, 'kind')) ?? 'error',
    },
  )
}

/** Two of these make a call: started, then completed or failed (contract §9). */
export function acpRow(event: WireObject): RowFacts {
  const status = textAt(event, 'status')
  const isFailed = event.is_error === true || status === 'failed'
  const name = textAt(event, 'tool_kind') ?? 'acp'
  return rowFacts('tool', name, oneLine(textAt(event, 'title') ?? shortJson(event.raw_input ?? '')), {
    tool: name,
    state: isFailed ? 'failed' : status === 'completed' ? 'done' : 'running',
    isError: isFailed,
    result: isFailed ? 'failed' : '',
  })
}

export function tokenRow(event: WireObject): RowFacts {
  const [prompt, response] = [listAt(event, 'prompt_token_ids').length, listAt(event, 'response_token_ids').length]
  return rowFacts('agent', 'tokens', `${counted(prompt, 'prompt token')}, ${counted(response, 'response token')}`)
}

export function completionLogRow(event: WireObject): RowFacts {
  return rowFacts(
    'env',
    'completion log',
    dotted(textAt(event, 'model_name'), textAt(event, 'usage_id'), textAt(event, 'filename')),
  )
}

const FIELDS_OF_ALL = new Set(['kind', 'id', 'timestamp', 'source', 'parent_id'])

/** A kind that Handrail does not know: its name and what it holds. */
export function unknownRow(event: WireObject): RowFacts {
  const text = ['summary', 'message', 'content', 'text', 'detail']
    .map((key) => contentText(event[key]))
    .find((found) => found !== '')
  const rest = Object.entries(event).filter(([key]) => !FIELDS_OF_ALL.has(key))
  const summary = text === undefined ? rest.map(([key, value]) => `${key}=${shortJson(value)}`).join(' ') : text
  return rowFacts(laneOfSource(textAt(event, 'source')), textAt(event, 'kind') ?? 'unknown', oneLine(summary), {
    tool: textAt(event, 'tool_name'),
  })
}

export function laneOfSource(source: string | null): Lane {
  return source === 'user' || source === 'agent' || source === 'hook' ? source : 'env'
}

import { listAt, numberAt, objectAt, textAt, type WireObject } from '../wireValue.ts'
import { laneOfTool } from './actionRow.ts'
import { contentText, counted, dotted, firstLine, oneLine, shortPath } from './line.ts'
import { type RowFacts, rowFacts } from './rowFacts.ts'

/** ObservationEvent: what a tool answered. */
export function observationRow(event: WireObject): RowFacts {
  const observation = objectAt(event, 'observation') ?? {}
  const kind = textAt(observation, 'kind') ?? ''
  const tool = textAt(event, 'tool_name') ?? kind.replace(/Observation$/, '')
  const outcome = outcomeOf(kind, observation)
  return rowFacts(laneOfTool(kind), tool, dotted(outcome.result, observationSummary(kind, observation)), {
    tool,
    isCode: kind === 'TerminalObservation',
    state: outcome.isError ? 'failed' : 'done',
    ...outcome,
  })
}

/** A failed command has `is_error: false`: its exit code judges it (contract §18.2). -1 means still running. */
function outcomeOf(kind: string, observation: WireObject): { isError: boolean; result: string } {
  const isError = observation.is_error === true
  if (kind === 'TerminalObservation') {
    const code = numberAt(observation, 'exit_code')
    if (code !== null && code > 0) return { isError: true, result: `exit ${code}` }
    if (code !== null && code < -1) return { isError: true, result: `exit ${code}` }
    if (observation.timeout === true) return { isError, result: 'timeout' }
    if (code === -1) return { isError, result: 'still running' }
    if (code === 0) return { isError: false, result: '' }
  }
  const status = textAt(observation, 'status')
  if (kind === 'WorkflowObservation' && status === 'error') return { isError: true, result: 'error' }
  return { isError, result: isError ? 'error' : '' }
}

function observationSummary(kind: string, observation: WireObject): string {
  const text = firstLine(contentText(observation.content))
  switch (kind) {
    case 'GrepObservation':
      return counted(listAt(observation, 'matches').length, 'match', 'matches')
    case 'GlobObservation':
      return counted(listAt(observation, 'files').length, 'file')
    case 'ListDirectoryObservation':
      return counted(listAt(observation, 'entries').length, 'entry', 'entries')
    case 'ReadFileObservation':
      return shortPath(textAt(observation, 'file_path') ?? text)
    case 'SwitchLLMObservation':
      return dotted(textAt(observation, 'profile_name'), textAt(observation, 'active_model'))
    case 'VisionInspectObservation':
      return oneLine(textAt(observation, 'answer') ?? text)
    case 'TaskObservation':
      return dotted(textAt(observation, 'subagent'), textAt(observation, 'status'), text)
    case 'TaskTrackerObservation':
      return dotted(textAt(observation, 'command'), counted(listAt(observation, 'task_list').length, 'task'))
    case 'BrowserObservation':
      return dotted(text, textAt(observation, 'screenshot_data') !== null && 'screenshot')
    default:
      return text !== '' ? text : oneLine(textAt(observation, 'message') ?? textAt(observation, 'output') ?? '')
  }
}

/** A person (or a policy) refused the action. */
export function rejectionRow(event: WireObject): RowFacts {
  const source = textAt(event, 'rejection_source')
  return rowFacts(
    source === 'hook' ? 'hook' : 'user',
    'reject',
    oneLine(textAt(event, 'rejection_reason') ?? 'rejected'),
    {
      tool: textAt(event, 'tool_name'),
      state: 'rejected',
      result: source === null || source === 'user' ? 'rejected' : `rejected by ${oneLine(source, 40)}`,
    },
  )
}

/** The tool call never became a result: bad arguments, an unknown tool, an interrupt. */
export function agentErrorRow(event: WireObject): RowFacts {
  const classification = objectAt(event, 'classification')
  return rowFacts('tool', textAt(event, 'tool_name') ?? 'agent error', firstLine(textAt(event, 'error') ?? ''), {
    tool: textAt(event, 'tool_name'),
    state: 'failed',
    isError: true,
    result: classification !== null && textAt(classification, 'kind') === 'agent_action' ? 'error' : 'failed',
  })
}

import type { Lane } from '../row.ts'
import { isWireObject, objectAt, textAt, type WireObject } from '../wireValue.ts'
import { actionSummary } from './actionSummary.ts'
import { contentText, oneLine, shortJson } from './line.ts'
import { type RowFacts, rowFacts } from './rowFacts.ts'

/** Thinking and finishing are the agent speaking; everything else acts on the world. */
export function laneOfTool(kind: string): Lane {
  return /^(Think|Finish)(Action|Observation)$/.test(kind) ? 'agent' : 'tool'
}

/** ActionEvent: the agent calls a tool. `action` is absent when the call could not be read (contract §9). */
export function actionRow(event: WireObject): RowFacts {
  const action = objectAt(event, 'action')
  const call = objectAt(event, 'tool_call') ?? {}
  const tool = textAt(event, 'tool_name') ?? textAt(call, 'name') ?? 'tool'
  const kind = (action && textAt(action, 'kind')) ?? ''
  const written = action === null ? { text: argumentsOf(call), isCode: true } : actionSummary(kind, action)
  const fallback = textAt(event, 'summary') ?? contentText(event.thought)
  return rowFacts(laneOfTool(kind), tool, written.text === '' ? oneLine(fallback) : written.text, {
    tool,
    isCode: written.isCode && written.text !== '',
    state: 'running',
    risk: textAt(event, 'security_risk'),
  })
}

function argumentsOf(call: WireObject): string {
  const written = call.arguments
  return isWireObject(written) ? shortJson(written) : oneLine(typeof written === 'string' ? written : '')
}

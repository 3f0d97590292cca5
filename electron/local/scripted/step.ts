import type { JsonObject } from '../json.ts'

export type Risk = 'UNKNOWN' | 'LOW' | 'MEDIUM' | 'HIGH'

/** One tool call and what it gives. */
export interface Call {
  tool: string
  action: JsonObject & { kind: string }
  observation: JsonObject & { kind: string }
  /** About ten words, shown by clients beside the tool. */
  summary: string
  risk: Risk
  /** How long the tool runs, in seconds of real time. */
  seconds: number
  /** A PostToolUse hook that runs after the tool. */
  hook?: { command: string; output: string }
}

/** What the scripted agent does next: the unit between two model calls. */
export type Step =
  | { kind: 'act'; thought: string; reasoning?: string; calls: [Call, ...Call[]] }
  | { kind: 'say'; text: string }
  | { kind: 'condense'; summary: string }
  | { kind: 'misuse'; thought: string; tool: string; arguments: string; error: string }
  | { kind: 'break'; code: string; detail: string; cause: 'transient' | 'config' | 'rate_limit'; retryable: boolean }

/** True when the step ends the plot. */
export function isEnding(step: Step): boolean {
  return step.kind === 'break' || (step.kind === 'act' && step.calls.some((call) => call.tool === 'finish'))
}

/** True when the step ends with the agent waiting for its user. */
export function isAnswer(step: Step): boolean {
  return step.kind === 'say'
}

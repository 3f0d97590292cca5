import { type EventRow, type SpanState, stateChangeSummary } from '../../../../shared/domain/index.ts'
import { FLAG } from '../columns/blockColumns.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import type { LightEvent } from '../ingest/lightEvent.ts'

/** A row and, in span order, the answer that shares it. */
export interface RowParts {
  slot: number
  light: LightEvent
  answerSlot: number
  answer: LightEvent | null
}

/** Builds the row at a position from what is stored of its events and what the columns know of their company. */
export function eventRow(open: OpenConversation, position: number, parts: RowParts): EventRow {
  const { columns, usage } = open
  const { slot, light, answer, answerSlot } = parts
  const logIndex = columns.logIndex[slot] ?? -1
  const flags = (columns.flags[slot] ?? 0) | (answer === null ? 0 : (columns.flags[answerSlot] ?? 0))
  const isAlone = answer === null && (flags & FLAG.action) !== 0
  const unanswered = isAlone && columns.links.partner(slot) === -1 ? unansweredState(open, light) : null
  return {
    type: 'event',
    position,
    id: light.id,
    pairedId: answer?.id ?? null,
    logIndex: logIndex < 0 ? null : logIndex,
    timeUs: light.timeUs,
    lane: light.lane,
    kind: light.kind,
    label: light.label,
    tool: light.tool,
    summary: summaryOf(open, slot, light, answer),
    isCode: light.isCode,
    span: {
      state: answer?.state ?? unanswered?.state ?? (isAlone ? 'instant' : light.state),
      durationUs: durationOf(light, answer),
    },
    result: answer?.result ?? unanswered?.result ?? light.result,
    risk: light.risk,
    costUsd: numberOrNull(usage.costUsd[slot]),
    tokens: numberOrNull(usage.tokens[slot]),
    bytes: light.bytes + (answer?.bytes ?? 0),
    flags: {
      isError: (flags & FLAG.error) !== 0,
      isCondensed: ((columns.flags[slot] ?? 0) & FLAG.condensed) !== 0,
      isNonconforming: (flags & FLAG.nonconforming) !== 0,
      isProvisional: logIndex < 0,
      isRedacted: (flags & FLAG.redacted) !== 0,
    },
  }
}

/** An action without a result: waiting for a person, running, or left behind. */
function unansweredState(open: OpenConversation, light: LightEvent): { state: SpanState; result: string } {
  const { status, open: actions } = open.conversation.facts
  const isOpen = actions.some((action) => action.eventId === light.id)
  if (isOpen && status?.value === 'waiting_for_confirmation') return { state: 'pending', result: 'confirm' }
  if (light.kind === 'ACPToolCallEvent' ? status?.value === 'running' : isOpen && status?.value === 'running') {
    return { state: 'running', result: '' }
  }
  return { state: 'instant', result: light.result }
}

function summaryOf(open: OpenConversation, slot: number, light: LightEvent, answer: LightEvent | null): string {
  if (light.status !== null) return stateChangeSummary(open.statusBefore.get(slot) ?? null, light.status)
  // The later of two ACP events replaces the earlier (contract §9).
  return answer?.kind === 'ACPToolCallEvent' && answer.summary !== '' ? answer.summary : light.summary
}

function durationOf(light: LightEvent, answer: LightEvent | null): number | null {
  if (answer === null || light.timeUs === null || answer.timeUs === null) return null
  return Math.max(0, answer.timeUs - light.timeUs)
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

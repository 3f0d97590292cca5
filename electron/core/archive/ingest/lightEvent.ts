import {
  isStatusKey,
  isWireObject,
  listAt,
  parseEventTime,
  pathsOfEvent,
  type RowFacts,
  rowOfEvent,
  textAt,
  type UsageTotals,
  usageOfStats,
  type WireObject,
} from '../../../../shared/domain/index.ts'

/** What columns and rows need of an event, so that its JSON is parsed once, when it comes. */
export interface LightEvent extends RowFacts {
  id: string
  kind: string
  /** Who sent it, as the wire says. */
  source: string | null
  /** Files that it names. */
  paths: string[]
  timeUs: number | null
  /** UTF-8 bytes of the stored JSON. */
  bytes: number
  redactions: number
  isNonconforming: boolean
  /** `action` opens a span, `answer` closes one. */
  part: 'action' | 'answer' | 'other'
  /** Of an answer: the id of its action. */
  actionId: string | null
  /** Joins actions and answers where `actionId` is absent. */
  callId: string | null
  /** True when a model call made this event, so that cost can be its. */
  isReply: boolean
  responseId: string | null
  /** Of a state update: the run state it says. */
  status: string | null
  /** Of a `stats` update. */
  usage: UsageTotals | null
  /** Of a condensation. */
  forgotten: string[] | null
}

/** Reads a redacted wire event; never throws. `known`: what the event itself does not tell. */
export function lightOfEvent(
  event: WireObject,
  id: string,
  known: Pick<LightEvent, 'bytes' | 'redactions' | 'isNonconforming'>,
): LightEvent {
  const kind = textAt(event, 'kind') ?? 'unknown'
  const timeUs = parseEventTime(event.timestamp)
  const key = kind === 'ConversationStateUpdateEvent' ? textAt(event, 'key') : null
  return {
    ...rowOfEvent(event),
    id,
    kind,
    source: textAt(event, 'source'),
    paths: pathsOfEvent(event),
    timeUs,
    ...known,
    isNonconforming: known.isNonconforming || timeUs === null,
    ...linkOf(kind, event),
    isReply: kind === 'ActionEvent' || kind === 'Condensation' || (kind === 'MessageEvent' && event.source === 'agent'),
    responseId: textAt(event, 'llm_response_id'),
    status: isStatusKey(key) ? textAt(event, 'value') : null,
    usage: key === 'stats' ? usageOfStats(event.value) : null,
    forgotten:
      kind === 'Condensation' ? listAt(event, 'forgotten_event_ids').filter((id) => typeof id === 'string') : null,
  }
}

function linkOf(kind: string, event: WireObject): Pick<LightEvent, 'part' | 'actionId' | 'callId'> {
  const callId = textAt(event, 'tool_call_id')
  switch (kind) {
    case 'ActionEvent':
      return { part: 'action', actionId: null, callId }
    case 'ObservationEvent':
    case 'UserRejectObservation':
      return { part: 'answer', actionId: textAt(event, 'action_id'), callId }
    case 'AgentErrorEvent':
      return { part: 'answer', actionId: null, callId }
    case 'ACPToolCallEvent': {
      const status = textAt(event, 'status')
      const isEnd = status === 'completed' || status === 'failed' || event.is_error === true
      // Another name space than tool calls: these ids restart in each ACP session.
      return { part: isEnd ? 'answer' : 'action', actionId: null, callId: callId === null ? null : `acp:${callId}` }
    }
    default:
      return { part: 'other', actionId: null, callId: null }
  }
}

/** Reads what `JSON.stringify` made of a light event; blocks are checksummed, so their shape is trusted. */
export function parseLight(json: string): LightEvent {
  const parsed: unknown = JSON.parse(json)
  if (!isLight(parsed)) throw new TypeError('a stored row is not a row')
  return parsed
}

export function isLight(value: unknown): value is LightEvent {
  return isWireObject(value) && typeof value.id === 'string' && typeof value.lane === 'string'
}

import {
  type Goal,
  isWireObject,
  type LiveFacts,
  objectAt,
  textAt,
  usageOfStats,
  type WireObject,
} from '../../../../shared/domain/index.ts'
import { goalOf } from './goalFact.ts'
import type { LightEvent } from './lightEvent.ts'

/** Where a fact stands in the log, as far as that is known: pages come in any order, the newest fact wins. */
export interface Moment {
  logIndex: number | null
  timeUs: number
}

interface Fact<T> {
  value: T
  at: Moment
}

interface PendingAction {
  eventId: string
  tool: string
  summary: string
  risk: string
  callId: string | null
  at: Moment
}

/** Facts with their moments, as stored. */
export interface FactsState {
  status: Fact<string> | null
  tags: Fact<Record<string, string>> | null
  usage: Fact<{ costUsd: number; tokens: number }> | null
  goal: Fact<Goal> | null
  /** Newest answer to any action: actions before it that have none will not get one. */
  lastAnswer: Moment | null
  open: PendingAction[]
  /** Answers whose actions have not come yet: action ids and call ids. */
  early: string[]
}

export function emptyFacts(): FactsState {
  return { status: null, tags: null, usage: null, goal: null, lastAnswer: null, open: [], early: [] }
}

export function parseFacts(json: string): FactsState {
  const parsed: unknown = JSON.parse(json)
  return isWireObject(parsed) ? { ...emptyFacts(), ...parsed } : emptyFacts()
}

/** At most this many answers wait for their actions. */
const MOST_EARLY = 500

/** The facts after one more event. Gives the same object when the event says nothing. */
export function withEvent(facts: FactsState, light: LightEvent, event: WireObject, at: Moment): FactsState {
  switch (light.kind) {
    case 'ConversationStateUpdateEvent':
      return withState(facts, textAt(event, 'key'), event.value, at)
    case 'ActionEvent':
      return withAction(facts, light, at)
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      return withAnswer(facts, light, at)
    default:
      return facts
  }
}

function withState(facts: FactsState, key: string | null, value: unknown, at: Moment): FactsState {
  switch (key) {
    case 'execution_status':
    case 'agent_status':
      if (typeof value !== 'string' || !isNewer(at, facts.status?.at)) return facts
      return { ...facts, status: { value, at } }
    case 'tags':
      if (!isWireObject(value) || !isNewer(at, facts.tags?.at)) return facts
      return { ...facts, tags: { value: textsOf(value), at } }
    case 'stats': {
      const usage = usageOfStats(value)
      return usage === null || !isNewer(at, facts.usage?.at) ? facts : { ...facts, usage: { value: usage, at } }
    }
    case 'goal': {
      const goal = goalOf(value)
      return goal === null || !isNewer(at, facts.goal?.at) ? facts : { ...facts, goal: { value: goal, at } }
    }
    case 'full_state': {
      if (!isWireObject(value)) return facts
      const status = textAt(value, 'execution_status')
      const parts: [string, unknown][] = [
        ['execution_status', status],
        ['tags', objectAt(value, 'tags')],
        ['stats', objectAt(value, 'stats')],
      ]
      return parts.reduce((before, [name, part]) => withState(before, name, part, at), facts)
    }
    default:
      return facts
  }
}

function withAction(facts: FactsState, light: LightEvent, at: Moment): FactsState {
  const answered = facts.early.filter((key) => key === light.id || key === light.callId)
  if (answered.length > 0) return { ...facts, early: facts.early.filter((key) => !answered.includes(key)) }
  if (facts.lastAnswer !== null && !isNewer(at, facts.lastAnswer)) return facts
  if (facts.open.some((action) => action.eventId === light.id)) return facts
  const { id: eventId, summary, callId } = light
  const action = { eventId, tool: light.tool ?? light.label, summary, risk: light.risk ?? 'UNKNOWN', callId, at }
  return { ...facts, open: [...facts.open, action] }
}

function withAnswer(facts: FactsState, light: LightEvent, at: Moment): FactsState {
  const isAnswered = (action: PendingAction) =>
    action.eventId === light.actionId || (action.callId !== null && action.callId === light.callId)
  const hasCome = facts.open.some(isAnswered)
  const key = light.actionId ?? light.callId
  const lastAnswer = isNewer(at, facts.lastAnswer ?? undefined) ? at : facts.lastAnswer
  return {
    ...facts,
    lastAnswer,
    open: facts.open.filter((action) => !isAnswered(action) && (lastAnswer === null || isNewer(action.at, lastAnswer))),
    early: hasCome || key === null ? facts.early : [...facts.early, key].slice(-MOST_EARLY),
  }
}

/** By log order where both are known, else by the server's time; an equal one is newer (it came later). */
function isNewer(at: Moment, before: Moment | undefined): boolean {
  if (before === undefined) return true
  if (at.logIndex !== null && before.logIndex !== null) return at.logIndex >= before.logIndex
  return at.timeUs >= before.timeUs
}

/** The facts as the rest of the core sees them. */
export function liveFactsOf(facts: FactsState): LiveFacts {
  const executionStatus = facts.status?.value ?? null
  return {
    executionStatus,
    tags: facts.tags?.value ?? null,
    costUsd: facts.usage?.value.costUsd ?? null,
    tokens: facts.usage?.value.tokens ?? null,
    goal: facts.goal?.value ?? null,
    pending:
      executionStatus === 'waiting_for_confirmation'
        ? facts.open.map(({ eventId, tool, summary, risk }) => ({ eventId, tool, summary, risk }))
        : [],
  }
}

function textsOf(map: WireObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

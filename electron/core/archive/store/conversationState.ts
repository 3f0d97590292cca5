import { isWireObject } from '../../../../shared/domain/index.ts'
import type { LoadState, ServerCount } from '../types.ts'

/** What is kept of a conversation's load beside its events. Times are microseconds of the server's clock. */
export interface ConversationState {
  stored: number
  headCount: number
  headLastId: string | null
  /** Place of `headLastId`: later ones may repeat an id, and then no walk can go on there. */
  headLastIndex: number
  /** Places of the head walk that repeat an id, and those that hold nothing durable. */
  headRepeats: number
  headLeftOut: number
  /** Latest event time of the head walk: whatever is not in it comes after it. */
  headTimeUs: number
  appOffset: number
  /** Places of the app server's walk that hold nothing durable: deltas, full states, what is no event. */
  appLeftOut: number
  appRepeats: number
  /** Distinct durable events of the app server's last whole walk; null while what it lists is not known. */
  appListed: number | null
  appCount: number | null
  hasAppNews: boolean
  /** The same for the app server's walk. */
  appTimeUs: number
  /** Provisional key of the newest live event without an index. */
  liveTimeUs: number
  highestLogIndex: number
  /** Distinct durable events of the server that was asked last. */
  serverCount: number | null
  serverSide: 'agent' | 'app'
  /** The same of the agent server when it was last asked: its log is the truth, also while it sleeps. */
  agentCount: number | null
  serverCheckedAt: number | null
  nonconforming: number
  malformed: number
  /** True when the last head walk came to the end: what is absent now is missing, not loading. */
  hasWalked: boolean
}

export function emptyState(): ConversationState {
  return {
    stored: 0,
    headCount: 0,
    headLastId: null,
    headLastIndex: -1,
    headRepeats: 0,
    headLeftOut: 0,
    headTimeUs: 0,
    appOffset: 0,
    appLeftOut: 0,
    appRepeats: 0,
    appListed: null,
    appCount: null,
    hasAppNews: false,
    appTimeUs: 0,
    liveTimeUs: 0,
    highestLogIndex: -1,
    serverCount: null,
    serverSide: 'agent',
    agentCount: null,
    serverCheckedAt: null,
    nonconforming: 0,
    malformed: 0,
    hasWalked: false,
  }
}

/** What a walk of the agent server's log begins with. */
export function emptyHead(): Partial<ConversationState> {
  const { headCount, headLastId, headLastIndex, headRepeats, headLeftOut, headTimeUs, highestLogIndex, hasWalked } =
    emptyState()
  return { headCount, headLastId, headLastIndex, headRepeats, headLeftOut, headTimeUs, highestLogIndex, hasWalked }
}

/** Reads a stored state; fields that a newer version adds get their first values. */
export function parseState(json: string): ConversationState {
  const parsed: unknown = JSON.parse(json)
  if (!isWireObject(parsed)) return emptyState()
  const state = { ...emptyState(), ...parsed }
  // Versions that did not know repeated ids could go on at the last place of their walk.
  return 'headLastIndex' in parsed ? state : { ...state, headLastIndex: state.headCount - 1 }
}

/** Events of the server's log that are not stored, as far as it is known. */
export function missingCount(state: ConversationState): number {
  const placed = state.highestLogIndex + 1 - state.headRepeats - state.headLeftOut
  const onServer = Math.max(state.serverCount ?? 0, state.agentCount ?? 0, placed)
  return Math.max(0, onServer - state.stored)
}

/** The state as the rest of the core sees it. A walk and the session socket count the same log (contract §18.2). */
export function loadStateOf(state: ConversationState): LoadState {
  return {
    stored: state.stored,
    headCount: state.headCount,
    headLastId: state.headLastId,
    headLastIndex: state.headLastIndex,
    appOffset: state.appOffset,
    appListed: state.appListed,
    appCount: state.appCount,
    hasAppNews: state.hasAppNews,
    hasWalked: state.hasWalked,
    contiguousSeq: state.headCount - 1,
    serverCount: state.serverCount,
    serverCheckedAt: state.serverCheckedAt,
    serverSide: state.serverSide,
    excluded: excludedOf(state),
    missing: missingCount(state),
    nonconforming: state.nonconforming,
    malformed: state.malformed,
    gaps: missingCount(state) > 0 ? 1 : 0,
  }
}

/** The state after a server said what it has. */
export function withServerCount(state: ConversationState, said: ServerCount, at: number): Partial<ConversationState> {
  if ('hasNews' in said) return { hasAppNews: true }
  if (said.side === 'app') {
    const { count, walked } = said
    const listed =
      walked === undefined
        ? {}
        : { appListed: count, appRepeats: walked.repeats, appCount: walked.total, hasAppNews: false }
    return { serverCount: count, serverCheckedAt: at, serverSide: 'app', ...listed }
  }
  const count = Math.max(0, said.count - state.headRepeats - state.headLeftOut)
  const counted = { serverCount: count, agentCount: count, serverCheckedAt: at, serverSide: 'agent' } as const
  // What the agent server has and the archive has not, the app server may list by now.
  return missingCount({ ...state, ...counted }) > 0 ? { ...counted, appListed: null } : counted
}

function excludedOf(state: ConversationState): LoadState['excluded'] {
  return state.serverSide === 'agent'
    ? { repeats: state.headRepeats, leftOut: state.headLeftOut }
    : { repeats: state.appRepeats, leftOut: state.appLeftOut }
}

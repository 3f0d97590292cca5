import { isWireObject } from '../../../../shared/domain/index.ts'
import type { LoadState } from '../types.ts'

/** What is kept of a conversation's load beside its events. Times are microseconds of the server's clock. */
export interface ConversationState {
  stored: number
  headCount: number
  headLastId: string | null
  /** Latest event time of the head walk: whatever is not in it comes after it. */
  headTimeUs: number
  appOffset: number
  /** The same for the app server's walk. */
  appTimeUs: number
  /** Provisional key of the newest live event without an index. */
  liveTimeUs: number
  highestLogIndex: number
  serverCount: number | null
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
    headTimeUs: 0,
    appOffset: 0,
    appTimeUs: 0,
    liveTimeUs: 0,
    highestLogIndex: -1,
    serverCount: null,
    serverCheckedAt: null,
    nonconforming: 0,
    malformed: 0,
    hasWalked: false,
  }
}

/** Reads a stored state; fields that a newer version adds get their first values. */
export function parseState(json: string): ConversationState {
  const parsed: unknown = JSON.parse(json)
  return isWireObject(parsed) ? { ...emptyState(), ...parsed } : emptyState()
}

/** Events of the server's log that are not stored, as far as it is known. */
export function missingCount(state: ConversationState): number {
  const onServer = Math.max(state.serverCount ?? 0, state.highestLogIndex + 1)
  return Math.max(0, onServer - state.stored)
}

/** The state as the rest of the core sees it. A walk and the session socket count the same log (contract §18.2). */
export function loadStateOf(state: ConversationState): LoadState {
  return {
    stored: state.stored,
    headCount: state.headCount,
    headLastId: state.headLastId,
    appOffset: state.appOffset,
    contiguousSeq: state.headCount - 1,
    serverCount: state.serverCount,
    serverCheckedAt: state.serverCheckedAt,
    nonconforming: state.nonconforming,
    malformed: state.malformed,
    gaps: missingCount(state) > 0 ? 1 : 0,
  }
}

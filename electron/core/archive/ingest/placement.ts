import type { ConversationState } from '../store/conversationState.ts'

/**
 * Provisional keys of events whose place in the log is not known (architecture decision 7): microseconds of the
 * server's clock, raised where the order of arrival is known to differ from time, so that sorting by (key, arrival)
 * keeps every order that is known. `times` are in known order, oldest first; null is an unreadable time.
 */
export function provisionalKeys(times: readonly (number | null)[], after: number): number[] {
  let last = after
  return times.map((time) => {
    last = Math.max(last, time ?? last)
    return last
  })
}

/** Whatever is not in the head walk comes after it, also when clocks say otherwise. */
export function afterHead(state: ConversationState): number {
  return state.headCount === 0 ? 0 : state.headTimeUs + 1
}

/** Where the gap lies: events with a later key come after what is missing. */
export function gapBoundary(state: ConversationState): number {
  return Math.max(state.headTimeUs, state.appTimeUs)
}

import type { Conversation, ConversationState, LiveFacts, SyncState } from '../../../shared/domain/index.ts'
import { conversationState } from '../../../shared/domain/index.ts'

export type LiveStatus = Pick<Conversation, 'executionStatus' | 'sandboxStatus'>

/** Run and sandbox state as far as they are known: live facts win over the record, which lags behind (contract §18.4). */
export function liveStatus(record: Conversation, facts: LiveFacts | null, sync: SyncState | null): LiveStatus {
  if (record.isDeleted) return { executionStatus: null, sandboxStatus: 'MISSING' }
  const isLive = sync?.sync.phase === 'live'
  return {
    executionStatus: facts?.executionStatus ?? record.executionStatus,
    // A socket that delivers events proves that the sandbox runs.
    sandboxStatus: isLive && record.sandboxStatus !== null ? 'RUNNING' : record.sandboxStatus,
  }
}

export interface Allowed {
  run: boolean
  pause: boolean
  interrupt: boolean
}

/** Which commands make sense in a state; in an unknown one all are offered and the server decides. */
export function allowedCommands(status: LiveStatus): Allowed {
  const state: ConversationState = conversationState(status)
  switch (state) {
    case 'running':
      return { run: false, pause: true, interrupt: true }
    case 'idle':
    case 'paused':
    case 'finished':
    case 'error':
    case 'stuck':
      return { run: true, pause: false, interrupt: false }
    case 'needs you':
      return { run: false, pause: false, interrupt: true }
    case 'unknown':
      return { run: true, pause: true, interrupt: true }
    case 'deleting':
    case 'starting':
    case 'sandbox asleep':
    case 'sandbox gone':
      return { run: false, pause: false, interrupt: false }
    default:
      return state satisfies never
  }
}

/** Why no message can be sent; null when one can. */
export function blockedReason(status: LiveStatus, { isDeleted }: Pick<Conversation, 'isDeleted'>): string | null {
  if (isDeleted) return 'It was deleted on the server: nothing can be sent. What you write is kept.'
  switch (conversationState(status)) {
    case 'sandbox asleep':
      return 'The sandbox is asleep: resume it to send. What you write is kept.'
    case 'sandbox gone':
      return 'The sandbox is gone: nothing can be sent. What you write is kept.'
    case 'deleting':
      return 'The conversation is being deleted.'
    case 'starting':
      return 'The sandbox is starting. What you write is kept.'
    default:
      return null
  }
}

import type { Conversation, ConversationRef, Draft, LiveFacts, SyncState } from '../../../shared/domain/index.ts'
import type { Fleet } from '../../../shared/rpc/index.ts'
import type { LoadState } from '../archive/index.ts'
import type { ImportedRecords } from './importedRecords.ts'
import type { SharedRecords } from './sharedRecords.ts'

/** Keeps one conversation in step with its servers for as long as somebody watches it. */
export interface ConversationSync {
  state(): SyncState
  facts(): LiveFacts
  drafts(): Draft[]
  /** Newer facts from the archive. */
  setFacts(facts: LiveFacts): void
  /** What the archive found out about its events by itself. */
  setLoad(load: LoadState): void
  /** Tries again now; goes on with what was paused. */
  retry(): void
  cancel(): void
  /** Halts a slow load until `retry`; does nothing when none is under way. */
  pause(): void
  /** Reads everything anew, also what was known to be whole: for what is missing although nothing failed. */
  askAgain(): void
  /** Called on every change of state, facts or drafts; conflate before sending on. Returns unsubscribe. */
  subscribe(listener: (what: 'state' | 'facts' | 'drafts') => void): () => void
}

/** Keeps conversations and the fleet list in step. */
export interface Engine {
  /** Starts (or joins) the sync of a conversation; `release` lets it go, the last one out stops it after a moment. */
  watch(ref: ConversationRef): { sync: ConversationSync; release(): void }
  /** The running sync of a conversation, when somebody watches it. */
  current(ref: ConversationRef): ConversationSync | null
  fleet: {
    list(connectionId: string): Promise<Fleet>
    refresh(connectionId: string, signal: AbortSignal): Promise<Fleet>
    /** As `refresh`, but content with an answer of the last seconds. */
    recent(connectionId: string, signal: AbortSignal): Promise<Fleet>
    /** Something was done to a conversation or its sandbox: what was answered before is old now. */
    expire(connectionId: string): void
    /** A newer record than the list has, from a call that changed it. */
    put(conversation: Conversation): Promise<void>
    /** The newest record, from the server when it answers, else from the archive. */
    get(ref: ConversationRef, signal: AbortSignal): Promise<Conversation>
    /** Keeps the lists fresh; `isHidden`: nobody sees it, so that seldom is often enough. Returns unsubscribe. */
    subscribe(listener: (connectionId: string) => void, options: { isHidden: boolean }): () => void
  }
  /** Conversations that servers show to everybody. */
  shared: SharedRecords
  /** Conversations that were read from files. */
  imported: ImportedRecords
  /** These were deleted on the server: nothing follows them any more, what is stored stays. */
  deleted(connectionId: string, conversationIds: readonly string[]): Promise<void>
  /** Nothing reads these from a server any more, until somebody asks or `goOn`; settles when nothing is being stored. */
  stop(isMeant: (ref: ConversationRef) => boolean, reason: string): Promise<void>
  /** The archive forgot these, or has them in another place: what is told of them is told anew. */
  forgotten(isMeant: (ref: ConversationRef) => boolean): Promise<void>
  /** Reads again what was stopped. */
  goOn(isMeant: (ref: ConversationRef) => boolean): void
  /** Keys can be had again: what stopped for want of one goes on. */
  keysOpened(): void
  close(): Promise<void>
}

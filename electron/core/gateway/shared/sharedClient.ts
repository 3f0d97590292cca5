import type { Conversation } from '../../../../shared/domain/index.ts'
import type { FoundEvents } from '../foundEvents.ts'
import type { Priority } from '../types.ts'

/** Which events of a shared conversation, and which page of them; null leaves a parameter out. */
export interface SharedEventsQuery {
  kind: string | null
  /** Naive UTC, as the server stores times (contract §8). */
  from: string | null
  before: string | null
  newestFirst: boolean
  /** `next_page_id` of the page before; nothing is known of its form. */
  pageId: string | null
  /** 1..100. */
  limit: number
}

export type SharedEventsFilter = Pick<SharedEventsQuery, 'kind' | 'from' | 'before'>

/**
 * What a server shows to everybody. No call carries a key. A private conversation answers as one that never was:
 * empty page, 0, null (contract §16.33). Methods throw HandrailError.
 */
export interface SharedClient {
  /** Null when it is not shared or unknown. Throws `unsupported` where the server has no such records. */
  conversation(conversationId: string, priority: Priority, signal: AbortSignal): Promise<Conversation | null>
  /** Raw answer text, redacted by value. A page may be empty and not the last. */
  eventsPage(conversationId: string, query: SharedEventsQuery, priority: Priority, signal: AbortSignal): Promise<string>
  /** As the server counts: with the events that it does not show. */
  eventsCount(conversationId: string, filter: SharedEventsFilter, signal: AbortSignal): Promise<number>
  /** As a page for the archive, without those that the server does not show. At most 100. */
  eventsById(conversationId: string, ids: string[], signal: AbortSignal): Promise<FoundEvents>
}

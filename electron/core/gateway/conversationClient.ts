import type {
  Conversation,
  ConversationFilter,
  ConversationPatch,
  QueuedMessage,
  SentMessage,
} from '../../../shared/domain/index.ts'
import type { Page, Priority } from './types.ts'

/** The part of an app server's client that is about its records of conversations and messages to them. */
export interface ConversationClient {
  /** All of them, newest created first. */
  searchConversations(pageId: string | null, priority: Priority, signal: AbortSignal): Promise<Page<Conversation>>
  findConversations(filter: ConversationFilter, pageId: string | null, signal: AbortSignal): Promise<Page<Conversation>>
  /** Sub-conversations are counted whatever the filter says of them. */
  countConversations(filter: ConversationFilter, signal: AbortSignal): Promise<number>
  /** In request order, null for unknown ids. At most 99. */
  conversations(ids: string[], priority: Priority, signal: AbortSignal): Promise<(Conversation | null)[]>
  updateConversation(conversationId: string, patch: ConversationPatch, signal: AbortSignal): Promise<Conversation>
  /** Its sub-conversations go with it, and later its sandbox when nobody else lives there (contract §10). */
  deleteConversation(conversationId: string, signal: AbortSignal): Promise<void>
  /** To the model of a profile of the account. */
  switchProfile(conversationId: string, name: string, signal: AbortSignal): Promise<void>
  /** For an agent that runs over ACP; others answer `rejected`. */
  switchAcpModel(conversationId: string, model: string, signal: AbortSignal): Promise<void>
  sendMessage(conversationId: string, text: string, run: boolean, signal: AbortSignal): Promise<SentMessage>
  /** For what a start task is making. Looks first whether it is ready: a ready one would never get it (contract §18.4). */
  queueMessage(taskId: string, text: string, signal: AbortSignal): Promise<QueuedMessage>
}

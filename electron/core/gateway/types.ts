import type {
  Connection,
  Conversation,
  ConversationRef,
  Sandbox,
  SandboxSpec,
  SentMessage,
  StartRequest,
  StartTask,
} from '../../../shared/domain/index.ts'
import type { Budget } from '../../../shared/rpc/index.ts'
import type { AccountClient } from './accountClient.ts'
import type { AgentCommands } from './agentServer/agentCommands.ts'
import type { ConversationClient } from './conversationClient.ts'
import type { FoundEvents } from './foundEvents.ts'
import type { SharedClient } from './shared/sharedClient.ts'
import type { AppWorkClient, WorkClient } from './workClient.ts'

/** Who waits for a call: order of service in the request budget (architecture decision 14). */
export type Priority = 'person' | 'refresh' | 'backfill'

export interface Page<T> {
  items: T[]
  nextPageId: string | null
}

export interface EventsQuery {
  /** Agent: id of the first item wanted. App: decimal offset. Null: the beginning. */
  pageId: string | null
  newestFirst: boolean
  /** 1..100. */
  limit: number
}

/** Client of one app server. Methods throw HandrailError; all wait in the account's request budget. */
export interface AppServerClient extends AccountClient, ConversationClient, AppWorkClient {
  /** Proves address and key; answers one sentence on what was found. */
  check(signal: AbortSignal): Promise<string>
  start(request: StartRequest, signal: AbortSignal): Promise<StartTask>
  startTasks(ids: string[], signal: AbortSignal): Promise<(StartTask | null)[]>
  /** Newest first; `limit` 1..100. */
  recentStartTasks(limit: number, signal: AbortSignal): Promise<StartTask[]>
  sandboxes(pageId: string | null, priority: Priority, signal: AbortSignal): Promise<Page<Sandbox>>
  /** In request order, null for unknown ids. At most 100. */
  sandboxesById(ids: string[], priority: Priority, signal: AbortSignal): Promise<(Sandbox | null)[]>
  /** Of the server's usual spec when `specId` is null. Answers while it is STARTING. */
  createSandbox(specId: string | null, signal: AbortSignal): Promise<Sandbox>
  pauseSandbox(id: string, signal: AbortSignal): Promise<void>
  resumeSandbox(id: string, signal: AbortSignal): Promise<void>
  deleteSandbox(id: string, signal: AbortSignal): Promise<void>
  /** One of its addresses with the token in it: for the desktop's browser alone, never for the page or a log. */
  sandboxAddress(id: string, name: string, signal: AbortSignal): Promise<string>
  sandboxSpecs(pageId: string | null, signal: AbortSignal): Promise<Page<SandboxSpec>>
  /** In request order, null for unknown ids. At most 100. */
  sandboxSpecsById(ids: string[], signal: AbortSignal): Promise<(SandboxSpec | null)[]>
  /** Raw answer text, redacted by value. */
  eventsPage(conversationId: string, query: EventsQuery, priority: Priority, signal: AbortSignal): Promise<string>
  eventsCount(conversationId: string, priority: Priority, signal: AbortSignal): Promise<number>
  /** At most 100. An id that is no UUID breaks the server (contract §8). */
  eventsById(conversationId: string, ids: string[], signal: AbortSignal): Promise<FoundEvents>
  budget(): Budget
}

/** Client of one conversation on its agent server; for a bare agent server also its list. */
export interface AgentServerClient extends AgentCommands, WorkClient {
  searchConversations(pageId: string | null, signal: AbortSignal): Promise<Page<Conversation>>
  conversation(conversationId: string, signal: AbortSignal): Promise<Conversation>
  /** Its own title, which the app server never sees (contract §18.4). 1 to 200 characters. */
  rename(conversationId: string, title: string, signal: AbortSignal): Promise<void>
  /** Replaces the whole map; throws `not-found` on `{success:false}`. */
  replaceTags(conversationId: string, tags: Record<string, string>, signal: AbortSignal): Promise<void>
  /** Raw answer text, redacted by value. */
  eventsPage(conversationId: string, query: EventsQuery, signal: AbortSignal): Promise<string>
  eventsCount(conversationId: string, signal: AbortSignal): Promise<number>
  /** As a page for the archive. Throws `not-found` when the server has no such event. */
  event(conversationId: string, eventId: string, signal: AbortSignal): Promise<string>
  send(conversationId: string, text: string, run: boolean, signal: AbortSignal): Promise<SentMessage>
  run(conversationId: string, signal: AbortSignal): Promise<void>
  pause(conversationId: string, signal: AbortSignal): Promise<void>
  interrupt(conversationId: string, signal: AbortSignal): Promise<void>
  respond(conversationId: string, accept: boolean, reason: string, signal: AbortSignal): Promise<void>
  openSocket(options: SocketOptions): EventSocket
}

export type SocketEnd = {
  /** WebSocket close code; 1006 when the line was cut; null when the handshake was refused. */
  code: number | null
  /** HTTP status of a refused handshake. */
  handshakeStatus: number | null
  /** In words, for the person (contract §13, §18.3). */
  reason: string
}

export interface SocketOptions {
  conversationId: string
  dialect: 'session' | 'events'
  /** Session dialect: resume after this seq, -1 for everything, null for live only. Ignored by `events` (always live-only). */
  afterSeq: number | null
  onOpen(): void
  /** Frames as text, redacted by value, gathered for at most one turn of the event loop. */
  onFrames(frames: string[]): void
  onPing(roundTripMs: number): void
  onEnd(end: SocketEnd): void
}

export interface EventSocket {
  /** Stops reading from the network until `resume`: back-pressure while the archive is behind. */
  pauseReading(): void
  resumeReading(): void
  close(): void
}

/** The only code that opens connections to servers. */
export interface Gateway {
  appServer(connection: Connection): AppServerClient
  /**
   * The agent server of a conversation. For an app connection it reads the record first (address and session key
   * rotate on resume); `refresh` forgets what it knew. Throws `conflict` when the sandbox does not run.
   */
  agentServer(
    connection: Connection,
    ref: ConversationRef,
    options: { refresh: boolean },
    signal: AbortSignal,
  ): Promise<AgentServerClient>
  bareAgent(connection: Connection): AgentServerClient
  /** What a server shows to everybody. Needs no connection and has no key that could be sent; throws `invalid-input`. */
  shared(baseUrl: string): SharedClient
  /** Checks an address and key before anything is stored. */
  check(connection: Connection, key: string, signal: AbortSignal): Promise<string>
  budgets(): Budget[]
  /** The connection is being removed: its calls end, and its budget, addresses and session keys are forgotten. */
  forget(connectionId: string): void
  /** Takes held values out of a text that did not come through a call's answer. */
  redact(text: string): string
  /** Adds a value that must never pass: account keys, session keys, secrets being sent. ≥ 8 characters. */
  holdSecret(value: string): void
}

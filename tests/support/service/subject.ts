import type { AgentServerClient, AppServerClient, Gateway } from '../../../electron/core/gateway/index.ts'
import type { Connection, ConversationRef, StartRequest, StartTask } from '../../../shared/domain/index.ts'
import { emptyStart, isStartOver } from '../../../shared/domain/index.ts'
import { eventually } from '../until.ts'
import type { Traits } from './differences.ts'

export const calm = new AbortController().signal
/** No server has it. */
export const UNKNOWN = '0'.repeat(32)

/** Texts that make the agent of a server do something; `key` tells conversations apart. */
export interface Texts {
  /** Some steps with tools, then an end. */
  work(key: string): string
  /** Long enough to be stopped on the way. */
  long(key: string): string
}

/** A server that keeps promises, and how its agent is set to work. */
export interface Subject {
  gateway: Gateway
  connection: Connection
  key: string
  /** Of its agent servers (contract §18.1). */
  version: '1.58.0' | '1.34.0'
  traits: Traits
  texts: Texts
  /** Whether its agents are set up to condense what they have in mind. */
  hasCondenser: boolean
  /** A conversation of its own whose agent rests. */
  conversation(): Promise<ConversationRef>
}

export function appOf({ gateway, connection }: Subject): AppServerClient {
  return gateway.appServer(connection)
}

export function agentOf({ gateway, connection }: Subject, ref: ConversationRef): Promise<AgentServerClient> {
  return gateway.agentServer(connection, ref, { refresh: false }, calm)
}

/** The end of a start, and the states that were seen on the way. */
export async function started(
  subject: Subject,
  request: Partial<StartRequest>,
): Promise<{ task: StartTask; states: string[] }> {
  const app = appOf(subject)
  const { id, status } = await app.start({ ...emptyStart(subject.connection.id), run: false, ...request }, calm)
  const states = [status]
  const task = await eventually(async () => {
    const [now] = await app.startTasks([id], calm)
    if (now == null) throw new Error('the server forgot a start task')
    if (states.at(-1) !== now.status) states.push(now.status)
    return isStartOver(now) ? now : null
    // The server itself gives up after 120 s (contract §3).
  }, 150_000)
  return { task, states }
}

/** A new conversation by way of an app server. */
export async function startedConversation(
  subject: Subject,
  request: Partial<StartRequest> = {},
): Promise<ConversationRef & { sandboxId: string }> {
  const { task } = await started(subject, request)
  const { conversationId, sandboxId } = task
  if (conversationId === null || sandboxId === null) throw new Error(task.detail ?? 'the start ended without words')
  return { connectionId: subject.connection.id, conversationId, sandboxId }
}

/** Waits until the agent of a conversation is in one of some states. */
export async function reached(subject: Subject, ref: ConversationRef, ...states: string[]): Promise<string> {
  const agent = await agentOf(subject, ref)
  return eventually(async () => {
    const { executionStatus } = await agent.conversation(ref.conversationId, calm)
    return executionStatus !== null && states.includes(executionStatus) ? executionStatus : null
  }, 60_000)
}

export interface WireEvent {
  id: string
  kind: string
  timestamp: string
  key?: string
  value?: unknown
  forgotten_event_ids?: string[]
}

export function eventsIn(page: string): { items: WireEvent[]; next_page_id: string | null } {
  return JSON.parse(page)
}

/** Every event of a conversation on its agent server, in its order. */
export async function agentEvents(subject: Subject, ref: ConversationRef): Promise<WireEvent[]> {
  return eventsOn(await agentOf(subject, ref), ref.conversationId)
}

/** The same with its client at hand: an app server need not know the conversation. */
export async function eventsOn(agent: AgentServerClient, conversationId: string): Promise<WireEvent[]> {
  const events: WireEvent[] = []
  let pageId: string | null = null
  do {
    const query = { pageId, newestFirst: false, limit: 30 }
    const page = eventsIn(await agent.eventsPage(conversationId, query, calm))
    events.push(...page.items)
    pageId = page.next_page_id
  } while (pageId !== null)
  return events
}

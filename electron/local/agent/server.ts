import { timingSafeEqual } from 'node:crypto'
import type { Faults } from '../http/faults.ts'
import { type Listening, listen } from '../http/listen.ts'
import { json, serve } from '../http/route.ts'
import type { Settled } from '../options.ts'
import type { AgentEnvironment } from '../scripted/agent.ts'
import type { Agents } from '../scripted/agents.ts'
import type { AgentStart } from '../world/agentStart.ts'
import type { Conversation } from '../world/conversation.ts'
import type { ForkRequest } from '../world/forkConversation.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { agentRoutes } from './operations/index.ts'
import { SocketDoor } from './sockets/upgrade.ts'

/** What an agent server knows of the service it lives in. */
export interface AgentServerParts {
  sandbox: Sandbox
  agents: Agents
  env: AgentEnvironment
  faults: Faults
  options: Settled
  conversations(): Conversation[]
  fork(source: Conversation, request: ForkRequest): Conversation
  /** Makes a conversation that only this agent server was asked for. */
  create(request: AgentStart): Conversation
  /** Tells the app server about a conversation that changed. */
  announce(conversation: Conversation): void
}

/** The agent server inside one sandbox: it listens on a port of its own while the sandbox is RUNNING. */
export class AgentServer {
  readonly sandbox: Sandbox
  readonly agents: Agents
  readonly env: AgentEnvironment
  readonly faults: Faults
  readonly options: Settled
  readonly door: SocketDoor
  readonly startedMs: number
  readonly fork: AgentServerParts['fork']
  readonly create: AgentServerParts['create']
  readonly announce: AgentServerParts['announce']
  readonly #conversations: () => Conversation[]
  #listening: Listening | undefined

  constructor(parts: AgentServerParts) {
    this.sandbox = parts.sandbox
    this.agents = parts.agents
    this.env = parts.env
    this.faults = parts.faults
    this.options = parts.options
    this.fork = parts.fork
    this.create = parts.create
    this.announce = parts.announce
    this.#conversations = parts.conversations
    this.door = new SocketDoor(this)
    this.startedMs = parts.env.clock.now()
  }

  /** Starts listening and gives the base URL. */
  async open(): Promise<string> {
    const app = serve<AgentServer>(
      this,
      agentRoutes,
      (request) => this.isKey(request.header('x-session-api-key') ?? ''),
      (error) => json(unexpected(error, this.env.random.hex(32)), 500),
    )
    const upgrade: SocketDoor['upgrade'] = (request, socket, head) => this.door.upgrade(request, socket, head)
    this.#listening = await listen(app, { port: 0, faults: this.faults, upgrade })
    return this.#listening.url
  }

  async close(): Promise<void> {
    this.door.drop()
    await this.#listening?.close()
  }

  isKey(given: string): boolean {
    return sameText(given, this.sandbox.sessionKey ?? '')
  }

  conversations(): Conversation[] {
    return this.#conversations()
  }

  conversation(hex: string): Conversation | undefined {
    return this.#conversations().find((conversation) => conversation.hex === hex)
  }
}

function unexpected(error: unknown, id: string) {
  const exception = error instanceof Error ? error.message : String(error)
  return { detail: 'Internal Server Error', exception, error_id: id }
}

/** Compares keys without telling by time how much of one was right. */
export function sameText(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return key !== '' && a.length === b.length && timingSafeEqual(a, b)
}

import { AgentServer } from '../agent/server.ts'
import type { Clock } from '../clock.ts'
import { pauseFor } from '../clock.ts'
import type { Faults } from '../http/faults.ts'
import type { JsonObject } from '../json.ts'
import type { Settled } from '../options.ts'
import type { Random } from '../random.ts'
import type { AgentEnvironment } from '../scripted/agent.ts'
import { Agents } from '../scripted/agents.ts'
import { Account } from './account.ts'
import { startOnAgent } from './agentStart.ts'
import { Conversation, type ConversationSeed, type Surroundings } from './conversation.ts'
import { forkConversation } from './forkConversation.ts'
import { PendingMessages } from './pendingMessages.ts'
import { Sandbox } from './sandbox.ts'
import { SANDBOX_SPECS } from './sandboxSpecs.ts'
import type { StartTask } from './startTask.ts'

/** What a world is made of. */
export interface WorldParts {
  options: Settled
  random: Random
  faults: Faults
  env: AgentEnvironment
  changed: Surroundings['changed']
}

/** All sandboxes, conversations and tasks of one account, and the agent servers that are up. */
export class World {
  readonly options: Settled
  readonly clock: Clock
  readonly random: Random
  readonly faults: Faults
  readonly agents: Agents
  readonly env: AgentEnvironment
  readonly sandboxes = new Map<string, Sandbox>()
  readonly conversations = new Map<string, Conversation>()
  /** Conversations that an agent server has and the app server has not heard of. */
  readonly unheard = new Map<string, Conversation>()
  /** Conversations that were deleted: their events are still read. */
  readonly deleted = new Map<string, Conversation>()
  readonly tasks = new Map<string, StartTask>()
  readonly servers = new Map<string, AgentServer>()
  readonly pending = new PendingMessages()
  readonly startedMs: number
  /** Why the next sandboxes that start will not. */
  readonly startProblems: string[] = []
  /** Sandboxes that may be awake at a time (contract §4). */
  runningLimit: number
  readonly account = new Account()
  settings: JsonObject = { sandbox_grouping_strategy: 'NO_GROUPING' }
  readonly #changed: Surroundings['changed']
  readonly #closing = new AbortController()

  constructor(parts: WorldParts) {
    this.options = parts.options
    this.clock = parts.options.clock
    this.random = parts.random
    this.faults = parts.faults
    this.env = parts.env
    this.agents = new Agents(parts.env)
    this.#changed = parts.changed
    this.runningLimit = parts.options.runningLimit
    this.startedMs = this.clock.now()
  }

  /** Aborted when the service stops. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  addSandbox(id: string, createdMs: number, status: Sandbox['status'], specId: string = SANDBOX_SPECS[0].id): Sandbox {
    const sandbox = new Sandbox(id, createdMs, specId, status)
    this.sandboxes.set(id, sandbox)
    return sandbox
  }

  addConversation(seed: ConversationSeed): Conversation {
    const { env } = this
    const conversation = new Conversation(seed, {
      clock: this.clock,
      random: this.random.fork(seed.hex),
      get hasParents() {
        return env.dialect === '1.58'
      },
      historyLagMs: this.options.historyLagMs,
      tagLagMs: this.options.tagLagMs,
      changed: this.#changed,
    })
    this.conversations.set(seed.hex, conversation)
    return conversation
  }

  /** An agent server tells of a conversation: from now on it has a record. */
  announce(conversation: Conversation): void {
    if (this.unheard.delete(conversation.hex)) this.conversations.set(conversation.hex, conversation)
  }

  /** All conversations that some agent server has. */
  get everywhere(): Conversation[] {
    return [...this.conversations.values(), ...this.unheard.values()]
  }

  /** The conversations that live in a sandbox. */
  inside(sandboxId: string): Conversation[] {
    return this.everywhere.filter((conversation) => conversation.sandboxId === sandboxId)
  }

  /** The conversations that were started by another. */
  childrenOf(hex: string): Conversation[] {
    return [...this.conversations.values()].filter((conversation) => conversation.parentHex === hex)
  }

  /** The sandbox's state as a conversation shows it; an unknown sandbox is MISSING. */
  sandboxOf(conversation: Conversation): Sandbox | undefined {
    return this.sandboxes.get(conversation.sandboxId)
  }

  /** Starts the agent server of a sandbox, with a new key. */
  async openSandbox(sandbox: Sandbox): Promise<void> {
    sandbox.status = 'STARTING'
    const server = new AgentServer({
      sandbox,
      agents: this.agents,
      env: this.env,
      faults: this.faults,
      options: this.options,
      conversations: () => this.inside(sandbox.id),
      fork: (source, request) => forkConversation(this, source, request),
      create: (request) => startOnAgent(this, sandbox, request),
      announce: (conversation) => this.announce(conversation),
    })
    const url = await server.open()
    // Paused or deleted while it came up.
    if (sandbox.status !== 'STARTING') return server.close()
    sandbox.rotateKey(this.random)
    sandbox.url = url
    this.servers.set(sandbox.id, server)
    sandbox.status = 'RUNNING'
  }

  /** Stops the compute of every conversation in the sandbox; its key is worthless from now on (contract §4). */
  async pauseSandbox(sandbox: Sandbox, status: Sandbox['status'] = 'PAUSED'): Promise<void> {
    sandbox.status = status
    sandbox.sessionKey = null
    sandbox.url = null
    const inside = this.inside(sandbox.id)
    const server = this.servers.get(sandbox.id)
    this.servers.delete(sandbox.id)
    await this.agents.kill(inside)
    for (const conversation of inside) if (conversation.status === 'running') conversation.status = 'paused'
    await server?.close()
  }

  /** Waits at the service's pace; rejects when the service stops. */
  wait(ms: number): Promise<void> {
    return pauseFor(this.clock, ms / this.options.speed, this.closing)
  }

  /** Stops every agent and server. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.agents.kill(this.everywhere)
    await Promise.all([...this.servers.values()].map((server) => server.close()))
  }
}

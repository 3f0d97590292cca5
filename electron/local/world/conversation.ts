import type { ExecutionStatus } from '../../../shared/contract/index.ts'
import type { Clock } from '../clock.ts'
import { dashed } from '../ids.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../json.ts'
import type { Random } from '../random.ts'
import { type EventOutlet, EventWriter, type OpenAction } from '../scripted/eventWriter.ts'
import { naiveTime } from '../time.ts'
import { AgentState } from './agentState.ts'
import { AppHistory } from './appHistory.ts'
import { isNode } from './branch.ts'
import { EventLog, type StoredEvent, storedEvent, type WireEvent } from './eventLog.ts'
import { LaggingView } from './laggingView.ts'
import type { Delta, Listener } from './listeners.ts'
import { Metrics } from './metrics.ts'

/** When the agent must ask before it acts. */
export type ConfirmationPolicy = JsonObject & { kind: string }

/** What a conversation is made of, when it is made. */
export interface ConversationSeed {
  hex: string
  sandboxId: string
  title: string | null
  /** The agent server's own title, where it has one from the beginning. */
  agentTitle?: string | null
  repository: string | null
  branch: string | null
  trigger: string | null
  model: string
  tags: Record<string, string>
  status: ExecutionStatus
  createdMs: number
  updatedMs: number
  workingDir: string
  policy: ConfirmationPolicy
  cost: number
  pastLength: number
  past(metrics: Metrics, pend: (open: OpenAction[]) => void): StoredEvent[]
}

/** Everything outside that a conversation needs. */
export interface Surroundings {
  clock: Clock
  random: Random
  hasParents: boolean
  historyLagMs: number
  tagLagMs: number
  /** Called for every durable event and every change of the record. */
  changed(conversation: Conversation, event: StoredEvent | undefined): void
}

/** One conversation: the truth that both servers show, each in its own way. */
export class Conversation {
  readonly hex: string
  readonly id: string
  readonly sandboxId: string
  readonly seed: ConversationSeed
  readonly log: EventLog
  readonly history: AppHistory
  readonly metrics: Metrics
  readonly listeners = new Set<Listener>()
  readonly tagView: LaggingView<Record<string, string>>
  readonly pending: OpenAction[] = []
  readonly agent = new AgentState()
  title: string | null
  /** Titles do not travel between the servers (contract §18.4). */
  agentTitle: string | null
  public: boolean | null = null
  repository: string | null
  branch: string | null
  gitProvider: string | null
  /** The model in use; the seed has the one it began with. */
  model: string
  /** The conversation that started this one. */
  parentHex: string | null = null
  /** The other agent that runs over ACP, where one does. */
  acpServer: string | null = null
  tags: Record<string, string>
  status: ExecutionStatus
  policy: ConfirmationPolicy
  #lastUserMessageId: string | undefined
  updatedMs: number
  readonly #around: Surroundings
  #writer: EventWriter | undefined
  #lastMicros = 0

  constructor(seed: ConversationSeed, around: Surroundings) {
    this.seed = seed
    this.hex = seed.hex
    this.id = dashed(seed.hex)
    this.sandboxId = seed.sandboxId
    this.title = seed.title
    this.agentTitle = seed.agentTitle ?? null
    this.repository = seed.repository
    this.branch = seed.branch
    this.gitProvider = seed.repository === null ? null : 'github'
    this.model = seed.model
    this.tags = seed.tags
    this.status = seed.status
    this.policy = seed.policy
    this.updatedMs = seed.updatedMs
    this.metrics = new Metrics(seed.model)
    this.#around = around
    this.log = new EventLog(seed.pastLength, () => seed.past(this.metrics, (open) => this.pending.push(...open)))
    this.history = new AppHistory(this.log, around.clock, around.historyLagMs)
    this.tagView = new LaggingView(around.clock, around.tagLagMs, seed.tags, (old, next) => ({ ...old, ...next }))
  }

  /** Cost so far; known before the past is generated. */
  get cost(): number {
    return Math.max(this.metrics.cost, this.seed.cost)
  }

  /** Writes the conversation's events; its log is read first, for the parent chain. */
  get writer(): EventWriter {
    this.#writer ??= new EventWriter(this.#outlet(), this.#around.random, this.metrics, this.#lastNode())
    return this.#writer
  }

  /** The newest message of the user, of the past too. */
  get lastUserMessageId(): string | undefined {
    const isFromUser = (event: StoredEvent) => event.kind === 'MessageEvent' && event.source === 'user'
    this.#lastUserMessageId ??= this.log.events.findLast(isFromUser)?.id
    return this.#lastUserMessageId
  }

  set lastUserMessageId(id: string) {
    this.#lastUserMessageId = id
  }

  /** The head: the node that the next event follows. Undefined at the root. */
  get leafId(): string | undefined {
    return this.#writer === undefined ? this.#lastNode() : this.#writer.leaf
  }

  /** Moves the head to an event, or to the root. */
  navigate(eventId: string | undefined): void {
    this.writer.leaf = eventId
  }

  /** Whether the head is where the log ends. */
  get isAtEnd(): boolean {
    return this.#writer === undefined || this.#writer.leaf === this.#lastNode()
  }

  /** Takes over events of the conversation that this one was forked from, ids and all; the app server hears of none. */
  adopt(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.log.append(event)
      this.#around.changed(this, event)
    }
  }

  setStatus(status: ExecutionStatus): void {
    this.status = status
    this.writer.state('execution_status', status)
  }

  setTags(tags: Record<string, string>): void {
    this.tags = tags
    this.tagView.set(tags)
    this.touch()
    this.writer.state('tags', tags)
  }

  touch(): void {
    this.updatedMs = this.#around.clock.now()
    this.#around.changed(this, undefined)
  }

  /** Adds a durable event and tells everyone who listens. */
  append(event: WireEvent): void {
    this.appendStored(storedEvent(event))
  }

  appendStored(stored: StoredEvent): void {
    const seq = this.log.append(stored)
    this.updatedMs = this.#around.clock.now()
    this.history.add(stored)
    for (const listener of [...this.listeners]) listener.durable(seq, stored.text)
    this.#around.changed(this, stored)
  }

  /** Puts back events of an earlier run of the service. */
  restore(events: StoredEvent[]): void {
    for (const event of events) {
      this.log.append(event)
      this.history.add(event)
    }
    const stats = events.findLast((event) => event.text.includes('"key":"stats"'))
    const snapshot = stats === undefined ? undefined : agentSnapshot(parseJson(stats.text))
    if (snapshot !== undefined) this.metrics.takeOver(snapshot)
    // What the past left waiting has been answered since.
    if (this.status !== 'waiting_for_confirmation') this.pending.length = 0
  }

  /** Sends an event that is not stored, such as `full_state`. */
  announce(event: WireEvent): void {
    const stored = storedEvent(event)
    this.history.add(stored)
    for (const listener of [...this.listeners]) listener.transient(stored.text)
  }

  /** Sends a piece of what the model is saying. */
  stream(delta: Delta, event: WireEvent): void {
    const stored = storedEvent(event)
    this.history.add(stored)
    for (const listener of [...this.listeners]) listener.delta(delta, stored.text)
  }

  /** A new event time, later than every one before. */
  micros(): number {
    const now = Math.floor(this.#around.clock.now() * 1000)
    this.#lastMicros = Math.max(now, this.#lastMicros + this.#around.random.between(180, 900))
    return this.#lastMicros
  }

  /** An event outside the log, for one listener or for all. */
  transientEvent(kind: string, source: string, fields: Record<string, Json>): WireEvent {
    return { id: this.#around.random.uuid(), timestamp: naiveTime(this.micros()), source, ...fields, kind }
  }

  #outlet(): EventOutlet {
    const around = this.#around
    return {
      get hasParents() {
        return around.hasParents
      },
      micros: () => this.micros(),
      append: (event) => this.append(event),
    }
  }

  #lastNode(): string | undefined {
    return this.log.events.findLast(isNode)?.id
  }
}

/** The agent's metrics in a `stats` update. */
function agentSnapshot(update: Json | undefined): JsonObject | undefined {
  const value = isObject(update) && isObject(update.value) ? update.value.usage_to_metrics : undefined
  return isObject(value) && isObject(value.agent) ? value.agent : undefined
}

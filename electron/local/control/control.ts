import type { Failure } from '../http/faults.ts'
import { hexOf } from '../ids.ts'
import type { Json } from '../json.ts'
import type { Dialect } from '../options.ts'
import type { Conversation } from '../world/conversation.ts'
import type { World } from '../world/world.ts'
import { addConversation, type GeneratedConversation } from './addConversation.ts'
import { fire } from './firehose.ts'
import type { Gate } from './gate.ts'

/** What tests and benches can do to a running service. The same operations are at `/_control` over HTTP. */
export class LocalControl {
  readonly #world: World
  readonly #gate: Gate

  constructor(world: World, gate: Gate) {
    this.#world = world
    this.#gate = gate
  }

  /** Cuts every socket without a closing handshake; clients see 1006. */
  dropSockets(): void {
    for (const server of this.#world.servers.values()) server.door.drop()
  }

  /** Stops answering, sending and pinging while connections stay open; false ends it. */
  goSilent(isSilent = true): void {
    this.#world.faults.isSilent = isSilent
  }

  /** Makes the next requests fail whose URL contains `pathHas`. */
  failNext(count: number, failure: Failure, pathHas = ''): void {
    this.#world.faults.failNext(count, failure, pathHas)
  }

  /** Delays every answer. */
  addLatency(ms: number): void {
    this.#world.faults.latencyMs = ms
  }

  /** Ends silence, latency and failures to come. */
  heal(): void {
    this.#world.faults.heal()
  }

  /** Sends a text frame as it is to every socket of a conversation; nothing is stored. */
  injectFrame(conversationId: string, text: string): void {
    const conversation = this.#conversation(conversationId)
    this.#world.servers.get(conversation.sandboxId)?.door.sendRaw(conversation.hex, text)
  }

  /** Sends an event of about the given size to every socket and stores it. Gives its id. */
  injectLarge(conversationId: string, bytes: number): string {
    return this.append(conversationId, 1, { bytes })[0] ?? ''
  }

  /** Sends the newest stored events again, as a server does whose replay overlaps. */
  repeatNewest(conversationId: string, count: number): void {
    const conversation = this.#conversation(conversationId)
    const start = Math.max(conversation.log.length - count, 0)
    for (const [i, event] of conversation.log.events.slice(start).entries()) {
      for (const listener of conversation.listeners) listener.durable(start + i, event.text)
    }
  }

  /** Appends an event exactly as given (unknown kinds and fields too); `id` and `timestamp` are filled in. Gives its id. */
  appendEvent(conversationId: string, event: { kind: string; source: string; [field: string]: Json }): string {
    const conversation = this.#conversation(conversationId)
    const { kind, source, ...fields } = event
    const full = { ...conversation.transientEvent(kind, source, fields), ...fields }
    conversation.append(full)
    return full.id
  }

  /** Appends terminal actions and observations at once; gives the ids. */
  append(conversationId: string, count: number, shape: { bytes?: number } = {}): string[] {
    return fire(this.#conversation(conversationId), count, shape.bytes ?? 700)
  }

  /** Appends events at a rate; resolves with the ids when all are written. */
  async firehose(
    conversationId: string,
    options: { count: number; perSecond: number; bytes?: number },
  ): Promise<string[]> {
    const { count, perSecond, bytes } = options
    const ids: string[] = []
    const started = performance.now()
    while (ids.length < count) {
      const due = Math.min(Math.ceil(((performance.now() - started) / 1000) * perSecond), count)
      if (due > ids.length)
        ids.push(...this.append(conversationId, due - ids.length, bytes === undefined ? {} : { bytes }))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return ids
  }

  /** Holds every scripted agent still between steps; false lets them go on. */
  pauseAgents(isPaused = true): void {
    if (isPaused) this.#gate.close()
    else this.#gate.open()
  }

  /** Gives a running sandbox a new session key; sockets and requests with the old one fail from now on. */
  rotateSessionKey(sandboxId: string): string {
    const sandbox = this.#world.sandboxes.get(sandboxId)
    if (sandbox === undefined) throw new Error(`no sandbox ${sandboxId}`)
    this.#world.servers.get(sandboxId)?.door.drop()
    return sandbox.rotateKey(this.#world.random)
  }

  /** Stops and starts the agent server of a sandbox: sockets die, port and key are new. */
  async restartSandbox(sandboxId: string): Promise<void> {
    const sandbox = this.#world.sandboxes.get(sandboxId)
    if (sandbox === undefined) throw new Error(`no sandbox ${sandboxId}`)
    await this.#world.pauseSandbox(sandbox)
    await this.#world.openSandbox(sandbox)
  }

  /** Agent servers behave like this version from now on, as after an upgrade of all sandboxes: their sockets end. */
  setAgentVersion(version: Dialect): void {
    this.#world.env.dialect = version
    this.dropSockets()
  }

  /** How many sandboxes may be awake from now on; those that are stay. */
  setRunningLimit(limit: number): void {
    this.#world.runningLimit = limit
  }

  /** The next sandbox that starts ends in ERROR with this detail. */
  failNextStart(detail: string): void {
    this.#world.startProblems.push(detail)
  }

  /** The runtime gives no answer about a running sandbox, so that it is shown as MISSING; false ends it. */
  loseSandbox(sandboxId: string, isLost = true): void {
    const sandbox = this.#world.sandboxes.get(sandboxId)
    if (sandbox === undefined) throw new Error(`no sandbox ${sandboxId}`)
    sandbox.isUnreachable = isLost
  }

  /** Loses events from the app server's history: the given ids, or a number of them spread over the whole. Gives the ids. */
  makeHoles(conversationId: string, what: string[] | number): string[] {
    const conversation = this.#conversation(conversationId)
    const events = conversation.log.events
    const every = typeof what === 'number' ? Math.max(Math.floor(events.length / (what + 1)), 1) : 0
    const ids = Array.isArray(what)
      ? what
      : Array.from({ length: what }, (_, i) => events[(i + 1) * every]?.id ?? '').filter((id) => id !== '')
    conversation.history.lose(ids)
    return ids
  }

  /** Makes the account one of a new user, who never stored settings. */
  forgetSettings(): void {
    this.#world.account.hasSettings = false
  }

  /** Requests so far by `METHOD /path`, sockets as `WS /path`; all servers together. */
  requestCounts(): Record<string, number> {
    return this.#world.faults.counts()
  }

  resetRequestCounts(): void {
    this.#world.faults.resetCounts()
  }

  /** Ids of a conversation's durable events in log order: what a client must end up with. */
  eventIds(conversationId: string): string[] {
    return this.#conversation(conversationId).log.events.map((event) => event.id)
  }

  /** Sockets that follow a conversation now. */
  subscribers(conversationId: string): number {
    return this.#conversation(conversationId).listeners.size
  }

  /** Adds a conversation with a generated past of exactly `events` events; gives its hex id. */
  addConversation(options: GeneratedConversation): Promise<string> {
    return addConversation(this.#world, options)
  }

  #conversation(id: string): Conversation {
    const hex = hexOf(id) ?? ''
    const found = this.#world.conversations.get(hex) ?? this.#world.unheard.get(hex)
    if (found === undefined) throw new Error(`no conversation ${id}`)
    return found
  }
}

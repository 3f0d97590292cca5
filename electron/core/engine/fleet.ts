import {
  type Connection,
  type Conversation,
  type ConversationRef,
  type Failure,
  HandrailError,
} from '../../../shared/domain/index.ts'
import type { Fleet } from '../../../shared/rpc/index.ts'
import type { Archive } from '../archive/index.ts'
import type { Gateway, Page } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'

/** One search page and one batch of ids per interval and connection (contract §15: 100 calls a minute). */
const REFRESH_MS = 10_000
/** While a sandbox starts: somebody waits for it. */
const STARTING_REFRESH_MS = 3_000
/** Answers this young are given again instead of asking: several parts of a page want the same at once. */
const FRESH_MS = 3_000
const MOST_IDS = 99
const MOST_PAGES = 1_000

export interface FleetDeps {
  archive: Archive
  gateway: Gateway
  clock: Clock
  connection(id: string): Connection
  /** Newest run state, tags and cost of a watched conversation; they are newer than the record's. */
  overlay(conversation: Conversation): Conversation
  onRecord(conversation: Conversation): void
  log(message: string): void
}

interface Known {
  byId: Map<string, Conversation>
  /** When each record was answered by a server in this run; milliseconds since the epoch. */
  answeredAt: Map<string, number>
  isComplete: boolean
  fetchedAt: number | null
  /** Something was done since `fetchedAt` that the records do not show. */
  isExpired: boolean
  failure: Failure | null
  /** The refresh under way; joined by whoever asks meanwhile. */
  refreshing: Promise<void> | null
}

/** The conversation list of every connection: archived records at once, servers' records as they answer. */
export class FleetWatch {
  readonly #deps: FleetDeps
  readonly #known = new Map<string, Promise<Known>>()
  readonly #listeners = new Set<(connectionId: string) => void>()
  readonly #stop = new AbortController()
  #isAnyStarting = false

  constructor(deps: FleetDeps) {
    this.#deps = deps
  }

  async list(connectionId: string): Promise<Fleet> {
    const known = await this.#of(connectionId)
    if (known.fetchedAt === null && known.failure === null) void this.#refresh(connectionId, known)
    return this.#snapshot(known)
  }

  async refresh(connectionId: string, signal: AbortSignal): Promise<Fleet> {
    const known = await this.#of(connectionId)
    await abortable(this.#refresh(connectionId, known), signal)
    return this.#snapshot(known)
  }

  /** As `refresh`, but content with an answer of the last seconds. */
  async recent(connectionId: string, signal: AbortSignal): Promise<Fleet> {
    const known = await this.#of(connectionId)
    if (known.isComplete && !known.isExpired && this.#isFresh(known.fetchedAt)) return this.#snapshot(known)
    return this.refresh(connectionId, signal)
  }

  async get(ref: ConversationRef, signal: AbortSignal): Promise<Conversation> {
    const known = await this.#of(ref.connectionId)
    const held = known.byId.get(ref.conversationId)
    if (held !== undefined && this.#isFresh(known.answeredAt.get(ref.conversationId))) return this.#deps.overlay(held)
    try {
      const fresh = await this.#fetchOne(ref, signal)
      if (fresh !== null) {
        await this.#store(ref.connectionId, known, [fresh])
        return this.#deps.overlay(fresh)
      }
    } catch (error) {
      signal.throwIfAborted()
      const archived = known.byId.get(ref.conversationId)
      if (archived === undefined) throw error
      return this.#deps.overlay(archived)
    }
    const archived = known.byId.get(ref.conversationId)
    if (archived !== undefined) return this.#deps.overlay(archived)
    throw new HandrailError({
      code: 'not-found',
      message: `The server does not know conversation ${ref.conversationId}, and the archive holds nothing of it.`,
      advice: 'Check the connection and the id.',
    })
  }

  /** Something was done to a conversation or its sandbox: what was answered before is old now. */
  expire(connectionId: string): void {
    this.#isAnyStarting = true
    const expired = this.#known.get(connectionId)
    void expired?.then((known) => {
      known.answeredAt.clear()
      known.isExpired = true
    })
  }

  /** Refreshes on an interval for as long as somebody listens. */
  subscribe(listener: (connectionId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs until `close`; started once by the engine. */
  async keepFresh(): Promise<void> {
    const { signal } = this.#stop
    for (;;) {
      await this.#deps.clock.sleep(this.#isAnyStarting ? STARTING_REFRESH_MS : REFRESH_MS, signal)
      if (this.#listeners.size === 0) continue
      this.#isAnyStarting = false
      await Promise.all([...this.#known].map(async ([id, known]) => this.#refresh(id, await known)))
    }
  }

  #isFresh(at: number | null | undefined): boolean {
    return at != null && this.#deps.clock.now() - at < FRESH_MS
  }

  changed(connectionId: string): void {
    for (const listener of this.#listeners) listener(connectionId)
  }

  forget(connectionId: string): void {
    this.#known.delete(connectionId)
  }

  close(): void {
    this.#stop.abort()
  }

  #of(connectionId: string): Promise<Known> {
    let known = this.#known.get(connectionId)
    if (known === undefined) {
      this.#deps.connection(connectionId)
      known = this.#deps.archive.conversations(connectionId).then((records) => ({
        byId: new Map(records.map((record) => [record.conversationId, record])),
        answeredAt: new Map(),
        isComplete: false,
        fetchedAt: null,
        isExpired: false,
        failure: null,
        refreshing: null,
      }))
      this.#known.set(connectionId, known)
    }
    return known
  }

  #snapshot(known: Known): Fleet {
    const conversations = [...known.byId.values()].map((record) => this.#deps.overlay(record))
    return { conversations, isComplete: known.isComplete, fetchedAt: known.fetchedAt, failure: known.failure }
  }

  #refresh(connectionId: string, known: Known): Promise<void> {
    const { failure: failureBefore, isComplete: wasComplete } = known
    let hasNews = false
    known.refreshing ??= this.#pull(connectionId, known)
      .then((isNew) => {
        hasNews = isNew
        known.failure = null
      })
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return
        known.failure = failureOf(error)
        this.#deps.log(`conversation list: ${known.failure.message}`)
      })
      .finally(() => {
        known.refreshing = null
        const isOther = known.failure?.message !== failureBefore?.message || known.isComplete !== wasComplete
        if (hasNews || isOther) this.changed(connectionId)
      })
    return known.refreshing
  }

  /** The first time every page; later the newest page and what else was seen running. Answers whether anything is new. */
  async #pull(connectionId: string, known: Known): Promise<boolean> {
    const { signal } = this.#stop
    const seen = new Set<string>()
    let hasNews = false
    let pageId: string | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await this.#searchPage(connectionId, pageId, signal)
      for (const record of answer.items) seen.add(record.conversationId)
      hasNews = (await this.#store(connectionId, known, answer.items)) || hasNews
      known.fetchedAt = this.#deps.clock.now()
      known.isExpired = false
      if (answer.nextPageId === null || known.isComplete) break
      pageId = answer.nextPageId
      this.changed(connectionId)
    }
    if (!known.isComplete) {
      for (const id of known.byId.keys()) if (!seen.has(id)) known.byId.delete(id)
      known.isComplete = true
      return true
    }
    const connection = this.#deps.connection(connectionId)
    if (connection.kind !== 'app') return hasNews
    const others = [...known.byId.values()].filter((record) => !seen.has(record.conversationId) && isAwake(record))
    if (others.length === 0) return hasNews
    const ids = others.slice(0, MOST_IDS).map((record) => record.conversationId)
    const records = await this.#deps.gateway.appServer(connection).conversations(ids, 'refresh', signal)
    records.forEach((record, i) => {
      const id = ids[i]
      if (record === null && id !== undefined) hasNews = known.byId.delete(id) || hasNews
    })
    const isNew = await this.#store(
      connectionId,
      known,
      records.filter((record) => record !== null),
    )
    return isNew || hasNews
  }

  #searchPage(connectionId: string, pageId: string | null, signal: AbortSignal): Promise<Page<Conversation>> {
    const connection = this.#deps.connection(connectionId)
    return connection.kind === 'agent'
      ? this.#deps.gateway.bareAgent(connection).searchConversations(pageId, signal)
      : this.#deps.gateway.appServer(connection).searchConversations(pageId, 'refresh', signal)
  }

  async #fetchOne(ref: ConversationRef, signal: AbortSignal): Promise<Conversation | null> {
    const connection = this.#deps.connection(ref.connectionId)
    if (connection.kind === 'agent')
      return this.#deps.gateway.bareAgent(connection).conversation(ref.conversationId, signal)
    const [record] = await this.#deps.gateway
      .appServer(connection)
      .conversations([ref.conversationId], 'person', signal)
    return record ?? null
  }

  /** Answers whether any record differs from the one before. */
  async #store(connectionId: string, known: Known, records: Conversation[]): Promise<boolean> {
    const now = this.#deps.clock.now()
    const news = records.filter(
      (record) => JSON.stringify(known.byId.get(record.conversationId)) !== JSON.stringify(record),
    )
    for (const record of records) {
      known.byId.set(record.conversationId, record)
      known.answeredAt.set(record.conversationId, now)
      if (record.sandboxStatus === 'STARTING') this.#isAnyStarting = true
      this.#deps.onRecord(record)
    }
    if (news.length > 0) await this.#deps.archive.saveConversations(connectionId, news)
    return news.length > 0
  }
}

function isAwake(record: Conversation): boolean {
  return record.sandboxStatus === 'RUNNING' || record.sandboxStatus === 'STARTING'
}

/** Any error as a value that may cross to the renderer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof HandrailError) return error.failure
  const isAbort = error instanceof DOMException && error.name === 'AbortError'
  return new HandrailError(
    isAbort
      ? { code: 'cancelled', message: 'Cancelled.', isSafeToRetry: true }
      : {
          code: 'internal',
          message: `Handrail failed inside: ${error instanceof Error ? error.message : String(error)}`,
          advice: 'Retry; the log in the data folder has the details.',
        },
  ).failure
}

function abortable(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<void>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}

import { type Connection, type Conversation, type Failure, HandrailError } from '../../../shared/domain/index.ts'
import type { Fleet } from '../../../shared/rpc/index.ts'
import type { Archive } from '../archive/index.ts'
import type { Gateway, Page } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'
import { abortable } from './abortable.ts'
import { failureOf } from './failureOf.ts'

/** Answers this young are given again instead of asking: several parts of a page want the same at once. */
const FRESH_MS = 3_000
/** What is older is asked for anew as soon as somebody looks; lists that nobody looks at are left alone. */
const STALE_MS = 10_000
const MOST_IDS = 99
const MOST_PAGES = 1_000

export interface ListDeps {
  archive: Archive
  gateway: Gateway
  clock: Clock
  /** Newest run state, tags and cost of a watched conversation; they are newer than the record's. */
  overlay(conversation: Conversation): Conversation
  /** Somebody looks at it now. */
  isWatched(conversation: Conversation): boolean
  onRecord(conversation: Conversation): void
  /** The list of a connection differs from before. */
  changed(connectionId: string): void
  log(message: string): void
}

/** The conversations of one connection: archived records at once, the server's records as it answers. */
export class ConnectionList {
  readonly #deps: ListDeps
  readonly #connection: Connection
  readonly #stop = new AbortController()
  readonly #byId: Map<string, Conversation>
  /** Archived records that the server does not list: deleted ones, and conversations that others started. */
  readonly #unlisted: Map<string, Conversation>
  /** Deleted from here: an answer that was under way must not bring them back. */
  readonly #deletedHere = new Set<string>()
  /** When each record was answered by a server in this run; milliseconds since the epoch. */
  readonly #answeredAt = new Map<string, number>()
  #isComplete = false
  #fetchedAt: number | null = null
  /** Something was done since `#fetchedAt` that the records do not show. */
  #isExpired = false
  #failure: Failure | null = null
  /** The refresh under way; joined by whoever asks meanwhile. */
  #refreshing: Promise<void> | null = null

  constructor(deps: ListDeps, connection: Connection, archived: readonly Conversation[]) {
    this.#deps = deps
    this.#connection = connection
    const entries = archived.map((record) => [record.conversationId, record] as const)
    this.#byId = new Map(entries.filter(([, record]) => !record.isDeleted))
    this.#unlisted = new Map(entries.filter(([, record]) => record.isDeleted))
  }

  /** What is known now; when that is old the server is asked, and its answer is told by `changed`. */
  list(): Fleet {
    const isStale = this.#fetchedAt !== null && !this.#isYounger(this.#fetchedAt, STALE_MS)
    if ((this.#fetchedAt === null || isStale) && this.#failure === null) void this.refresh()
    return this.#snapshot()
  }

  /** What is known after one more answer of the server, or after its failure. */
  async refreshed(signal: AbortSignal): Promise<Fleet> {
    await abortable(this.refresh(), signal)
    return this.#snapshot()
  }

  /** As `refreshed`, but content with an answer of the last seconds. */
  async recent(signal: AbortSignal): Promise<Fleet> {
    if (this.#isComplete && !this.#isExpired && this.#isYounger(this.#fetchedAt, FRESH_MS)) return this.#snapshot()
    return this.refreshed(signal)
  }

  /** The newest record, from the server when it answers, else from the archive. */
  async get(conversationId: string, signal: AbortSignal): Promise<Conversation> {
    const held = this.#byId.get(conversationId)
    if (held !== undefined && this.#isYounger(this.#answeredAt.get(conversationId), FRESH_MS))
      return this.#deps.overlay(held)
    try {
      const fresh = await this.#fetchOne(conversationId, signal)
      if (fresh !== null) {
        await this.#store([fresh])
        return this.#deps.overlay(fresh)
      }
      await this.#lose(conversationId)
    } catch (error) {
      signal.throwIfAborted()
      if (this.#archived(conversationId) === undefined) throw error
    }
    const archived = this.#archived(conversationId)
    if (archived !== undefined) return this.#deps.overlay(archived)
    throw new HandrailError({
      code: 'not-found',
      message: `The server does not know conversation ${conversationId}, and the archive holds nothing of it.`,
      advice: 'Check the connection and the id.',
    })
  }

  /** Takes over a record that a server answered outside the list's own calls. */
  async put(conversation: Conversation): Promise<void> {
    if (await this.#store([conversation])) this.#deps.changed(this.#connection.id)
  }

  /** These were deleted on the server: they leave the list, their records stay for who opens them. */
  async deleted(conversationIds: readonly string[]): Promise<void> {
    for (const id of conversationIds) {
      this.#deletedHere.add(id)
      await this.#lose(id)
    }
    this.#deps.changed(this.#connection.id)
  }

  /** The archive forgot these: what the server still lists it is told again, the rest nobody knows any more. */
  async forgotten(isMeant: (conversationId: string) => boolean): Promise<void> {
    for (const id of [...this.#unlisted.keys()].filter(isMeant)) this.#unlisted.delete(id)
    const listed = [...this.#byId.values()].filter(({ conversationId }) => isMeant(conversationId))
    if (listed.length > 0) await this.#deps.archive.saveConversations(this.#connection.id, listed)
  }

  /** Something was done to a conversation or its sandbox: what was answered before is old now. */
  expire(): void {
    this.#answeredAt.clear()
    this.#isExpired = true
  }

  /** Asks the server; settles when it answered or failed, and never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  /** Ends the refresh under way. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#refreshing
  }

  async #refreshOnce(): Promise<void> {
    const failureBefore = this.#failure
    const wasComplete = this.#isComplete
    let hasNews = false
    try {
      hasNews = await this.#pull()
      this.#failure = null
    } catch (error) {
      if (this.#stop.signal.aborted) return
      this.#failure = failureOf(error)
    }
    const isOtherFailure = this.#failure?.message !== failureBefore?.message
    if (this.#failure !== null && isOtherFailure) this.#deps.log(`conversation list: ${this.#failure.message}`)
    if (hasNews || isOtherFailure || this.#isComplete !== wasComplete) this.#deps.changed(this.#connection.id)
  }

  /**
   * Every page the first time, and always of a bare agent server, which has no other way to say what became of a
   * conversation; later the newest page and what else may wake or sleep. Answers whether anything is new.
   */
  async #pull(): Promise<boolean> {
    const { signal } = this.#stop
    const began = this.#deps.clock.now()
    const isWhole = !this.#isComplete || this.#connection.kind === 'agent'
    const seen = new Set<string>()
    let hasNews = false
    let pageId: string | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await this.#searchPage(pageId, signal)
      for (const record of answer.items) seen.add(record.conversationId)
      hasNews = (await this.#store(answer.items)) || hasNews
      this.#fetchedAt = this.#deps.clock.now()
      this.#isExpired = false
      if (answer.nextPageId === null || !isWhole) break
      pageId = answer.nextPageId
      if (!this.#isComplete) this.#deps.changed(this.#connection.id)
    }
    if (!isWhole) return (await this.#pullAwake(seen, signal)) || hasNews
    for (const [id, record] of this.#byId) {
      // Answered while the pages were asked for: newer than they are.
      if (seen.has(id) || (this.#answeredAt.get(id) ?? 0) >= began) continue
      this.#byId.delete(id)
      this.#unlisted.set(id, record)
      hasNews = true
    }
    this.#isComplete = true
    return hasNews
  }

  /** Conversations behind the newest page that may change by themselves. */
  async #pullAwake(seen: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> {
    const ids = [...this.#byId.values()]
      .filter((record) => !seen.has(record.conversationId) && (isAwake(record) || this.#deps.isWatched(record)))
      .slice(0, MOST_IDS)
      .map((record) => record.conversationId)
    if (ids.length === 0) return false
    const records = await this.#deps.gateway.appServer(this.#connection).conversations(ids, 'refresh', signal)
    let hasNews = false
    for (const [i, record] of records.entries()) {
      const id = ids[i]
      if (record === null && id !== undefined) hasNews = (await this.#lose(id)) || hasNews
    }
    return (await this.#store(records.filter((record) => record !== null))) || hasNews
  }

  #searchPage(pageId: string | null, signal: AbortSignal): Promise<Page<Conversation>> {
    return this.#connection.kind === 'agent'
      ? this.#deps.gateway.bareAgent(this.#connection).searchConversations(pageId, signal)
      : this.#deps.gateway.appServer(this.#connection).searchConversations(pageId, 'refresh', signal)
  }

  async #fetchOne(conversationId: string, signal: AbortSignal): Promise<Conversation | null> {
    if (this.#connection.kind === 'agent') {
      const agent = this.#deps.gateway.bareAgent(this.#connection)
      return agent.conversation(conversationId, signal).catch(nullWhenUnknown)
    }
    const [record] = await this.#deps.gateway
      .appServer(this.#connection)
      .conversations([conversationId], 'person', signal)
    return record ?? null
  }

  #archived(conversationId: string): Conversation | undefined {
    return this.#byId.get(conversationId) ?? this.#unlisted.get(conversationId)
  }

  /** The server does not know it any more; its record stays, marked. Answers whether that is news. */
  async #lose(conversationId: string): Promise<boolean> {
    const record = this.#archived(conversationId)
    if (record === undefined || record.isDeleted) return false
    const lost: Conversation = {
      ...record,
      isDeleted: true,
      executionStatus: null,
      sandboxStatus: record.sandboxStatus === null ? null : 'MISSING',
      conversationUrl: null,
    }
    this.#byId.delete(conversationId)
    this.#unlisted.set(conversationId, lost)
    this.#stop.signal.throwIfAborted()
    await this.#deps.archive.saveConversations(this.#connection.id, [lost])
    return true
  }

  /** Answers whether any record differs from the one before. */
  async #store(answered: Conversation[]): Promise<boolean> {
    // A removed connection's archived list must not come back.
    this.#stop.signal.throwIfAborted()
    const records = answered.filter((record) => !this.#deletedHere.has(record.conversationId))
    const now = this.#deps.clock.now()
    const news = records.filter(
      (record) => JSON.stringify(this.#byId.get(record.conversationId)) !== JSON.stringify(record),
    )
    for (const record of records) {
      this.#unlisted.delete(record.conversationId)
      this.#byId.set(record.conversationId, record)
      this.#answeredAt.set(record.conversationId, now)
      this.#deps.onRecord(record)
    }
    if (news.length > 0) await this.#deps.archive.saveConversations(this.#connection.id, news)
    return news.length > 0
  }

  #isYounger(at: number | null | undefined, ms: number): boolean {
    return at != null && this.#deps.clock.now() - at < ms
  }

  #snapshot(): Fleet {
    const conversations = [...this.#byId.values()].map((record) => this.#deps.overlay(record))
    return { conversations, isComplete: this.#isComplete, fetchedAt: this.#fetchedAt, failure: this.#failure }
  }
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof HandrailError && error.failure.code === 'not-found') return null
  throw error
}

function isAwake(record: Conversation): boolean {
  return record.sandboxStatus === 'RUNNING' || record.sandboxStatus === 'STARTING'
}

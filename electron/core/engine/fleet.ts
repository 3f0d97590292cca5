import {
  type Connection,
  type Conversation,
  type ConversationRef,
  isImported,
  sharedBaseUrl,
} from '../../../shared/domain/index.ts'
import type { Fleet } from '../../../shared/rpc/index.ts'
import { ConnectionList, type ListDeps } from './connectionList.ts'
import type { ImportedRecords } from './importedRecords.ts'
import type { SharedRecords } from './sharedRecords.ts'

/** One search page and one batch of ids per interval and connection (contract §15: 100 calls a minute). */
const REFRESH_MS = 10_000
/** While every page is hidden: what is shown on return is asked for then. */
const HIDDEN_REFRESH_MS = 120_000
/** While a sandbox starts: somebody waits for it. */
const STARTING_REFRESH_MS = 3_000

export interface FleetDeps extends Omit<ListDeps, 'changed'> {
  connection(id: string): Connection
  shared: SharedRecords
  imported: ImportedRecords
}

/** The conversation lists of all connections, kept fresh for as long as somebody listens. */
export class FleetWatch {
  readonly #deps: FleetDeps
  readonly #lists = new Map<string, Promise<ConnectionList>>()
  /** Who listens, and whether nobody sees it. */
  readonly #listeners = new Map<(connectionId: string) => void, boolean>()
  readonly #stop = new AbortController()
  #isAnyStarting = false
  /** Ends the wait before the next refresh, for a shorter one. */
  #hasten = new AbortController()

  constructor(deps: FleetDeps) {
    this.#deps = deps
  }

  async list(connectionId: string): Promise<Fleet> {
    return (await this.#of(connectionId)).list()
  }

  async refresh(connectionId: string, signal: AbortSignal): Promise<Fleet> {
    return (await this.#of(connectionId)).refreshed(signal)
  }

  async recent(connectionId: string, signal: AbortSignal): Promise<Fleet> {
    return (await this.#of(connectionId)).recent(signal)
  }

  async get(ref: ConversationRef, signal: AbortSignal): Promise<Conversation> {
    if (isImported(ref.connectionId)) return this.#deps.imported.get(ref)
    const baseUrl = sharedBaseUrl(ref.connectionId)
    if (baseUrl !== null) return this.#deps.shared.get(baseUrl, ref, signal)
    return (await this.#of(ref.connectionId)).get(ref.conversationId, signal)
  }

  async put(conversation: Conversation): Promise<void> {
    await (await this.#of(conversation.connectionId)).put(conversation)
  }

  async deleted(connectionId: string, conversationIds: readonly string[]): Promise<void> {
    await (await this.#of(connectionId)).deleted(conversationIds)
  }

  /** The archive forgot these. */
  async forgotten(isMeant: (ref: ConversationRef) => boolean): Promise<void> {
    for (const [connectionId, reading] of this.#lists) {
      // One that could not be read has nothing to tell.
      const list = await reading.catch(() => null)
      await list?.forgotten((conversationId) => isMeant({ connectionId, conversationId }))
      this.changed(connectionId)
    }
  }

  expire(connectionId: string): void {
    this.#isAnyStarting = true
    this.#hasten.abort()
    this.#lists.get(connectionId)?.then(
      (list) => list.expire(),
      () => undefined,
    )
  }

  subscribe(listener: (connectionId: string) => void, { isHidden }: { isHidden: boolean }): () => void {
    this.#listeners.set(listener, isHidden)
    this.#hasten.abort()
    return () => this.#listeners.delete(listener)
  }

  changed(connectionId: string): void {
    for (const listener of this.#listeners.keys()) listener(connectionId)
  }

  /** Runs until `close`; started once by the engine. */
  async keepFresh(): Promise<void> {
    const { signal } = this.#stop
    for (;;) {
      await this.#pause(signal)
      if (this.#listeners.size === 0) continue
      this.#isAnyStarting = false
      await this.refreshAll()
    }
  }

  async refreshAll(): Promise<void> {
    await Promise.allSettled([...this.#lists.values()].map(async (list) => (await list).refresh()))
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    const began = clock.now()
    for (;;) {
      const left = began + this.#refreshMs() - clock.now()
      if (left <= 0) return
      this.#hasten = new AbortController()
      await clock.sleep(left, AbortSignal.any([signal, this.#hasten.signal])).catch(() => signal.throwIfAborted())
    }
  }

  #refreshMs(): number {
    const isSeen = [...this.#listeners.values()].some((isHidden) => !isHidden)
    if (!isSeen) return HIDDEN_REFRESH_MS
    return this.#isAnyStarting ? STARTING_REFRESH_MS : REFRESH_MS
  }

  /** Ends the list of a connection that is being removed. */
  async forget(connectionId: string): Promise<void> {
    const list = this.#lists.get(connectionId)
    this.#lists.delete(connectionId)
    await close(list)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all([...this.#lists.values()].map(close))
  }

  #of(connectionId: string): Promise<ConnectionList> {
    let list = this.#lists.get(connectionId)
    if (list === undefined) {
      list = this.#read(this.#deps.connection(connectionId))
      this.#lists.set(connectionId, list)
      // An archive that could not answer is asked again by the next call.
      list.catch(() => this.#lists.delete(connectionId))
    }
    return list
  }

  async #read(connection: Connection): Promise<ConnectionList> {
    const deps: ListDeps = {
      ...this.#deps,
      onRecord: (record) => {
        if (record.sandboxStatus === 'STARTING') this.#isAnyStarting = true
        this.#deps.onRecord(record)
      },
      changed: (connectionId) => this.changed(connectionId),
    }
    return new ConnectionList(deps, connection, await this.#deps.archive.conversations(connection.id))
  }
}

const close = async (list: Promise<ConnectionList> | undefined) => (await list?.catch(() => undefined))?.close()

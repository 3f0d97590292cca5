import { type Connection, type ConversationRef, HandrailError, type SlowLoad } from '../../../shared/domain/index.ts'
import type { LoadState } from '../archive/index.ts'
import { type HistoryWay, isHistoryKnown, loadHistory } from './appLoader.ts'
import type { SyncDeps } from './conversationSync.ts'
import { secondsOf } from './loadCosts.ts'
import { afterFailure, type Outcome } from './outcome.ts'
import { beginning, type SyncStatus } from './syncStatus.ts'

/** A load by pages that takes longer can be paused, and tells how long it takes. */
const SLOW_MS = 15_000
/** The list said that the sandbox runs and its agent server was not there: the list is not believed again so soon. */
const POKE_REST_MS = 60_000
const NO_FILES = 'Its connection keeps nothing on the disk, so it is read page by page and not through a file.'

/** Reads the history of a conversation whose sandbox does not run, and can be paused while that takes long. */
export class HistoryFill {
  readonly #deps: SyncDeps
  readonly #connection: Connection
  readonly #ref: ConversationRef
  readonly #status: SyncStatus
  #zipRefusal: string | null = null
  #paused: SlowLoad | null = null
  #isPoked = false
  #pokedAt = Number.NEGATIVE_INFINITY
  /** Ends the load under way; null when there is none. */
  #stop: AbortController | null = null
  #isSlow = false

  constructor(deps: SyncDeps, connection: Connection, ref: ConversationRef, status: SyncStatus) {
    this.#deps = deps
    this.#connection = connection
    this.#ref = ref
    this.#status = status
  }

  get isPaused(): boolean {
    return this.#paused !== null
  }

  /** Loads what is missing. `isWhole`: everything is compared anew. */
  async run(isWhole: boolean, signal: AbortSignal): Promise<Outcome> {
    const { archive, gateway, clock, files } = this.#deps
    const load = await archive.loadState(this.#ref)
    signal.throwIfAborted()
    if (this.#paused !== null && !isHistoryKnown(load)) {
      this.#status.enter({ phase: 'paused', ...this.#paused })
      return { next: 'hold' }
    }
    this.#paused = null
    const { stored } = load
    this.#status.enter(isWhole || !isHistoryKnown(load) ? beginning(load, 'app') : { phase: 'local' })
    const stop = new AbortController()
    this.#stop = stop
    this.#isPoked = false
    this.#isSlow = false
    const held = AbortSignal.any([signal, stop.signal])
    const history = {
      archive,
      ref: this.#ref,
      files,
      isWhole,
      zipRefusal: this.#deps.isKept(this.#connection.id) ? this.#zipRefusal : NO_FILES,
      redact: gateway.redact,
      now: clock.now,
      onLoad: (now: LoadState) => {
        if (!held.aborted) this.#status.load(now)
      },
      onWay: (way: HistoryWay) => {
        if (!held.aborted) this.#tell(way)
      },
      onBytes: (receivedBytes: number) => {
        if (!held.aborted) this.#status.filling({ receivedBytes })
      },
      mayGoOn: () => !this.#isPoked,
    }
    try {
      const done = await loadHistory(gateway.appServer(this.#connection), history, held)
      this.#zipRefusal = done.zipRefusal
      // Told while it loaded, also while nothing could end the load.
      if (this.#isPoked) return { next: 'again', refresh: true }
      return { next: 'rest', hasNews: done.load.stored > stored }
    } catch (error) {
      signal.throwIfAborted()
      if (stop.signal.aborted) return { next: 'hold' }
      if (!(error instanceof HandrailError)) throw error
      return afterFailure(error.failure, true)
    } finally {
      // A page that was asked for ahead is of no use any more.
      stop.abort()
      if (this.#stop === stop) this.#stop = null
    }
  }

  /** Stops a slow load until `goOn`; what is stored stays, and the load goes on there. */
  pause(): void {
    const { sync } = this.#status.state
    if (this.#stop === null || sync.phase !== 'backfilling' || sync.slow === null) return
    this.#paused = sync.slow
    this.#stop.abort()
    this.#status.enter({ phase: 'paused', ...sync.slow })
  }

  /** The person wants it: nothing is held against it any more. */
  goOn(): void {
    this.#paused = null
    this.#zipRefusal = null
  }

  /** The sandbox may run: the load ends after the page under way, so that the agent server is asked. */
  poke(): void {
    const now = this.#deps.clock.now()
    if (this.#stop === null || now - this.#pokedAt < POKE_REST_MS) return
    this.#pokedAt = now
    this.#isPoked = true
  }

  #tell(way: HistoryWay): void {
    const { sync, localCount: stored, server } = this.#status.state
    // What was known to be whole is found to lack more than a page.
    if (sync.phase !== 'backfilling') {
      this.#status.enter(beginning({ stored, serverCount: server?.count ?? null }, 'app'))
    }
    if (way.way === 'zip') {
      this.#status.filling({ receivedBytes: 0 })
      return
    }
    const { note, read, total, remainingMs } = way
    // Slow once, slow to the end: what is offered does not go while it is read.
    this.#isSlow ||= remainingMs > SLOW_MS
    this.#status.filling({
      note,
      receivedBytes: null,
      slow: this.#isSlow ? { read, total, remainingMs, awakeMs: secondsOf.agentLog(total) * 1_000 } : null,
    })
  }
}

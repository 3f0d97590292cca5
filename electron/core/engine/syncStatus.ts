import type { LiveFacts, SocketHealth, SyncPhase, SyncState } from '../../../shared/domain/index.ts'
import type { LoadState } from '../archive/index.ts'

/** Ended sockets that are remembered. */
const MOST_PAST = 20

const NEW_SOCKET: Omit<SocketHealth, 'dialect'> = {
  openedAt: null,
  connectMs: null,
  replayMs: null,
  pingMs: null,
  lastFrameAt: null,
  frames: 0,
  lastError: null,
}

export const NO_FACTS: LiveFacts = {
  executionStatus: null,
  tags: null,
  costUsd: null,
  tokens: null,
  goal: null,
  pending: [],
}

/** The sync state of one conversation and who listens to it. Holds state only; the loop beside it decides. */
export class SyncStatus {
  #state: SyncState
  readonly #listeners = new Set<(what: 'state' | 'facts' | 'drafts') => void>()
  readonly #now: () => number
  facts: LiveFacts = NO_FACTS

  constructor(now: () => number) {
    this.#now = now
    this.#state = {
      sync: { phase: 'local' },
      since: now(),
      localCount: 0,
      server: null,
      missing: 0,
      gaps: 0,
      nonconforming: 0,
      malformed: 0,
      socket: null,
      pastSockets: [],
    }
  }

  get state(): SyncState {
    return this.#state
  }

  enter(sync: SyncPhase): void {
    const isSame = sync.phase === this.#state.sync.phase
    const socket = sync.phase === 'live' || sync.phase === 'backfilling' ? this.#state.socket : null
    this.#set({ sync, since: isSame ? this.#state.since : this.#now(), socket })
  }

  /** Takes over what the archive says, and moves the progress of a load under way. */
  load(load: LoadState): void {
    const { sync } = this.#state
    const isLoading = sync.phase === 'backfilling'
    this.#set({
      ...(isLoading ? { sync: { ...sync, stored: load.stored, total: load.serverCount } } : {}),
      localCount: load.stored,
      missing: load.missing,
      gaps: load.gaps,
      nonconforming: load.nonconforming,
      malformed: load.malformed,
      server:
        load.serverCount === null || load.serverCheckedAt === null
          ? null
          : { count: load.serverCount, checkedAt: load.serverCheckedAt, side: load.serverSide, ...load.excluded },
    })
  }

  /** What is known of a load under way beside what is stored. */
  filling(
    change: Partial<Pick<Extract<SyncPhase, { phase: 'backfilling' }>, 'note' | 'receivedBytes' | 'slow'>>,
  ): void {
    const { sync } = this.#state
    if (sync.phase === 'backfilling') this.#set({ sync: { ...sync, ...change } })
  }

  /** What is known of the socket that stands; the first change of a new one begins with nothing known. */
  socket(change: Partial<SocketHealth> & Pick<SocketHealth, 'dialect'>): void {
    this.#set({ socket: { ...(this.#state.socket ?? NEW_SOCKET), ...change } })
  }

  socketEnded(dialect: SocketHealth['dialect'], reason: string): void {
    const { socket, pastSockets } = this.#state
    const past = { dialect, openedAt: socket?.openedAt ?? null, endedAt: this.#now(), reason }
    this.#set({ socket: null, pastSockets: [past, ...pastSockets].slice(0, MOST_PAST) })
  }

  notify(what: 'state' | 'facts' | 'drafts'): void {
    for (const listener of this.#listeners) listener(what)
  }

  subscribe(listener: (what: 'state' | 'facts' | 'drafts') => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(change: Partial<SyncState>): void {
    this.#state = { ...this.#state, ...change }
    this.notify('state')
  }
}

/** A load that begins, as far as its archive knows. */
export function beginning(
  { stored, serverCount: total }: Pick<LoadState, 'stored' | 'serverCount'>,
  from: 'agent' | 'app',
): SyncPhase {
  return { phase: 'backfilling', stored, total, from, note: null, receivedBytes: null, slow: null }
}

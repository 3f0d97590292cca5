import { type Connection, type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { Archive } from '../archive/index.ts'
import type { Gateway } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'
import { type LogProof, type SocketDialect, stayOnAgent } from './agentSession.ts'
import { backoffMs } from './backoff.ts'
import { Drafts } from './drafts.ts'
import { HistoryFill } from './historyFill.ts'
import type { LoadFiles } from './loadFiles.ts'
import { afterFailure, afterSocket, type Outcome, wordsOf } from './outcome.ts'
import { SyncStatus } from './syncStatus.ts'
import type { ConversationSync } from './types.ts'

export interface SyncDeps {
  archive: Archive
  gateway: Gateway
  clock: Clock
  random(): number
  /** Where downloads lie while they are read. */
  files: LoadFiles
  /** Whether anything of a connection may be written to the disk. */
  isKept(connectionId: string): boolean
}

/** A connection that held this long starts its back-off anew; one that is cut at once, again and again, does not. */
const STEADY_MS = 10_000
/** The app server's history comes late (contract §18.4): it is looked at again, soon after news and ever more seldom. */
const REST_MS = 30_000
const MOST_REST_MS = 600_000

export interface RunningSync extends ConversationSync {
  /** The sandbox may have woken: look again unless following already. */
  poke(): void
  /** Reads nothing any more until `retry`; settles when nothing is being stored. */
  stop(reason: string): Promise<void>
  /** `reason`: why, for those who still watch. */
  close(reason?: string): Promise<void>
}

/**
 * Keeps one conversation in step. Each run of the loop has its own AbortController: whatever an ended run still
 * reports finds its signal aborted and changes nothing (the generation of architecture decision 15).
 */
export function createConversationSync(deps: SyncDeps, connection: Connection, ref: ConversationRef): RunningSync {
  const { archive, gateway, clock } = deps
  const status = new SyncStatus(clock.now)
  const drafts = new Drafts()
  let dialect: SocketDialect = 'session'
  /** The log was walked anew because the session socket's numbers did not fit it. */
  let hasWalkedAnew = false
  /** The person asked for everything to be compared anew. */
  let isWholeWanted = false
  const proof: LogProof = { suspected: null, proven: null }
  const fill = new HistoryFill(deps, connection, ref, status)
  let isClosed = false
  let run = new AbortController()
  let wake = new AbortController()
  let running = start(run.signal)

  async function start(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      await loop(signal)
    } catch (error) {
      if (signal.aborted) return
      status.enter({ phase: 'stopped', reason: wordsOf(error), canRetry: true })
    }
  }

  async function loop(signal: AbortSignal): Promise<void> {
    let attempt = 0
    let refresh = false
    let refetched = false
    let restMs = REST_MS
    for (;;) {
      const outcome = await once(refresh, () => refetched && !hasStood(), signal)
      signal.throwIfAborted()
      if (hasStood() || outcome.next === 'rest') {
        attempt = 0
        refetched = false
        hasWalkedAnew = false
      }
      refresh = false
      switch (outcome.next) {
        case 'rest':
          // Another agent server may answer when the sandbox wakes.
          dialect = 'session'
          status.enter({ phase: 'local' })
          restMs = outcome.hasNews ? REST_MS : Math.min(restMs * 2, MOST_REST_MS)
          await pause(restMs, signal)
          refresh = true
          break
        case 'hold':
          // The person may have gone on with it while it was being halted.
          if (fill.isPaused) await untilWoken(signal)
          refresh = true
          break
        case 'again':
          refetched ||= outcome.refresh
          refresh = outcome.refresh
          break
        case 'wait': {
          attempt += 1
          const waitMs = outcome.waitMs ?? backoffMs(attempt, deps.random)
          status.enter({ phase: 'reconnecting', attempt, at: clock.now() + waitMs, reason: outcome.reason })
          await pause(waitMs, signal)
          refresh = true
          break
        }
        case 'stop':
          status.enter({ phase: 'stopped', reason: outcome.reason, canRetry: outcome.canRetry })
          return
        default:
          outcome satisfies never
      }
    }
  }

  function hasStood(): boolean {
    const { sync, since } = status.state
    return sync.phase === 'live' && clock.now() - since >= STEADY_MS
  }

  /** One try: agent server if the sandbox runs, else the history of the app server. */
  async function once(refresh: boolean, hasFreshKey: () => boolean, signal: AbortSignal): Promise<Outcome> {
    try {
      const [load, facts] = await Promise.all([archive.loadState(ref), archive.facts(ref)])
      signal.throwIfAborted()
      status.load(load)
      status.facts = facts
      status.notify('facts')
      const agent =
        connection.kind === 'agent'
          ? gateway.bareAgent(connection)
          : await gateway.agentServer(connection, ref, { refresh }, signal)
      if (isWholeWanted) {
        await archive.restartWalk(ref)
        isWholeWanted = false
      }
      const end = await stayOnAgent(agent, dialect, { archive, clock, status, drafts, ref, proof }, signal)
      switch (end.kind) {
        case 'no-dialect':
          dialect = 'events'
          return { next: 'again', refresh: false }
        case 'log-changed':
          return await walkAnew()
        case 'closed':
          // Neither dialect was let in: the first refusal then said nothing about the server's version.
          if (end.socket.handshakeStatus !== null) dialect = 'session'
          return afterSocket(end.socket, hasFreshKey())
        default:
          return end satisfies never
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof HandrailError)) throw error
      // Asleep, or deleted: the app server has the events of both (contract §18.4).
      const isAtRest = ['conflict', 'not-found'].includes(error.failure.code)
      if (isAtRest && connection.kind === 'app') return rest(signal)
      return afterFailure(error.failure, hasFreshKey())
    }
  }

  /** A server whose numbers do not fit its own log even after a whole walk is followed without numbers. */
  async function walkAnew(): Promise<Outcome> {
    if (hasWalkedAnew) dialect = 'events'
    else await archive.restartWalk(ref)
    hasWalkedAnew = true
    return { next: 'wait', reason: 'The log of the agent server began anew; it is read again.', waitMs: null }
  }

  async function rest(signal: AbortSignal): Promise<Outcome> {
    const outcome = await fill.run(isWholeWanted, signal)
    if (outcome.next === 'rest') isWholeWanted = false
    return outcome
  }

  /** Waits, or until somebody asks to go on. */
  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    wake = new AbortController()
    const either = AbortSignal.any([signal, wake.signal])
    await clock.sleep(ms, either).catch(() => undefined)
    signal.throwIfAborted()
  }

  /** Until somebody asks to go on. */
  async function untilWoken(signal: AbortSignal): Promise<void> {
    wake = new AbortController()
    const woken = Promise.withResolvers<void>()
    const either = AbortSignal.any([signal, wake.signal])
    either.addEventListener('abort', () => woken.resolve(), { once: true })
    await woken.promise
    signal.throwIfAborted()
  }

  function restart(): void {
    if (isClosed) return
    run.abort()
    run = new AbortController()
    const { signal } = run
    running = running.then(() => start(signal))
  }

  return {
    state: () => status.state,
    facts: () => status.facts,
    drafts: () => drafts.list(),
    subscribe: (listener) => status.subscribe(listener),
    setFacts(facts) {
      status.facts = facts
      status.notify('facts')
    },
    setLoad: (load) => status.load(load),
    retry() {
      fill.goOn()
      if (status.state.sync.phase === 'stopped') restart()
      else wake.abort()
    },
    poke() {
      const { phase } = status.state.sync
      if (phase === 'local' || phase === 'paused') wake.abort()
      // A look at what is known whole is a load, too.
      fill.poke()
    },
    pause: () => fill.pause(),
    askAgain() {
      if (isClosed) return
      isWholeWanted = true
      proof.suspected = null
      proof.proven = null
      fill.goOn()
      restart()
    },
    cancel() {
      if (status.state.sync.phase !== 'backfilling' && status.state.sync.phase !== 'reconnecting') return
      run.abort()
      status.enter({ phase: 'stopped', reason: 'Loading was cancelled; what is stored stays.', canRetry: true })
    },
    async stop(reason) {
      run.abort()
      await running
      status.enter({ phase: 'stopped', reason, canRetry: true })
    },
    async close(reason) {
      isClosed = true
      run.abort()
      if (reason !== undefined) status.enter({ phase: 'stopped', reason, canRetry: false })
      await running
    },
  }
}

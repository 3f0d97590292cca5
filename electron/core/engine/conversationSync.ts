import { type Connection, type ConversationRef, type Failure, HandrailError } from '../../../shared/domain/index.ts'
import type { Archive } from '../archive/index.ts'
import type { Gateway } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'
import { type SocketDialect, stayOnAgent } from './agentSession.ts'
import { loadHistory } from './appLoader.ts'
import { backoffMs } from './backoff.ts'
import { Drafts } from './drafts.ts'
import { SyncStatus } from './syncStatus.ts'
import type { ConversationSync } from './types.ts'

export interface SyncDeps {
  archive: Archive
  gateway: Gateway
  clock: Clock
  random(): number
}

/** Codes after which only the person or the server's owner can change something. */
const FATAL: ReadonlySet<Failure['code']> = new Set([
  'unauthorized',
  'forbidden',
  'not-found',
  'gone',
  'locked',
  'tls',
  'not-openhands',
  'invalid-input',
])
/** Subscriber limit (close code 1013): others have to leave first. */
const BUSY_WAIT_MS = 30_000

type Outcome =
  /** The sandbox does not run: history is loaded, nothing to follow. */
  | { next: 'rest' }
  | { next: 'again'; refresh: boolean }
  | { next: 'wait'; reason: string; waitMs: number | null; wasLive: boolean }
  | { next: 'stop'; reason: string; canRetry: boolean }

export interface RunningSync extends ConversationSync {
  /** The sandbox may have woken: look again unless following already. */
  poke(): void
  close(): Promise<void>
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
  let run = new AbortController()
  let wake = new AbortController()
  let running = start()

  function start(): Promise<void> {
    const { signal } = run
    return loop(signal).catch((error: unknown) => {
      if (signal.aborted) return
      status.enter({ phase: 'stopped', reason: reasonOf(error), canRetry: true })
    })
  }

  async function loop(signal: AbortSignal): Promise<void> {
    status.load(await archive.loadState(ref), null)
    status.facts = await archive.facts(ref)
    status.notify('facts')
    let attempt = 0
    let refresh = false
    let refetched = false
    for (;;) {
      const outcome = await once(refresh, refetched, signal)
      refresh = false
      switch (outcome.next) {
        case 'rest':
          attempt = 0
          status.enter({ phase: 'local' })
          await pause(Number.POSITIVE_INFINITY, signal)
          refresh = true
          break
        case 'again':
          refetched ||= outcome.refresh
          refresh = outcome.refresh
          break
        case 'wait': {
          if (outcome.wasLive) {
            attempt = 0
            refetched = false
          }
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

  /** One try: agent server if the sandbox runs, else the history of the app server. */
  async function once(refresh: boolean, refetched: boolean, signal: AbortSignal): Promise<Outcome> {
    try {
      const agent =
        connection.kind === 'agent'
          ? gateway.bareAgent(connection)
          : await gateway.agentServer(connection, ref, { refresh }, signal)
      const end = await stayOnAgent(agent, dialect, { archive, clock, status, drafts, ref }, signal)
      if (end.isRefused) {
        dialect = 'events'
        return { next: 'again', refresh: false }
      }
      return afterSocket(end.code, end.reason, end.wasLive, refetched)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof HandrailError)) throw error
      if (error.failure.code === 'conflict' && connection.kind === 'app') return rest(signal)
      return afterFailure(error.failure, refetched)
    }
  }

  async function rest(signal: AbortSignal): Promise<Outcome> {
    const load = await archive.loadState(ref)
    status.enter({ phase: 'backfilling', stored: load.stored, total: load.serverCount, from: 'app' })
    const loader = { archive, ref, onLoad: (l: typeof load) => status.load(l, 'app'), now: clock.now }
    try {
      await loadHistory(gateway.appServer(connection), loader, signal)
      return { next: 'rest' }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof HandrailError)) throw error
      return afterFailure(error.failure, true)
    }
  }

  /** Waits, or until somebody asks to go on. */
  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    wake = new AbortController()
    const either = AbortSignal.any([signal, wake.signal])
    if (ms === Number.POSITIVE_INFINITY) {
      await new Promise<void>((resolve) => either.addEventListener('abort', () => resolve(), { once: true }))
    } else {
      await clock.sleep(ms, either).catch(() => undefined)
    }
    signal.throwIfAborted()
  }

  function restart(): void {
    run.abort()
    const before = running
    run = new AbortController()
    running = before.then(start)
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
    retry() {
      if (status.state.sync.phase === 'stopped') restart()
      else wake.abort()
    },
    poke() {
      if (status.state.sync.phase === 'local') wake.abort()
    },
    cancel() {
      if (status.state.sync.phase !== 'backfilling' && status.state.sync.phase !== 'reconnecting') return
      run.abort()
      status.enter({ phase: 'stopped', reason: 'Loading was cancelled; what is stored stays.', canRetry: true })
    },
    async close() {
      run.abort()
      await running
    },
  }
}

function afterSocket(code: number | null, reason: string, wasLive: boolean, refetched: boolean): Outcome {
  if (code === 4001) {
    return refetched && !wasLive
      ? {
          next: 'stop',
          reason: 'The agent server refuses the session key, also after it was read anew.',
          canRetry: true,
        }
      : { next: 'again', refresh: true }
  }
  if (code === 4004)
    return { next: 'stop', reason: 'The agent server does not have this conversation any more.', canRetry: false }
  return { next: 'wait', reason, waitMs: code === 1013 ? BUSY_WAIT_MS : null, wasLive }
}

function afterFailure(failure: Failure, refetched: boolean): Outcome {
  // The session key changes on resume (contract §4): one fresh look before giving up.
  if (failure.code === 'unauthorized' && !refetched) return { next: 'again', refresh: true }
  const reason = [failure.message, failure.advice].filter((part) => part !== '').join(' ')
  if (FATAL.has(failure.code)) return { next: 'stop', reason, canRetry: true }
  return { next: 'wait', reason, waitMs: failure.retryAfterMs, wasLive: false }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

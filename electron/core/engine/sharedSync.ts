import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import { backoffMs } from './backoff.ts'
import type { RunningSync, SyncDeps } from './conversationSync.ts'
import { afterFailure, wordsOf } from './outcome.ts'
import { loadShared } from './sharedLoader.ts'
import { beginning, SyncStatus } from './syncStatus.ts'

/** Time between two looks: short after news, doubling while there are none; the server reads all events for each. */
const SOON_MS = 15_000
const MOST_MS = 120_000

/** Keeps a shared conversation in step by looking now and then: nothing is told to people without a key. */
export function createSharedSync(
  deps: Omit<SyncDeps, 'files' | 'isKept'>,
  baseUrl: string,
  ref: ConversationRef,
): RunningSync {
  const { archive, gateway, clock } = deps
  const status = new SyncStatus(clock.now)
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
    const known = await archive.loadState(ref)
    signal.throwIfAborted()
    status.load(known)
    status.facts = await archive.facts(ref)
    status.notify('facts')
    status.enter(beginning(known, 'app'))
    let attempt = 0
    let everyMs = SOON_MS
    for (;;) {
      try {
        const { inserted, isEmpty } = await look(signal)
        signal.throwIfAborted()
        attempt = 0
        if (isEmpty && !(await isShared(signal))) return stopEmpty()
        everyMs = inserted > 0 ? SOON_MS : Math.min(everyMs * 2, MOST_MS)
        status.enter({ phase: 'polling', everyMs })
        await pause(everyMs, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof HandrailError)) throw error
        const outcome = afterFailure(error.failure, true)
        if (outcome.next !== 'wait' || error.failure.code === 'unsupported') throw error
        attempt += 1
        const waitMs = outcome.waitMs ?? backoffMs(attempt, deps.random)
        status.enter({ phase: 'reconnecting', attempt, at: clock.now() + waitMs, reason: outcome.reason })
        await pause(waitMs, signal)
      }
    }
  }

  function look(signal: AbortSignal) {
    const loader = {
      archive,
      ref,
      now: clock.now,
      onLoad: (load: Parameters<SyncStatus['load']>[0]) => {
        if (!signal.aborted) status.load(load)
      },
      onWalk: () => {
        const { localCount: stored } = status.state
        if (!signal.aborted) status.enter(beginning({ stored, serverCount: null }, 'app'))
      },
    }
    return loadShared(gateway.shared(baseUrl), loader, signal)
  }

  /** A record tells that it is shared; without one, no events say nothing. */
  async function isShared(signal: AbortSignal): Promise<boolean> {
    try {
      return (await gateway.shared(baseUrl).conversation(ref.conversationId, 'refresh', signal)) !== null
    } catch (error) {
      if (error instanceof HandrailError && error.failure.code === 'unsupported') return false
      throw error
    }
  }

  function stopEmpty(): void {
    const { host } = new URL(baseUrl)
    status.enter({
      phase: 'stopped',
      reason:
        status.state.localCount === 0
          ? `${host} shows no events of it: it is not shared, or there is none with this id. The server answers the same for both.`
          : `${host} shows nothing of it any more: it is no longer shared, or was deleted. What is stored stays.`,
      canRetry: true,
    })
  }

  /** Waits, or until somebody asks to go on. */
  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    wake = new AbortController()
    await clock.sleep(ms, AbortSignal.any([signal, wake.signal])).catch(() => undefined)
    signal.throwIfAborted()
  }

  function retry(): void {
    if (isClosed) return
    if (status.state.sync.phase !== 'stopped') {
      wake.abort()
      return
    }
    run.abort()
    run = new AbortController()
    const { signal } = run
    running = running.then(() => start(signal))
  }

  return {
    state: () => status.state,
    facts: () => status.facts,
    drafts: () => [],
    subscribe: (listener) => status.subscribe(listener),
    setFacts(facts) {
      status.facts = facts
      status.notify('facts')
    },
    setLoad: (load) => status.load(load),
    retry,
    // Nothing of a sandbox is known.
    poke: () => undefined,
    // It is quick, and every look compares the newest of it.
    pause: () => undefined,
    askAgain: retry,
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

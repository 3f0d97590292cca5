import type { Budget } from '../../../../shared/rpc/index.ts'
import type { Clock } from '../../ports.ts'
import type { Priority } from '../types.ts'
import { createSlidingWindow, type RateLimit } from './slidingWindow.ts'

/**
 * The request budget of one account (architecture decision 14, contract §15). Own code and not p-queue: two limits
 * hold at once, a part is kept free for the person, a 429 stops everything until a time, and tests drive the clock.
 */
export interface RequestBudget {
  /** Resolves when a call may start, and counts it. Rejects with the signal's reason when it aborts first. */
  turn(priority: Priority, signal: AbortSignal): Promise<void>
  /** The server asked for `ms` of silence; nothing starts until then. */
  block(ms: number): void
  state(): Omit<Budget, 'connectionId'>
}

/** Contract §15: 10 a second and 100 a minute. The second is stretched, since the network bunches calls. */
export const ACCOUNT_LIMITS: readonly RateLimit[] = [
  { limit: 10, spanMs: 1_100 },
  { limit: 100, spanMs: 60_500 },
]

/** What each priority may use of every limit: a long backfill must not leave a person waiting for a minute. */
const SHARE: Record<Priority, number> = { person: 1, refresh: 0.8, backfill: 0.5 }
/** A server that names more than this is asked again anyway; also bounds a wait when the machine's clock is set back. */
const LONGEST_BLOCK_MS = 10 * 60_000
const ORDER: readonly Priority[] = ['person', 'refresh', 'backfill']

export function createRequestBudget(clock: Clock, limits: readonly RateLimit[] = ACCOUNT_LIMITS): RequestBudget {
  const windows = limits.map(createSlidingWindow)
  const slowest = limits.reduce((widest, next) => (next.spanMs > widest.spanMs ? next : widest))
  const slowestWindow = windows[limits.indexOf(slowest)]
  const queues: Record<Priority, Set<() => void>> = { person: new Set(), refresh: new Set(), backfill: new Set() }
  let blockedUntil = 0
  let alarm: { at: number; controller: AbortController } | null = null

  function startAt(priority: Priority, now: number): number {
    if (blockedUntil > now + LONGEST_BLOCK_MS) blockedUntil = now
    return Math.max(blockedUntil, ...windows.map((window) => window.freeAt(now, SHARE[priority])))
  }

  /** Lets go whoever may go, then sleeps until the next one may. */
  function serve(): void {
    let wakeAt = Number.POSITIVE_INFINITY
    for (const priority of ORDER) {
      for (const go of queues[priority]) {
        const now = clock.now()
        const at = startAt(priority, now)
        if (at > now) {
          wakeAt = Math.min(wakeAt, at)
          break
        }
        queues[priority].delete(go)
        for (const window of windows) window.started(now)
        go()
      }
      // Nobody overtakes a call of a higher priority, else a stream of small turns could starve it.
      if (queues[priority].size > 0) break
    }
    setAlarm(wakeAt)
  }

  function setAlarm(at: number): void {
    if (alarm?.at === at) return
    alarm?.controller.abort()
    alarm = null
    if (at === Number.POSITIVE_INFINITY) return
    const controller = new AbortController()
    const mine = { at, controller }
    alarm = mine
    clock.sleep(at - clock.now(), controller.signal).then(
      () => {
        if (alarm === mine) alarm = null
        serve()
      },
      () => {}, // replaced by an earlier or later alarm
    )
  }

  return {
    turn(priority, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          queues[priority].delete(go)
          reject(signal.reason)
          serve()
        }
        const go = () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        queues[priority].add(go)
        serve()
      })
    },
    block(ms) {
      blockedUntil = Math.max(blockedUntil, clock.now() + Math.min(ms, LONGEST_BLOCK_MS))
      serve()
    },
    state() {
      const now = clock.now()
      return {
        used: slowestWindow?.used(now) ?? 0,
        limit: slowest.limit,
        waiting: ORDER.reduce((total, priority) => total + queues[priority].size, 0),
        blockedUntil: blockedUntil > now ? blockedUntil : null,
      }
    },
  }
}

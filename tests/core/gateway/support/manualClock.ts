import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../../../electron/core/ports.ts'

export interface ManualClock extends Clock {
  /** Moves time on, waking sleepers in order and letting what they do happen in between. */
  advance(ms: number): Promise<void>
  /** How many sleep. */
  sleepers(): number
}

/** Time that stands still until a test moves it. */
export function manualClock(start = 1_800_000_000_000): ManualClock {
  let now = start
  const waiting = new Set<{ at: number; wake(): void }>()

  return {
    now: () => now,
    sleepers: () => waiting.size,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = {
          at: now + ms,
          wake() {
            waiting.delete(sleeper)
            signal?.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        const onAbort = () => {
          waiting.delete(sleeper)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.add(sleeper)
      })
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await turn()
        const [next] = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        now = Math.max(now, next.at)
        next.wake()
      }
      now = end
      await turn()
    },
  }
}

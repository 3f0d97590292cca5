import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../core/ports.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      // The port promises the signal's own reason; Node wraps it in an AbortError.
      signal?.throwIfAborted()
      throw error
    }
  },
}

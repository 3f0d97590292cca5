import type { Clock } from '../../electron/core/ports.ts'
import { realClock } from './testCore.ts'

/** Time that runs so many times faster than ours, so that waits between tries cost a test little. */
export function fastClock(times: number): Clock {
  const began = Date.now()
  return {
    now: () => began + (Date.now() - began) * times,
    sleep: (ms, signal) => realClock.sleep(ms / times, signal),
  }
}

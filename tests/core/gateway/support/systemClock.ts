import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../../electron/core/ports.ts'

/** Real time, for tests in which nothing waits. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await sleep(ms, undefined, signal === undefined ? { ref: false } : { signal, ref: false })
  },
}

/** Time as the archive sees it; tests drive it. */
export interface Timers {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `work` once after `ms`; gives a function that cancels it. */
  after(ms: number, work: () => void): () => void
  /** Lets waiting messages in before `work` runs. */
  soon(work: () => void): void
}

export function realTimers(): Timers {
  return {
    now: () => Date.now(),
    after(ms, work) {
      const timer = setTimeout(work, ms)
      // A quiet archive must not keep its process alive.
      timer.unref()
      return () => clearTimeout(timer)
    },
    soon: (work) => setImmediate(work),
  }
}

/** Time as the service sees it, so that tests can drive what waits. */
export interface Clock {
  /** Milliseconds since the epoch, with fractions. */
  now(): number
  /** Calls back after a delay; the answer cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's own clock. Its timers never keep the process alive on their own. */
export function systemClock(): Clock {
  return {
    now: () => performance.timeOrigin + performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  }
}

/** A clock that moves only when told to; timers that fall due run in order. */
export class ManualClock implements Clock {
  #now: number
  readonly #timers = new Map<symbol, { due: number; callback: () => void }>()

  constructor(start = Date.now()) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const handle = Symbol('timer')
    this.#timers.set(handle, { due: this.#now + ms, callback })
    return () => this.#timers.delete(handle)
  }

  /** Moves time forward, running every timer that falls due on the way. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const next = [...this.#timers].filter(([, t]) => t.due <= end).sort((a, b) => a[1].due - b[1].due)[0]
      if (next === undefined) break
      const [handle, timer] = next
      this.#timers.delete(handle)
      this.#now = Math.max(this.#now, timer.due)
      timer.callback()
    }
    this.#now = end
  }
}

/** Waits, or rejects with the signal's reason. */
export function pauseFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}

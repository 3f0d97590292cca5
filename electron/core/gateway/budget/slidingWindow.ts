/** At most `limit` starts in any `spanMs`. */
export interface RateLimit {
  limit: number
  spanMs: number
}

/** Remembers when calls started, for one limit. Times are milliseconds since the epoch. */
export interface SlidingWindow {
  /** Starts inside the span that ends at `now`. */
  used(now: number): number
  /** The earliest time at which a call may start that may use `share` (0..1) of the limit. */
  freeAt(now: number, share: number): number
  started(now: number): void
}

export function createSlidingWindow({ limit, spanMs }: RateLimit): SlidingWindow {
  const starts: number[] = []

  function forget(now: number): void {
    while (starts[0] !== undefined && starts[0] <= now - spanMs) starts.shift()
    // The machine's clock was set back: starts in the future would block every call until it is there again.
    while ((starts.at(-1) ?? now) > now) starts.pop()
  }

  return {
    used(now) {
      forget(now)
      return starts.length
    },
    freeAt(now, share) {
      forget(now)
      const allowed = Math.max(1, Math.floor(limit * share))
      const blocking = starts[starts.length - allowed]
      return blocking === undefined ? now : blocking + spanMs
    },
    started(now) {
      forget(now)
      starts.push(now)
    },
  }
}

import type { Clock } from '../core/ports.ts'

const MOST_FAILURES = 10
const WINDOW_MS = 60_000

/**
 * Limits failed first frames to 10 a minute for the whole host: callers on loopback cannot be told apart. Open sockets
 * are not affected.
 */
export class TryLimit {
  readonly #clock: Clock
  #failures: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isReached(): boolean {
    const since = this.#clock.now() - WINDOW_MS
    this.#failures = this.#failures.filter((at) => at > since)
    return this.#failures.length >= MOST_FAILURES
  }

  failed(): void {
    this.#failures.push(this.#clock.now())
  }
}

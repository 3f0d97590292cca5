import type { Clock } from '../clock.ts'

/** A value as someone sees it who hears of changes late and merges what arrives. */
export class LaggingView<T> {
  readonly #clock: Clock
  readonly #lagMs: number
  readonly #merge: (seen: T, next: T) => T
  #seen: T
  #coming: { at: number; value: T }[] = []

  constructor(clock: Clock, lagMs: number, value: T, merge: (seen: T, next: T) => T) {
    this.#clock = clock
    this.#lagMs = lagMs
    this.#seen = value
    this.#merge = merge
  }

  set(value: T): void {
    this.#coming.push({ at: this.#clock.now() + this.#lagMs, value })
  }

  get value(): T {
    const now = this.#clock.now()
    for (const { at, value } of this.#coming) if (at <= now) this.#seen = this.#merge(this.#seen, value)
    this.#coming = this.#coming.filter(({ at }) => at > now)
    return this.#seen
  }
}

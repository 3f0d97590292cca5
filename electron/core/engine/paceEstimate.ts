/** Pages of the past that tell how long the next ones take. */
const MOST_PAST = 10

/** How long the rest of a walk takes, from the pages of this run; before the first one, from what one should cost. */
export class PaceEstimate {
  readonly #now: () => number
  readonly #expectedMs: number
  readonly #past: number[] = []
  #lastAt: number

  constructor(now: () => number, expectedMs: number) {
    this.#now = now
    this.#expectedMs = expectedMs
    this.#lastAt = now()
  }

  /** A page is stored. Waits for a turn among other calls are part of it. */
  done(): void {
    const at = this.#now()
    this.#past.push(at - this.#lastAt)
    if (this.#past.length > MOST_PAST) this.#past.shift()
    this.#lastAt = at
  }

  remainingMs(pages: number): number {
    const sum = this.#past.reduce((total, ms) => total + ms, 0)
    return pages * (this.#past.length === 0 ? this.#expectedMs : sum / this.#past.length)
  }
}

/** A seeded source of randomness: equal seeds give equal stories. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  /** A number in [0, 1). The generator is mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** An integer from low to high, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of the given values; the list must not be empty. */
  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.between(0, values.length - 1)] ?? values[0]
  }

  /** Lower-case hex digits. */
  hex(digits: number): string {
    let text = ''
    while (text.length < digits) text += this.#word()
    return text.slice(0, digits)
  }

  /** A version 4 UUID with dashes. */
  uuid(): string {
    const [a, b, c, d] = [this.#word(), this.#word(), this.#word(), this.#word()]
    const variant = '89ab'[this.between(0, 3)]
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
  }

  /** Eight hex digits. */
  #word(): string {
    return Math.floor(this.next() * 4294967296)
      .toString(16)
      .padStart(8, '0')
  }

  /** Base62 text like the ids of real sandboxes. */
  base62(length: number): string {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    return Array.from({ length }, () => digits[this.between(0, 61)]).join('')
  }

  /** An independent stream for one purpose. */
  fork(purpose: string): Random {
    let hash = 2166136261
    for (const char of purpose) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
    return new Random((hash ^ Math.floor(this.next() * 4294967296)) >>> 0)
  }
}

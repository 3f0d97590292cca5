/** A conflated signal: a reader that is behind sees the newest value only. */
export class Signal<Value> {
  readonly #readers = new Set<(value: Value) => void>()
  readonly #keepsUnread: boolean
  #unread: { value: Value } | null = null

  /** `keepsUnread`: what is published while nobody reads is for the next reader. */
  constructor({ keepsUnread }: { keepsUnread: boolean } = { keepsUnread: false }) {
    this.#keepsUnread = keepsUnread
  }

  publish(value: Value): void {
    if (this.#keepsUnread && this.#readers.size === 0) this.#unread = { value }
    for (const read of [...this.#readers]) read(value)
  }

  /** How many read it now. */
  get readers(): number {
    return this.#readers.size
  }

  async *read(signal: AbortSignal | undefined): AsyncGenerator<Value, void> {
    let waiting: { value: Value } | null = this.#unread
    this.#unread = null
    let wake: () => void = () => undefined
    const receive = (value: Value) => {
      waiting = { value }
      wake()
    }
    const stop = () => wake()
    this.#readers.add(receive)
    signal?.addEventListener('abort', stop)
    try {
      while (signal?.aborted !== true) {
        const next: { value: Value } | null = waiting
        waiting = null
        if (next !== null) yield (next as { value: Value }).value
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      this.#readers.delete(receive)
      signal?.removeEventListener('abort', stop)
    }
  }
}

import type { StoredConversation } from '../store/conversationTable.ts'
import type { Timers } from '../timers.ts'

/** A conversation without news for so long is settled as it is. */
const QUIET_MS = 60_000

interface Sealer {
  /** Works for one short slice; false when there is nothing left to do. */
  slice(conv: number): boolean
  settleAll(conv: number): void
}

/** Decides when to seal: in short slices between messages, and when a conversation has gone quiet. */
export class Sealing {
  readonly #sealer: Sealer
  readonly #timers: Timers
  readonly #waiting = new Set<number>()
  readonly #quiet = new Map<number, () => void>()
  #isRunning = false
  #isClosed = false

  constructor(sealer: Sealer, timers: Timers) {
    this.#sealer = sealer
    this.#timers = timers
  }

  /** Events of the conversation came. */
  stored({ conv }: StoredConversation): void {
    this.#quiet.get(conv)?.()
    this.#quiet.set(
      conv,
      this.#timers.after(QUIET_MS, () => {
        this.#quiet.delete(conv)
        this.#sealer.settleAll(conv)
        this.#wake(conv)
      }),
    )
    this.#wake(conv)
  }

  /** Seals all that is settled; resolves when it is done. Other messages are served between slices. */
  async finish(conv: number): Promise<void> {
    while (!this.#isClosed && this.#sealer.slice(conv)) await new Promise<void>((resolve) => this.#timers.soon(resolve))
  }

  close(): void {
    this.#isClosed = true
    for (const cancel of this.#quiet.values()) cancel()
  }

  #wake(conv: number): void {
    this.#waiting.add(conv)
    if (this.#isRunning) return
    this.#isRunning = true
    this.#timers.soon(() => this.#run())
  }

  #run(): void {
    const [conv] = this.#waiting
    if (this.#isClosed || conv === undefined) {
      this.#isRunning = false
      return
    }
    if (!this.#sealer.slice(conv)) this.#waiting.delete(conv)
    this.#timers.soon(() => this.#run())
  }
}

import type { StoredConversation } from '../store/conversationTable.ts'
import type { Timers } from '../timers.ts'

/** A conversation without news for so long is settled as it is. */
const QUIET_MS = 60_000
/** Sealing waits for a pause of so long: a third of the worker's time is better spent on what comes. */
const PAUSE_MS = 250
/** Sealing no longer waits for a pause when so much came since it was last done: the tail must not grow without end. */
const MOST_UNSEALED_BYTES = 16_000_000
/** What an earlier run left in the tail waits until the first windows are answered. */
const START_MS = 5_000
const NO_CONVERSATION = 0
/** Nothing was to be done for so long. */
const REST_MS = 10_000

interface Sealer {
  /** Works for one short slice; false when there is nothing left to do. */
  slice(conv: number): boolean
  settleAll(conv: number): void
  /** Nothing is left to do. */
  rest(): void
}

/** Decides when to seal: in short slices, when nothing comes, and when a conversation has gone quiet. */
export class Sealing {
  readonly #sealer: Sealer
  readonly #timers: Timers
  readonly #waiting = new Set<number>()
  readonly #quiet = new Map<number, () => void>()
  #unsealedBytes = 0
  #newsAt = Number.NEGATIVE_INFINITY
  /** When the next slice is due, while one is waited for. */
  #dueAt = Number.POSITIVE_INFINITY
  #cancel: () => void = () => undefined
  #cancelRest: () => void = () => undefined
  #isClosed = false

  constructor(sealer: Sealer, timers: Timers) {
    this.#sealer = sealer
    this.#timers = timers
  }

  /** Events of the conversation came: so many bytes of JSON went to the tail. */
  stored({ conv }: StoredConversation, bytes: number): void {
    this.#unsealedBytes += bytes
    this.#newsAt = this.#timers.now()
    this.#settleWhenQuiet(conv)
    this.#wake(conv, PAUSE_MS)
  }

  /** An earlier run ended before all of these conversations was sealed. */
  left(convs: readonly number[]): void {
    for (const conv of convs) {
      this.#settleWhenQuiet(conv)
      this.#wake(conv, START_MS)
    }
  }

  /** There is something to do that belongs to no conversation. */
  tidy(): void {
    this.#wake(NO_CONVERSATION, START_MS)
  }

  /** Seals all that is settled; resolves when it is done. Other messages are served between slices. */
  async finish(conv: number): Promise<void> {
    while (!this.#isClosed && this.#sealer.slice(conv)) await new Promise<void>((resolve) => this.#timers.soon(resolve))
    if (!this.#isClosed) this.#sealer.rest()
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    this.#cancelRest()
    for (const cancel of this.#quiet.values()) cancel()
  }

  #settleWhenQuiet(conv: number): void {
    this.#quiet.get(conv)?.()
    this.#quiet.set(
      conv,
      this.#timers.after(QUIET_MS, () => {
        this.#quiet.delete(conv)
        this.#sealer.settleAll(conv)
        this.#wake(conv, 0)
      }),
    )
  }

  #wake(conv: number, ms: number): void {
    this.#cancelRest()
    this.#waiting.add(conv)
    this.#due(ms)
  }

  /** The earliest of all times that were wished for counts. */
  #due(ms: number): void {
    const at = this.#timers.now() + ms
    if (at >= this.#dueAt) return
    this.#cancel()
    this.#dueAt = at
    this.#cancel = this.#timers.after(ms, () => this.#run())
  }

  #run(): void {
    this.#dueAt = Number.POSITIVE_INFINITY
    if (this.#isClosed) return
    const [conv] = this.#waiting
    if (conv === undefined) {
      this.#unsealedBytes = 0
      this.#cancelRest()
      this.#cancelRest = this.#timers.after(REST_MS, () => this.#sealer.rest())
      return
    }
    const pauseLeft = this.#newsAt + PAUSE_MS - this.#timers.now()
    if (pauseLeft > 0 && this.#unsealedBytes < MOST_UNSEALED_BYTES) {
      this.#due(pauseLeft)
      return
    }
    // Behind the others, so that one that grows all the time does not keep them from being sealed.
    this.#waiting.delete(conv)
    if (this.#sealer.slice(conv)) this.#waiting.add(conv)
    this.#dueAt = Number.NEGATIVE_INFINITY
    this.#timers.soon(() => this.#run())
  }
}

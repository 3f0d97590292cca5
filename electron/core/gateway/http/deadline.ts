import type { Clock } from '../../ports.ts'

/** Ends an attempt that hangs. Its signal also aborts when the caller's does. */
export interface Deadline {
  readonly signal: AbortSignal
  /** True when time ran out (and not the caller's signal). */
  readonly isOver: boolean
  /** Bytes came: the silence starts anew. */
  touch(): void
  stop(): void
}

/** A drip of bytes may not hold a call for ever: the whole attempt has this many silences. */
const TOTAL_SILENCES = 10

/** `silenceMs`: longest time without a byte. The whole attempt may take ten times that. */
export function startDeadline(clock: Clock, silenceMs: number, caller: AbortSignal): Deadline {
  const own = new AbortController()
  const stopped = new AbortController()
  const startedAt = clock.now()
  let touchedAt = startedAt
  let isOver = false

  async function watch(): Promise<void> {
    for (;;) {
      const end = Math.min(touchedAt + silenceMs, startedAt + silenceMs * TOTAL_SILENCES)
      const left = end - clock.now()
      if (left <= 0) break
      await clock.sleep(left, stopped.signal)
    }
    isOver = true
    own.abort(new Error('time limit'))
  }
  watch().catch(() => {}) // stopped

  return {
    signal: AbortSignal.any([own.signal, caller]),
    get isOver() {
      return isOver
    },
    touch() {
      touchedAt = clock.now()
    },
    stop() {
      stopped.abort()
    },
  }
}

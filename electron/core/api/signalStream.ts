import type { Clock } from '../ports.ts'

/**
 * A conflated stream: yields `take()` at once, then after each `changed()` but at most once per `everyMs`, the latest
 * state winning. oRPC streams have no back-pressure (architecture decision 2), so nothing is ever queued here.
 * Ends when the signal aborts.
 */
export async function* signalStream<T>(
  clock: Clock,
  everyMs: number,
  subscribe: (changed: () => void) => () => void,
  take: () => T | null,
  signal: AbortSignal,
  /** For a `take` that gives one of several waiting items: whether there are more. */
  hasMore: () => boolean = () => false,
): AsyncGenerator<T> {
  let isDirty = true
  let wake: () => void = () => undefined
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  const unsubscribe = subscribe(() => {
    isDirty = true
    wake()
  })
  try {
    while (!signal.aborted) {
      if (!isDirty) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const item = take()
      isDirty = hasMore()
      if (item === null) continue
      yield item
      await clock.sleep(everyMs, signal).catch(() => undefined)
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', onAbort)
  }
}

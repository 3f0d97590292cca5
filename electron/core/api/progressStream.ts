import type { Clock } from '../ports.ts'
import { signalStream } from './signalStream.ts'

const EVERY_MS = 100

/**
 * Runs a piece of work and tells how far it is, the latest report winning, then what it gave. A reader that stops
 * reading stops the work; the stream ends when the work has ended.
 */
export async function* progressStream<T>(
  clock: Clock,
  work: (report: (progress: T) => void, signal: AbortSignal) => Promise<T>,
  outer: AbortSignal,
): AsyncGenerator<T> {
  const stop = new AbortController()
  const over = new AbortController()
  let latest: T | null = null
  let changed = () => {}
  const report = (progress: T) => {
    latest = progress
    changed()
  }
  const running = work(report, AbortSignal.any([outer, stop.signal])).finally(() => over.abort())
  running.catch(() => undefined)
  try {
    const listen = (wake: () => void) => {
      changed = wake
      return () => {
        changed = () => {}
      }
    }
    yield* signalStream(clock, EVERY_MS, listen, () => latest, AbortSignal.any([outer, over.signal]))
    yield await running
  } finally {
    stop.abort()
    await running.catch(() => undefined)
  }
}

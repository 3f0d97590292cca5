import type { ClientLink } from '@orpc/client'
import type { NoContext } from './hostConnection.ts'

const EVERY_MS = 15_000
const LIMIT_MS = 15_000

/** Asks the host for a sign of life now and then; `onSilence` when none comes in time. Gives the function that stops it. */
export function watchHeartbeat(link: ClientLink<NoContext>, onSilence: () => void): () => void {
  const timer = setInterval(() => {
    const limit = AbortSignal.timeout(LIMIT_MS)
    link.call(['host', 'info'], {}, { context: {}, signal: limit }).catch(() => {
      if (limit.aborted) onSilence()
    })
  }, EVERY_MS)
  return () => clearInterval(timer)
}

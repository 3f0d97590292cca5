import { createInterface } from 'node:readline'
import { z } from 'zod'
import { jsonOf } from './jsonOf.ts'

const readySchema = z.object({ ready: z.literal(true), url: z.url() })

/**
 * Waits for the line in which a local service says that it listens. What it prints later is read and dropped, so that
 * its pipe never fills.
 *
 * @throws Error when it ends first; the signal's reason when it aborts first.
 */
export function readyLine(
  output: NodeJS.ReadableStream,
  ended: Promise<unknown>,
  signal: AbortSignal,
): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    ended.then(() => reject(new Error('it ended before it was ready; what it said is on stderr.')))
    createInterface(output).on('line', (line) => {
      const ready = readySchema.safeParse(jsonOf(line))
      if (!ready.success) return
      signal.removeEventListener('abort', aborted)
      resolve({ url: ready.data.url })
    })
  })
}

import type { Sink } from '../workClient.ts'

/** Events of 20 MB are real, pages of them too; beyond this a string becomes a risk for the process. */
export const LARGEST_ANSWER = 256 * 1024 * 1024

/** The answer is larger than what may be read into memory. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** Hands an answer on as it comes; the next part is read when the sink has taken the one before. */
export async function pourBody(response: Response, onBytes: () => void, sink: Sink): Promise<void> {
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return
    onBytes()
    await sink(part.value)
    onBytes()
  }
}

/**
 * Reads an answer to its end as UTF-8 text. `onBytes` is called for each chunk. Rejects with what the stream rejects
 * with (the signal of the fetch aborts it), or with AnswerTooLarge after `limit` bytes.
 */
export async function readBody(response: Response, onBytes: () => void, limit = LARGEST_ANSWER): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    onBytes()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel().catch(() => {})
      throw new AnswerTooLarge()
    }
    chunks.push(value)
  }
  // Six times as fast as Buffer's toString for ASCII; drops a byte order mark.
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size))
}

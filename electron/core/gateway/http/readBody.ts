/** Events of 20 MB are real, pages of them too; beyond this a string becomes a risk for the process. */
export const LARGEST_ANSWER = 256 * 1024 * 1024

/** The answer is larger than what may be read into memory. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
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

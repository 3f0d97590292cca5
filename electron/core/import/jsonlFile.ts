import type { FileHandle } from 'node:fs/promises'
import type { ImportItem } from '../archive/index.ts'
import type { EventFile } from './eventFile.ts'
import { BATCH_BYTES, BATCH_ITEMS, MOST_EVENT_BYTES } from './limits.ts'

const NEW_LINE = 0x0a
const READ_BYTES = 2 ** 20

/** A file with one event in each line; blank lines are passed over. */
export function openJsonl(handle: FileHandle): EventFile {
  return { meta: null, batches: (signal) => batches(handle, signal) }
}

async function* batches(handle: FileHandle, signal: AbortSignal) {
  const lines = new Lines()
  let bytes = 0
  for (;;) {
    signal.throwIfAborted()
    const chunk = Buffer.alloc(READ_BYTES)
    const { bytesRead } = await handle.read(chunk, 0, READ_BYTES, bytes)
    if (bytesRead === 0) break
    bytes += bytesRead
    lines.add(chunk.subarray(0, bytesRead))
    for (;;) {
      const items = lines.take()
      if (items.length === 0) break
      yield { items, bytes }
    }
  }
  lines.end()
  yield { items: lines.take(), bytes }
}

/** Puts lines together out of chunks, none longer than an event may be. */
class Lines {
  #items: ImportItem[] = []
  /** What came of the line that is not at its end. */
  #parts: Buffer[] = []
  #length = 0
  #number = 1

  add(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      this.#part(chunk.subarray(start, end))
      this.end()
      start = end + 1
    }
    this.#part(chunk.subarray(start))
  }

  /** The line is at its end. */
  end(): void {
    const place = `line ${this.#number.toLocaleString('en')}`
    if (this.#length > MOST_EVENT_BYTES) {
      this.#items.push({ place, problem: `longer than the ${MOST_EVENT_BYTES / 2 ** 20} MB that an event may have` })
    } else {
      const text = Buffer.concat(this.#parts).toString('utf8').trim()
      if (text !== '') this.#items.push({ place, text })
    }
    this.#parts = []
    this.#length = 0
    this.#number += 1
  }

  take(): ImportItem[] {
    let [count, size] = [0, 0]
    for (const item of this.#items) {
      if (count === BATCH_ITEMS || size > BATCH_BYTES) break
      count += 1
      size += 'text' in item ? item.text.length : 0
    }
    return this.#items.splice(0, count)
  }

  #part(part: Buffer): void {
    this.#length += part.length
    if (this.#length > MOST_EVENT_BYTES) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }
}

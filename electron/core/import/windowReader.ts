import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'

const WINDOW_BYTES = 2 ** 20

/** Reads pieces of a file that mostly lie one after the other, with one read of the disk for many of them. */
export class WindowReader extends RandomAccessReader {
  readonly #handle: FileHandle
  #window = Buffer.alloc(0)
  /** Of the window's first byte. */
  #start = 0

  constructor(handle: FileHandle) {
    super()
    this.#handle = handle
  }

  /** The bytes from `position` on; fewer at the end of the file. They are good until the next call. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const isIn = position >= this.#start && position + length <= this.#start + this.#window.length
    if (!isIn) {
      const window = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES))
      const { bytesRead } = await this.#handle.read(window, 0, window.length, position)
      this.#window = window.subarray(0, bytesRead)
      this.#start = position
    }
    const at = position - this.#start
    return this.#window.subarray(at, at + length)
  }

  /** As yauzl asks for the directory. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then((bytes) => {
      const isShort = bytes.copy(buffer, offset) < length
      callback(isShort ? new Error('it is cut off') : null)
    }, callback)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#handle.createReadStream({ start, end: end - 1, autoClose: false })
  }
}

import { crc32, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

const DEFLATED = 8

/** Entries of one turn of the event loop: other requests are served between them. */
const AT_ONCE = 100

/** A zip that is written while it is read. `over` is called when it ended, however it did. */
export function zipStream(
  entries: readonly { name: string; text: () => string }[],
  over: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  let next = 0
  let zip: Zip
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) {
          over()
          controller.error(error)
          return
        }
        controller.enqueue(chunk)
        if (!isLast) return
        over()
        controller.close()
      })
    },
    async pull() {
      // A reader that is always ready would otherwise be fed without a turn of the event loop in between.
      await new Promise((resolve) => setImmediate(resolve))
      for (const { name, text } of entries.slice(next, next + AT_ONCE)) {
        addEntry(zip, name, Buffer.from(text()))
      }
      if (next < entries.length && next + AT_ONCE >= entries.length) zip.end()
      next += AT_ONCE
    },
    cancel: over,
  })
}

/** Compressed by Node itself, which is ten times as fast for many small files. */
function addEntry(zip: Zip, filename: string, bytes: Uint8Array): void {
  const file: ZipInputFile = { filename, compression: DEFLATED, size: bytes.byteLength, crc: crc32(bytes) }
  zip.add(file)
  file.ondata?.(null, deflateRawSync(bytes, { level: 6 }), true)
}

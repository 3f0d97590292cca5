import { strToU8, Zip, ZipDeflate } from 'fflate'

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
        const file = new ZipDeflate(name, { level: 6 })
        zip.add(file)
        file.push(strToU8(text()), true)
      }
      if (next < entries.length && next + AT_ONCE >= entries.length) zip.end()
      next += AT_ONCE
    },
    cancel: over,
  })
}

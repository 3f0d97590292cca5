import { crc32, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import { recordOnWire } from './recordOnWire.ts'
import type { ExportHead, ExportWriter } from './writer.ts'

/** The number of entries has two bytes, and one entry is the record. */
export const MOST_ZIPPED_EVENTS = 65_534

const DEFLATED = 8
const LEVEL = 6

/** The layout of the app server's own download: `meta.json` and one file for each event (contract §10). */
export class ZipWriter implements ExportWriter {
  #ready: Uint8Array[] = []
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error
    this.#ready.push(chunk)
  })

  constructor(head: ExportHead) {
    this.#add('meta.json', JSON.stringify(recordOnWire(head), null, 2))
  }

  event(position: number, id: string, json: string): void {
    // An id that is no file name anywhere (contract §8: others than UUIDs occur) loses what makes it none.
    const name = id.replaceAll(/[^\w.-]/g, '_').slice(0, 100)
    this.#add(`event_${String(position).padStart(6, '0')}_${name}.json`, json)
  }

  end(): void {
    this.#zip.end()
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.#ready)
    this.#ready = []
    return bytes
  }

  /** Compressed by Node itself, which is ten times as fast for many small files. */
  #add(filename: string, text: string): void {
    const bytes = Buffer.from(text)
    const file: ZipInputFile = { filename, compression: DEFLATED, size: bytes.byteLength, crc: crc32(bytes) }
    this.#zip.add(file)
    file.ondata?.(null, deflateRawSync(bytes, { level: LEVEL }), true)
  }
}

import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise } from 'yauzl'
import { HandrailError } from '../../../shared/domain/index.ts'
import type { ImportItem } from '../archive/index.ts'
import type { EventFile } from './eventFile.ts'
import { BATCH_BYTES, BATCH_ITEMS, MOST_ENTRIES, MOST_EVENT_BYTES, MOST_UNPACKED_BYTES } from './limits.ts'
import { WindowReader } from './windowReader.ts'

const inflate = promisify(inflateRaw)
/** As app servers and agent servers name them: `event_000001_<id>.json`, `<id>/events/event-00001-<id>.json`. */
const EVENT = /(?:^|\/)event[-_](\d{1,9})[-_](.*)\.json$/
const META = { app: /^(?:[^/]+\/)?meta\.json$/, agent: /^(?:[^/]+\/)?base_state\.json$/ }
/** Compression without any, and the usual one. */
const [STORED, DEFLATED] = [0, 8]
const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const SMALL_BYTES = 256 * 1024

/** A trajectory zip, opened. */
export interface ZippedEvents extends EventFile {
  /** Ids of its events as the names of its entries tell them, in their order. */
  ids: string[]
  /** `places`: how many of its events these stand for, the known ones among them left out. */
  batches(
    signal: AbortSignal,
    isKnown?: (id: string) => boolean,
  ): AsyncGenerator<{ items: ImportItem[]; bytes: number; places: number }>
}

/** An entry that cannot be read; the others can. */
class BadEntry extends Error {}

/**
 * A trajectory zip, of either kind of server. Nothing is written under the names of its entries, and nothing is unpacked
 * beyond the limits, whatever the entries claim.
 *
 * @throws HandrailError `invalid-input` when it is no zip, or claims to hold too much.
 */
export async function openZip(handle: FileHandle, size: number, name: string): Promise<ZippedEvents> {
  const file = new WindowReader(handle)
  const entries = await directory(file, size, name)
  const read = (entry: Entry) => textOf(file, entry)
  const events = entries
    .flatMap((entry) => {
      const [, index, id = ''] = EVENT.exec(entry.fileName) ?? []
      return index === undefined ? [] : [{ entry, index: Number(index), id }]
    })
    .sort((a, b) => a.index - b.index)
  return {
    meta: await metaOf(entries, read),
    ids: events.map(({ id }) => id),
    batches: (signal, isKnown = () => false) => batches(events, read, isKnown, signal),
  }
}

async function directory(file: WindowReader, size: number, name: string): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    const zip = await fromRandomAccessReaderPromise(file, size, { lazyEntries: true, strictFileNames: true })
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      unpacked += entry.uncompressedSize
      if (entries.length > MOST_ENTRIES || unpacked > MOST_UNPACKED_BYTES) throw tooMuch(name)
    }
    return entries
  } catch (error) {
    if (error instanceof HandrailError) throw error
    throw new HandrailError(
      {
        code: 'invalid-input',
        message: `“${name}” is not a whole zip: ${String(error instanceof Error ? error.message : error).replace(/\.$/, '')}.`,
        advice: 'Download it again and import that file. Nothing of it was kept.',
      },
      { cause: error },
    )
  }
}

async function metaOf(entries: readonly Entry[], read: (entry: Entry) => Promise<string>): Promise<EventFile['meta']> {
  for (const side of ['app', 'agent'] as const) {
    const entry = entries.find(({ fileName }) => META[side].test(fileName))
    if (entry === undefined) continue
    try {
      return { side, text: await read(entry) }
    } catch (error) {
      // The events are what matters; without its record the conversation is named after the file.
      if (!(error instanceof BadEntry)) throw error
    }
  }
  return null
}

async function* batches(
  events: readonly { entry: Entry; id: string }[],
  read: (entry: Entry) => Promise<string>,
  isKnown: (id: string) => boolean,
  signal: AbortSignal,
) {
  let items: ImportItem[] = []
  let [size, bytes, places] = [0, 0, 0]
  for (const { entry, id } of events) {
    signal.throwIfAborted()
    places += 1
    bytes += entry.compressedSize
    if (isKnown(id)) continue
    const place = `entry ${entry.fileName.slice(0, 200)}`
    try {
      const text = await read(entry)
      items.push({ place, text })
      size += text.length
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error
      items.push({ place, problem: error.message })
    }
    if (items.length < BATCH_ITEMS && size < BATCH_BYTES) continue
    yield { items, bytes, places }
    items = []
    size = 0
    places = 0
  }
  yield { items, bytes, places }
}

async function textOf(file: WindowReader, entry: Entry): Promise<string> {
  if (entry.isEncrypted()) throw new BadEntry('it is encrypted')
  if (entry.uncompressedSize > MOST_EVENT_BYTES || entry.compressedSize > MOST_EVENT_BYTES) {
    throw new BadEntry(`larger than the ${MOST_EVENT_BYTES / 2 ** 20} MB that an event may have`)
  }
  const bytes = await unpacked(file, entry)
  if (bytes.length !== entry.uncompressedSize) throw new BadEntry('it has another size than it claims')
  if (crc32(bytes) !== entry.crc32) throw new BadEntry('its checksum does not fit')
  return bytes.toString('utf8')
}

async function unpacked(file: WindowReader, entry: Entry): Promise<Buffer> {
  try {
    const packed = await dataOf(file, entry)
    if (entry.compressionMethod === STORED) return packed
    if (entry.compressionMethod !== DEFLATED) throw new Error('it is compressed in a way that Handrail does not know')
    // Stops at what it claims to be: a bomb never unfolds.
    const limit = { maxOutputLength: Math.max(1, entry.uncompressedSize) }
    // A small one is done before another thread could be asked.
    return entry.uncompressedSize <= SMALL_BYTES ? inflateRawSync(packed, limit) : await inflate(packed, limit)
  } catch (error) {
    throw new BadEntry(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** The packed bytes, which lie behind a header whose length only it knows. */
async function dataOf(file: WindowReader, entry: Entry): Promise<Buffer> {
  const at = entry.relativeOffsetOfLocalHeader
  const header = await file.bytes(at, LOCAL_HEADER_BYTES)
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER) throw new Error('it is not there')
  const start = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await file.bytes(start, entry.compressedSize)
  if (packed.length < entry.compressedSize) throw new Error('it is cut off')
  return packed
}

function tooMuch(name: string): HandrailError {
  return new HandrailError({
    code: 'invalid-input',
    message: `“${name}” claims to hold more than ${MOST_ENTRIES.toLocaleString('en')} entries or ${MOST_UNPACKED_BYTES / 2 ** 30} GB.`,
    advice: 'It is not a trajectory. Nothing of it was kept.',
  })
}

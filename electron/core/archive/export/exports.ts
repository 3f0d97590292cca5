import { randomUUID } from 'node:crypto'
import { type Conversation, type ExportFormat, HandrailError } from '../../../../shared/domain/index.ts'
import { missingCount } from '../store/conversationState.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import type { EventsInOrder } from './eventsInOrder.ts'
import { type ExportWriter, exportWriter, MOST_ZIPPED_BYTES, MOST_ZIPPED_EVENTS } from './writer.ts'

/** So long and so much at a time: somebody may wait for rows meanwhile. */
const SLICE_MS = 15
const SLICE_BYTES = 1_000_000

export interface ExportOpened {
  export: string
  events: number
  /** Events that the server is known to have and the archive has not. */
  missing: number
}

export interface ExportPart {
  bytes: Uint8Array
  /** Events written so far. */
  events: number
  /** Events that were there at the beginning and cannot be read now. */
  lost: number
  isDone: boolean
}

interface Running {
  conversation: StoredConversation
  writer: ExportWriter
  arrivals: Float64Array
  /** Of `arrivals`. */
  next: number
  written: number
  lost: number
  /** Characters of JSON. */
  size: number
  format: ExportFormat
}

/** Exports under way: what is written is what was stored, in log order, when each began. */
export class Exports {
  readonly #running = new Map<string, Running>()
  readonly #events: EventsInOrder
  readonly #now: () => number

  constructor(events: EventsInOrder, now: () => number) {
    this.#events = events
    this.#now = now
  }

  /** @throws HandrailError `unsupported` when the format cannot hold so many events. */
  open(conversation: StoredConversation, format: ExportFormat, record: Conversation | null): ExportOpened {
    const arrivals = this.#events.arrivals(conversation.conv)
    const { conversationId } = conversation.ref
    if (format === 'zip' && arrivals.length > MOST_ZIPPED_EVENTS) throw tooMuchForZip(conversationId)
    const missing = missingCount(conversation.state)
    const writer = exportWriter(format, { conversationId, record, events: arrivals.length, missing })
    const id = randomUUID()
    this.#running.set(id, { conversation, writer, arrivals, next: 0, written: 0, lost: 0, size: 0, format })
    return { export: id, events: arrivals.length, missing }
  }

  /** The conversation of an export. @throws HandrailError when it was closed, or its worker ended. */
  conversationOf(id: string): StoredConversation {
    return this.#of(id).conversation
  }

  /** The next part of the file. @throws DamagedBlock with nothing written of the block */
  read(id: string): ExportPart {
    const running = this.#of(id)
    const { writer, arrivals } = running
    const end = this.#now() + SLICE_MS
    this.#events.clear()
    let size = 0
    while (running.next < arrivals.length && size < SLICE_BYTES && this.#now() < end) {
      const event = this.#events.read(arrivals[running.next] ?? 0)
      running.next += 1
      if (event === null) {
        running.lost += 1
        continue
      }
      writer.event(running.written, event.id, event.json)
      running.written += 1
      size += event.json.length
    }
    running.size += size
    const { conversationId } = running.conversation.ref
    if (running.format === 'zip' && running.size > MOST_ZIPPED_BYTES) throw tooMuchForZip(conversationId)
    const isDone = running.next === arrivals.length
    if (isDone) {
      writer.end(running.lost)
      this.#running.delete(id)
    }
    return { bytes: writer.take(), events: running.written, lost: running.lost, isDone }
  }

  close(id: string): void {
    this.#running.delete(id)
  }

  #of(id: string): Running {
    const running = this.#running.get(id)
    if (running !== undefined) return running
    throw new HandrailError({
      code: 'internal',
      message: 'The export was interrupted: the archive was opened again meanwhile.',
      advice: 'Export again.',
      isSafeToRetry: true,
    })
  }
}

function tooMuchForZip(conversationId: string): HandrailError {
  return new HandrailError({
    code: 'unsupported',
    message: `Conversation ${conversationId.slice(0, 8)} is too long for the server's zip layout, which holds ${MOST_ZIPPED_EVENTS.toLocaleString('en')} events and 3.9 GB.`,
    advice: 'Export it as JSONL.',
  })
}

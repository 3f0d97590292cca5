import { readLenient, wireEventSchema } from '../../../shared/contract/index.ts'
import { type ConversationRef, countMarkers, type EventBody, HandrailError } from '../../../shared/domain/index.ts'
import type { EventStores } from './ingest/storeBatch.ts'

/** An event read whole, with what the full schema says of it. */
interface WholeBody extends Omit<EventBody, 'json'> {
  json: string
  /** Tells this form of the event from others. */
  key: string
}

/** Reads events whole. Keeps the last one, because large events are read in ranges. */
export class EventBodies {
  readonly #stores: EventStores
  #last: WholeBody | null = null

  constructor(stores: EventStores) {
    this.#stores = stores
  }

  /** A range of an event's JSON; null when it is not stored. Throws `DamagedBlock`. */
  read(conv: number, id: string, offset: number, length: number): EventBody | null {
    const { events, tail, blocks } = this.#stores
    const stored = events.get(conv, id)
    if (stored === null) return null
    const key = `${stored.seq} ${stored.crc} ${stored.bytes}`
    if (this.#last?.key !== key) {
      const { seq, block, slot } = stored
      const json = block === null || slot === null ? tail.json(seq) : (blocks.bodies(block)[slot] ?? null)
      if (json === null) return null
      this.#last = wholeBody(key, json)
    }
    const { json, totalLength, deviations, redactions } = this.#last
    return { json: json.slice(offset, offset + length), totalLength, deviations, redactions }
  }
}

function wholeBody(key: string, json: string): WholeBody {
  const { deviations } = readLenient(wireEventSchema, JSON.parse(json))
  return {
    key,
    json,
    totalLength: json.length,
    deviations: deviations.map(({ path, problem, message }) => ({ path, problem, message })),
    redactions: countMarkers(json),
  }
}

export function nothingStored({ conversationId }: ConversationRef): HandrailError {
  return new HandrailError({
    code: 'not-found',
    message: `The archive holds no event of conversation ${conversationId}.`,
    advice: 'Open it while its server can be reached, then try again.',
  })
}

export function notStored(ref: ConversationRef, id: string): HandrailError {
  return new HandrailError({
    code: 'not-found',
    message: `Event ${id} of conversation ${ref.conversationId} is not in the archive.`,
    advice: 'Wait until the conversation is loaded.',
  })
}

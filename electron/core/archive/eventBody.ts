import { readLenient, wireEventSchema } from '../../../shared/contract/index.ts'
import { type ConversationRef, countMarkers, type EventBody, HandrailError } from '../../../shared/domain/index.ts'
import type { EventStores } from './ingest/storeBatch.ts'

/** The stored JSON text of an event, or null when it is not stored. Throws `DamagedBlock`. */
export function storedJson(stores: EventStores, conv: number, id: string): string | null {
  const stored = stores.events.get(conv, id)
  if (stored === null) return null
  if (stored.block === null || stored.slot === null) return stores.tail.json(stored.seq)
  return stores.blocks.bodies(stored.block)[stored.slot] ?? null
}

/** A range of an event's JSON with what the full schema says of the whole event. */
export function eventBody(json: string, offset: number, length: number): EventBody {
  const { deviations } = readLenient(wireEventSchema, JSON.parse(json))
  return {
    json: json.slice(offset, offset + length),
    totalLength: json.length,
    deviations: deviations.map(({ path, problem, message }) => ({ path, problem, message })),
    redactions: countMarkers(json),
  }
}

export function notStored(ref: ConversationRef, id: string): HandrailError {
  return new HandrailError({
    code: 'not-found',
    message: `Event ${id} of conversation ${ref.conversationId} is not in the archive.`,
    advice: 'Wait until the conversation is loaded.',
  })
}

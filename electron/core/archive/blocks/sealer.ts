import type { DatabaseSync } from 'node:sqlite'
import { columnsOf, sealColumns } from '../columns/blockColumns.ts'
import { transaction } from '../db/transaction.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import type { TailEvent } from '../store/tailTable.ts'
import { sealTexts } from './blockCodec.ts'
import { UNKNOWN_PLACE } from './places.ts'

/** Events of a block. */
export const BLOCK_EVENTS = 64
/** A block ends early at this many UTF-16 units, so that one event can be read without unpacking much. */
const BLOCK_LENGTH = 4_000_000
/** A slice lasts at most about this long. */
export const SLICE_MS = 10

/**
 * Seals the oldest settled events of a conversation into one block, in the transaction that deletes them from the
 * tail. Answers how many; 0 when less than a block is settled: the rest waits in the tail.
 */
export function sealBlock(db: DatabaseSync, stores: EventStores, conv: number): number {
  const events = blockful(stores.tail.settled(conv, BLOCK_EVENTS))
  if (events.length === 0) return 0
  const block = blockOf(events)
  transaction(db, () => {
    const number = stores.blocks.insert(conv, block)
    for (const [slot, { seq, light }] of events.entries()) {
      stores.events.seal(conv, light.id, number, slot)
      stores.tail.delete(seq)
    }
  })
  return events.length
}

function blockful(events: TailEvent[]): TailEvent[] {
  let length = 0
  for (const [at, { json }] of events.entries()) {
    length += json.length
    if (length >= BLOCK_LENGTH) return events.slice(0, at + 1)
  }
  return events.length < BLOCK_EVENTS ? [] : events
}

export function blockOf(events: readonly TailEvent[]) {
  const lights = events.map((event) => event.light)
  return {
    count: events.length,
    places: {
      logIndex: Float64Array.from(events, (event) => event.logIndex ?? UNKNOWN_PLACE),
      provisional: Float64Array.from(events, (event) => event.provisional),
      seq: Float64Array.from(events, (event) => event.seq),
    },
    cols: sealColumns(columnsOf(lights)),
    light: sealTexts(lights.map((light) => JSON.stringify(light))),
    body: sealTexts(events.map((event) => event.json)),
  }
}

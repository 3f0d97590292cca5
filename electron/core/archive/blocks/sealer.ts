import type { DatabaseSync } from 'node:sqlite'
import { columnsOf, sealColumns } from '../columns/blockColumns.ts'
import { transaction } from '../db/transaction.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import type { TailEvent } from '../store/tailTable.ts'
import { sealTexts } from './blockCodec.ts'
import { UNKNOWN_PLACE } from './places.ts'

/** Events of a block. */
const BLOCK_EVENTS = 64
/** A block ends early at this many UTF-16 units, so that one event can be read without unpacking much. */
export const BLOCK_LENGTH = 4_000_000
/** A slice lasts at most about this long. */
const SLICE_MS = 10

/**
 * Seals the oldest settled events of a conversation into blocks for about one slice, in the transaction that deletes
 * them from the tail. False when no block is full any more: the rest waits in the tail.
 */
export function sealSlice(db: DatabaseSync, stores: EventStores, conv: number, now: () => number): boolean {
  const end = now() + SLICE_MS / 2
  let events = blockful(stores.tail.settled(conv, BLOCK_EVENTS))
  if (events.length === 0) return false
  transaction(db, () => {
    do {
      const number = stores.blocks.takeNumber()
      stores.blocks.insert(conv, number, blockOf(events))
      for (const [slot, { seq }] of events.entries()) {
        stores.events.seal(seq, number, slot)
        stores.tail.delete(seq)
      }
      events = now() < end ? blockful(stores.tail.settled(conv, BLOCK_EVENTS)) : []
    } while (events.length > 0)
  })
  return true
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
  return {
    count: events.length,
    places: {
      logIndex: Float64Array.from(events, (event) => event.logIndex ?? UNKNOWN_PLACE),
      provisional: Float64Array.from(events, (event) => event.provisional),
      seq: Float64Array.from(events, (event) => event.seq),
    },
    cols: sealColumns(columnsOf(events.map((event) => event.light))),
    body: sealTexts(events.map((event) => event.json)),
  }
}

import type { DatabaseSync } from 'node:sqlite'
import { DEAD_SLOT } from '../blocks/places.ts'
import { blockOf } from '../blocks/sealer.ts'
import { transaction } from '../db/transaction.ts'
import type { LightEvent } from '../ingest/lightEvent.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import type { TailEvent } from '../store/tailTable.ts'

/** What becomes of an event; null when it stays as it is. */
export type Change = (event: {
  light: LightEvent
  json: string
}) => { light: LightEvent; json: string; crc: number } | null

/**
 * Writes the living events of a block as a new block. Gives how many events `change` changed. `alongside` runs in the
 * same transaction, when there is one.
 */
export function rewriteBlock(
  db: DatabaseSync,
  stores: EventStores,
  conv: number,
  block: number,
  change: Change = () => null,
  alongside: () => void = () => undefined,
): number {
  const { events, blocks } = stores
  const places = blocks.places(block)
  const open = blocks.open(block)
  const living: TailEvent[] = []
  const changed = new Map<string, { crc: number; bytes: number }>()
  for (const [slot, json] of open.bodies.entries()) {
    const logIndex = places.logIndex[slot] ?? DEAD_SLOT
    const light = logIndex === DEAD_SLOT ? null : open.light(slot)
    if (light === null) continue
    const now = change({ light, json })
    if (now !== null) changed.set(light.id, { crc: now.crc, bytes: now.light.bytes })
    living.push({
      seq: places.seq[slot] ?? 0,
      logIndex: logIndex < 0 ? null : logIndex,
      provisional: places.provisional[slot] ?? 0,
      light: now?.light ?? light,
      json: now?.json ?? json,
    })
  }
  if (changed.size === 0 && living.length === open.bodies.length) return 0
  transaction(db, () => {
    if (living.length > 0) {
      const number = blocks.takeNumber()
      blocks.insert(conv, number, blockOf(living))
      for (const [slot, { light }] of living.entries()) {
        const stored = events.get(conv, light.id)
        if (stored !== null) events.update({ ...stored, ...changed.get(light.id), block: number, slot })
      }
    }
    blocks.delete(block)
    alongside()
  })
  return changed.size
}

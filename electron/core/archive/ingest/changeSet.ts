import type { LightEvent } from './lightEvent.ts'

/** An event new to the archive, with what orders it. */
export interface PlacedEvent {
  light: LightEvent
  seq: number
  logIndex: number | null
  provisional: number
}

/** What a batch changed, for the columns of open conversations. Applied after the commit. */
export interface ChangeSet {
  inserted: PlacedEvent[]
  /** Newer forms of stored events. */
  replaced: LightEvent[]
  /** Bytes of JSON that went to the tail and wait to be sealed. */
  tailBytes: number
  indexed: { id: string; logIndex: number | null }[]
}

export function emptyChanges(): ChangeSet {
  return { inserted: [], replaced: [], tailBytes: 0, indexed: [] }
}

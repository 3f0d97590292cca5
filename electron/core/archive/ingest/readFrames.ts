import { isWireObject, numberAt, textAt, type WireObject } from '../../../../shared/domain/index.ts'
import type { FrameSignal } from '../types.ts'
import { parseJson, type ReadItem, readItem } from './readEvents.ts'

/** What a frame of either socket says: signals for the engine, at most one event for the archive. */
export interface ReadFrame {
  item: Extract<ReadItem, { type: 'event' | 'fullState' }> | null
  seq: number | null
  signals: FrameSignal[]
}

/** Drafts of the events socket have no item; all belong to the one that is being written (contract §9.4). */
const ANONYMOUS_ITEM = 'live'

export function readFrame(dialect: 'session' | 'events', text: string): ReadFrame {
  const frame = parseJson(text)
  if (frame === undefined) return malformed('not JSON')
  if (!isWireObject(frame)) return malformed('not a JSON object')
  return dialect === 'session' ? readSessionFrame(frame) : ofItem(readItem(frame), null)
}

/** Contract §18.3. */
function readSessionFrame(frame: WireObject): ReadFrame {
  const type = textAt(frame, 'type')
  switch (type) {
    case 'durable': {
      const seq = numberAt(frame, 'seq')
      const isIndex = seq !== null && Number.isSafeInteger(seq) && seq >= 0
      return ofItem(readItem(frame.event), isIndex ? seq : null)
    }
    case 'transient': {
      const read = ofItem(readItem(frame.event), null)
      // Only `full_state` says something lasting; other transient events are drafts and are never stored.
      return read.item?.type === 'event' ? { ...read, item: null, signals: [] } : read
    }
    case 'sync':
      return signal({ type, fromSeq: numberAt(frame, 'from_seq'), throughSeq: numberAt(frame, 'through_seq') })
    case 'item_started':
    case 'item_aborted': {
      const itemId = textAt(frame, 'item_id')
      return itemId === null ? malformed(`${type} without an item_id`) : signal({ type, itemId })
    }
    case 'delta': {
      const itemId = textAt(frame, 'item_id')
      const kind = frame.kind === 'reasoning' ? 'reasoning' : 'text'
      return itemId === null
        ? malformed('delta without an item_id')
        : signal({ type, itemId, kind, text: textAt(frame, 'content') ?? '' })
    }
    case 'error':
      return signal({ type, code: textAt(frame, 'code') ?? 'error', detail: textAt(frame, 'detail') ?? '' })
    default:
      // Without a type: read leniently, as the events socket would have sent it.
      return type === null ? ofItem(readItem(frame), null) : malformed(`unknown frame type ${type.slice(0, 80)}`)
  }
}

function ofItem(item: ReadItem, seq: number | null): ReadFrame {
  switch (item.type) {
    case 'malformed':
      return malformed(item.reason)
    case 'delta':
      return { item: null, seq: null, signals: deltaSignals(item.event) }
    case 'fullState':
      return { item, seq: null, signals: [] }
    case 'event':
      return { item, seq, signals: [{ type: 'durable', eventId: item.id, kind: textAt(item.event, 'kind') ?? '' }] }
  }
}

function deltaSignals(event: WireObject): FrameSignal[] {
  const signals: FrameSignal[] = []
  const [reasoning, text] = [textAt(event, 'reasoning_content'), textAt(event, 'content')]
  if (reasoning !== null) signals.push({ type: 'delta', itemId: ANONYMOUS_ITEM, kind: 'reasoning', text: reasoning })
  if (text !== null) signals.push({ type: 'delta', itemId: ANONYMOUS_ITEM, kind: 'text', text })
  return signals
}

function signal(one: FrameSignal): ReadFrame {
  return { item: null, seq: null, signals: [one] }
}

function malformed(reason: string): ReadFrame {
  return signal({ type: 'malformed', reason })
}

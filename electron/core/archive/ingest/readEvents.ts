import { isWireObject, textAt, type WireObject } from '../../../../shared/domain/index.ts'

/** What one item of a page or a frame of the events socket is. */
export type ReadItem =
  | { type: 'event'; id: string; event: WireObject }
  | { type: 'delta'; event: WireObject }
  | { type: 'fullState'; event: WireObject }
  | { type: 'malformed'; reason: string }

/**
 * Sorts an item by what becomes of it. Deltas and `full_state` are not durable (architecture decision 10), although
 * the app server's history returns them (contract §16.19, §16.20).
 */
export function readItem(value: unknown): ReadItem {
  if (!isWireObject(value)) return { type: 'malformed', reason: 'not a JSON object' }
  const kind = textAt(value, 'kind')
  if (kind === null || kind === '') return { type: 'malformed', reason: 'no kind' }
  if (kind === 'StreamingDeltaEvent') return { type: 'delta', event: value }
  if (kind === 'ConversationStateUpdateEvent' && value.key === 'full_state') return { type: 'fullState', event: value }
  const id = textAt(value, 'id')
  if (id === null || id === '') return { type: 'malformed', reason: `a ${kind.slice(0, 80)} without an id` }
  return { type: 'event', id, event: value }
}

export interface ReadPage {
  items: ReadItem[]
  nextPageId: string | null
}

/** Reads a page answer; null when the text is not one. */
export function readPage(text: string): ReadPage | null {
  const parsed = parseJson(text)
  if (!isWireObject(parsed) || !Array.isArray(parsed.items)) return null
  const next = parsed.next_page_id
  return {
    items: parsed.items.map(readItem),
    nextPageId: typeof next === 'string' ? next : typeof next === 'number' ? String(next) : null,
  }
}

/** The parsed value, or undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

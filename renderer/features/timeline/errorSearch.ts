import type { ViewStore } from '../../state/viewStore.ts'
import type { ViewCalls } from '../../state/viewStoreSession.ts'
import { withErrors } from './filterEdits.ts'

/**
 * Selects the next (1) or previous (-1) error of a view, counted from the selection or from what is in sight. Errors
 * come from a second view with the same filter; both have the same order, so a binary search needs few calls even
 * among a million rows. False when there is none in that direction.
 */
export async function selectError(
  store: ViewStore,
  calls: ViewCalls,
  direction: 1 | -1,
  signal: AbortSignal,
): Promise<boolean> {
  const { selection, visible } = store.getSnapshot()
  const known = selection?.id ? await store.positionOf(selection.id) : null
  const from = known ?? selection?.position ?? (direction > 0 ? visible.from - 1 : visible.to)
  const { view, count } = await calls.open({ ...store.spec, filter: withErrors(store.spec.filter, true) }, { signal })
  try {
    const found = await search(from)
    return found === null ? false : await store.selectId(found)
  } finally {
    calls.close({ view }).catch(() => undefined) // It expires by itself.
  }

  /** Id of the first error after `from`, or of the last one before it. */
  async function search(from: number): Promise<string | null> {
    let low = 0
    let high = count
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const id = await errorAt(middle)
      const position = id === null ? null : await store.positionOf(id)
      // A row that is gone from either view sorts as if it were before us: the search ends all the same.
      const isBefore = position === null || (direction > 0 ? position <= from : position < from)
      if (isBefore) low = middle + 1
      else high = middle
    }
    return errorAt(direction > 0 ? low : low - 1)
  }

  async function errorAt(position: number): Promise<string | null> {
    if (position < 0 || position >= count) return null
    const window = await calls.window({ view, anchor: { position }, before: 0, after: 0 }, { signal })
    const row = window.rows.find((row) => row.position === position)
    return row?.type === 'event' ? row.id : null
  }
}

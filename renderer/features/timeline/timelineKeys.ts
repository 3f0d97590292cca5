import type { KeyboardEvent } from 'react'
import type { ViewStore } from '../../state/viewStore.ts'
import { ROW_HEIGHT } from '../../state/viewStoreScroll.ts'

export interface TimelineActions {
  onOpen: () => void
  onNextError: (direction: 1 | -1) => void
}

/** What a key does while the grid has the focus; false when it is not one of ours. */
export function handleTimelineKey(event: KeyboardEvent, store: ViewStore, actions: TimelineActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const page = Math.max(1, Math.floor(store.height / ROW_HEIGHT) - 1)
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      void store.moveSelection(1)
      return true
    case 'ArrowUp':
    case 'k':
      void store.moveSelection(-1)
      return true
    case 'PageDown':
      void store.moveSelection(page)
      return true
    case 'PageUp':
      void store.moveSelection(-page)
      return true
    case 'Home':
      store.selectEdge('first')
      return true
    case 'End':
      store.selectEdge('last')
      return true
    case 'Enter':
      actions.onOpen()
      return true
    case 'e':
    case 'E':
      actions.onNextError(event.key === 'E' ? -1 : 1)
      return true
    default:
      return false
  }
}

import { useEffect, useMemo, useRef, useState } from 'react'
import type { ConversationRef, Filter, ViewOrder } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { ViewStore } from '../../state/viewStore.ts'
import { type PreparedView, prepareView } from './preparedView.ts'
import { timelineLook, useTimelineLooks } from './timelineStore.ts'

/**
 * The view store of a conversation under a filter, open while the component is there. Its place is kept for later. After
 * a change of the filter the rows of before stay until there are new ones: a blank in between only flickers. `prepared` is
 * the view that was opened while the page was on its way.
 */
export function useTimelineView(
  conversation: ConversationRef,
  filter: Filter,
  order: ViewOrder,
  attempt: number,
  prepared: PreparedView | null,
): ViewStore {
  const { client } = useRpc()
  const { connectionId, conversationId } = conversation
  const filterText = JSON.stringify(filter)
  const latest = useRef<ViewStore | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: filterText stands for filter; `attempt` opens it anew.
  const view = useMemo(() => {
    const ref = { connectionId, conversationId }
    const spec = { conversation: ref, filter, order }
    if (prepared?.isFor(spec)) return prepared
    // Whoever changes the filter goes on reading where they are.
    const before = latest.current?.getSnapshot().phase === 'open' ? latest.current.place() : null
    const place = before ?? timelineLook(ref).place ?? undefined
    return prepareView(new ViewStore({ calls: client.view, spec, place, height: latest.current?.height }))
  }, [client, connectionId, conversationId, filterText, order, attempt, prepared])

  const { store } = view
  const shown = useShown(store)
  useEffect(() => {
    latest.current = shown
  }, [shown])
  useEffect(() => {
    const stop = view.adopt()
    const keep = () => {
      // A view that never showed anything must not overwrite what is kept.
      if (store.getSnapshot().phase === 'open')
        useTimelineLooks.getState().change(store.spec.conversation, { place: store.place() })
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
      stop()
    }
  }, [view, store])
  return shown
}

/** The store, once it has something to show; until then the one before, unless that has failed. */
function useShown(store: ViewStore): ViewStore {
  const [shown, setShown] = useState(store)
  useEffect(() => {
    if (shown === store) return
    store.setHeight(shown.height)
    const look = () => {
      if (store.hasNews || shown.getSnapshot().phase !== 'open') setShown(store)
    }
    look()
    return store.subscribe(look)
  }, [shown, store])
  return shown
}

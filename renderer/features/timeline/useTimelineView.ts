import { useEffect, useMemo, useRef, useState } from 'react'
import type { ConversationRef, Filter, ViewOrder } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { ViewStore } from '../../state/viewStore.ts'
import { timelineLook, useTimelineLooks } from './timelineStore.ts'

/**
 * The view store of a conversation under a filter, open while the component is there. Its place is kept for later. After
 * a change of the filter the rows of before stay until there are new ones: a blank in between only flickers.
 */
export function useTimelineView(
  conversation: ConversationRef,
  filter: Filter,
  order: ViewOrder,
  attempt: number,
): ViewStore {
  const { client } = useRpc()
  const { connectionId, conversationId } = conversation
  const filterText = JSON.stringify(filter)
  const latest = useRef<ViewStore | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: filterText stands for filter; `attempt` opens it anew.
  const store = useMemo(() => {
    const ref = { connectionId, conversationId }
    // Whoever changes the filter goes on reading where they are.
    const before = latest.current?.getSnapshot().phase === 'open' ? latest.current.place() : null
    const place = before ?? timelineLook(ref).place ?? undefined
    return new ViewStore({ calls: client.view, spec: { conversation: ref, filter, order }, place })
  }, [client, connectionId, conversationId, filterText, order, attempt])

  // First, so that a store knows its height when it opens its view.
  const shown = useShown(store)
  useEffect(() => {
    latest.current = shown
  }, [shown])
  useEffect(() => {
    const stop = store.start()
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
  }, [store])
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

import { useEffect, useState } from 'react'
import type { Overview } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'

/** At most one overview in this time: it counts every row of the view, and a strip need not follow each event. */
const PAUSE_MS = 500

/** The overview of a view, asked for again when the view changed: one call at a time, the newest state last. */
export function useOverview(store: ViewStore, buckets: number, clock: 'wall' | 'active'): Overview | null {
  const { client } = useRpc()
  const [overview, setOverview] = useState<Overview | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    let shown = ''
    let isBusy = false
    async function refresh() {
      const { viewId, revision } = store.getSnapshot()
      const wanted = `${viewId} ${revision}`
      if (isBusy || viewId === null || wanted === shown || buckets === 0) return
      isBusy = true
      try {
        const next = await client.view.overview({ view: viewId, buckets, clock }, { signal: abort.signal })
        shown = wanted
        if (!abort.signal.aborted) setOverview(next)
      } catch {
        // The timeline below tells of failures; the strip stays as it was.
      }
      setTimeout(() => {
        isBusy = false
        if (!abort.signal.aborted) void refresh()
      }, PAUSE_MS)
    }
    void refresh()
    const stop = store.subscribe(() => void refresh())
    return () => {
      abort.abort()
      stop()
    }
  }, [client, store, buckets, clock])
  return overview
}

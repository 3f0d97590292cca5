import type { LoadState } from '../archive/index.ts'
import type { AppServerClient } from '../gateway/index.ts'
import type { LoaderDeps } from './agentLoader.ts'

const PAGE = 100

/**
 * History of a conversation whose sandbox does not run, from the app server: the newest page at once, then the walk
 * from the offset where the last one stopped, or, of a history that was loaded whole, what came since. Pages are
 * sorted by time, so places stay provisional; the compared set is ids, because the server's count includes deltas and
 * full states (architecture decision 10).
 */
export async function loadHistory(app: AppServerClient, deps: LoaderDeps, signal: AbortSignal): Promise<LoadState> {
  const { archive, ref } = deps
  const ask = (offset: number | null, newestFirst: boolean) =>
    app.eventsPage(
      ref.conversationId,
      { pageId: offset === null ? null : String(offset), newestFirst, limit: PAGE },
      newestFirst ? 'person' : 'backfill',
      signal,
    )
  const before = await archive.loadState(ref)
  const newest = await archive.ingestPage(ref, await ask(null, true), { side: 'app', walk: 'newest' }, signal)
  deps.onLoad(newest.load)
  const isComplete = before.serverCount !== null && before.stored >= before.serverCount && before.gaps === 0
  if (isComplete) {
    // What came late lies near the end: pages are read backwards until one brings nothing new.
    let page = newest
    while (page.inserted > 0 && page.nextPageId !== null) {
      page = await archive.ingestPage(
        ref,
        await ask(Number(page.nextPageId), true),
        { side: 'app', walk: 'newest' },
        signal,
      )
      deps.onLoad(page.load)
    }
    if (newest.inserted === 0) return newest.load
  } else if (newest.nextPageId !== null) {
    const count = await app.eventsCount(ref.conversationId, 'refresh', signal)
    deps.onLoad(await archive.setServerCount(ref, Math.max(count, newest.load.stored), deps.now()))
    let offset = newest.load.appOffset
    for (;;) {
      const page = await archive.ingestPage(
        ref,
        await ask(offset, false),
        { side: 'app', walk: 'head', offset },
        signal,
      )
      deps.onLoad(page.load)
      offset += page.items
      if (page.nextPageId === null || page.items === 0) break
    }
  }
  // Every id of the walk is stored now: that is the proof; the server's own number counts other things too.
  const { stored } = await archive.loadState(ref)
  const load = await archive.setServerCount(ref, stored, deps.now())
  deps.onLoad(load)
  return load
}

import { HandrailError } from '../../../shared/domain/index.ts'
import type { LoadState } from '../archive/index.ts'
import type { SharedClient } from '../gateway/index.ts'
import type { LoaderDeps } from './agentLoader.ts'
import { PagesAhead } from './pagesAhead.ts'

const PAGE = 100
const ALL = { kind: null, from: null, before: null }

export interface SharedLoad {
  load: LoadState
  inserted: number
  /** The server shows no event: not shared, unknown, or without events; it answers the same for all three. */
  isEmpty: boolean
}

/**
 * What a server shows of a shared conversation: newest page first, then older ones until everything is stored or a
 * page brings what a whole walk has stored before. Pages are sorted by time, so places stay provisional. The server
 * counts events that it does not show, so its count only serves for progress (architecture decision 10).
 */
export async function loadShared(
  client: SharedClient,
  deps: LoaderDeps & { onWalk(): void },
  signal: AbortSignal,
): Promise<SharedLoad> {
  const { archive, ref } = deps
  const before = await archive.loadState(ref)
  // Equal only after a whole walk: one that was cut off leaves them different.
  const isComplete = before.stored > 0 && before.stored === before.serverCount
  const seen = new Set<string>()
  let pageId: string | null = null
  let inserted = 0
  let items = 0
  const ask = (of: string | null) => {
    const query = { ...ALL, newestFirst: true, pageId: of, limit: PAGE }
    return client.eventsPage(ref.conversationId, query, of === null ? 'refresh' : 'backfill', signal)
  }
  const pages = new PagesAhead(ask)
  for (;;) {
    // Of what is known whole, one page mostly says that nothing is new.
    const text = await (isComplete ? ask(pageId) : pages.page(pageId))
    const page = await archive.ingestPage(ref, text, { side: 'app', walk: 'newest' }, signal)
    deps.onLoad(page.load)
    inserted += page.inserted
    items += page.items
    const hasMetStored = isComplete && page.inserted < page.ids.length
    if (page.nextPageId === null || hasMetStored) break
    // A server that gives the same page again and again is asked no further.
    if (seen.has(page.nextPageId)) break
    seen.add(page.nextPageId)
    if (pageId === null) {
      deps.onWalk()
      const count = await countOf(client, ref.conversationId, signal)
      deps.onLoad(
        await archive.setServerCount(ref, { side: 'app', count: Math.max(count, page.load.stored + 1) }, deps.now()),
      )
    }
    pageId = page.nextPageId
  }
  const { stored } = await archive.loadState(ref)
  const load = await archive.setServerCount(
    ref,
    { side: 'app', count: stored, walked: { repeats: 0, total: stored } },
    deps.now(),
  )
  deps.onLoad(load)
  return { load, inserted, isEmpty: items === 0 }
}

/** 0 where the server has only the search. */
async function countOf(client: SharedClient, conversationId: string, signal: AbortSignal): Promise<number> {
  try {
    return await client.eventsCount(conversationId, ALL, signal)
  } catch (error) {
    if (error instanceof HandrailError && error.failure.code === 'unsupported') return 0
    throw error
  }
}

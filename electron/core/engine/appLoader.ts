import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { LoadState, PageResult } from '../archive/index.ts'
import type { AppServerClient } from '../gateway/index.ts'
import { cheapestWay, PAGE, pagesSeconds } from './loadCosts.ts'
import { PaceEstimate } from './paceEstimate.ts'
import { PagesAhead } from './pagesAhead.ts'
import { loadZip, whyNoZip, type ZipDeps } from './zipLoader.ts'

/** How a history is being read, for the person who waits for it. */
export type HistoryWay =
  | { way: 'zip' }
  /** `note`: why not by zip; null when that was never wished. `remainingMs`: as far as it can be told. */
  | { way: 'pages'; note: string | null; read: number; total: number; remainingMs: number }

export interface HistoryDeps extends ZipDeps {
  onWay(way: HistoryWay): void
  /** Why the server refused the zip before, so that it is not asked again; null when it did not. */
  zipRefusal: string | null
  /** Everything is to be compared anew, also what was known. */
  isWhole: boolean
  /** Looked at between pages: false lets the load end there. */
  mayGoOn(): boolean
}

export interface History {
  load: LoadState
  zipRefusal: string | null
}

/** Whether everything that the app server could give is stored: all that it listed, or all that the agent server had. */
export function isHistoryKnown(load: LoadState): boolean {
  if (load.hasAppNews) return false
  if (load.appListed !== null) return true
  return load.serverSide === 'agent' && load.serverCount !== null && load.missing === 0
}

/**
 * History of a conversation whose sandbox does not run, from the app server: the newest page at once, then all of it by
 * the way that costs least (architecture decision 9), or, of a history that is known, what came since. Pages go on at
 * the offset where the last ones stopped. Order is by time, so places stay provisional; the compared set is ids, because
 * the server's number counts deltas and full states too (decision 10).
 */
export async function loadHistory(app: AppServerClient, deps: HistoryDeps, signal: AbortSignal): Promise<History> {
  const { archive, ref, zipRefusal } = deps
  const before = await archive.loadState(ref)
  const isKnown = isHistoryKnown(before) && !deps.isWhole
  let count: number | null = null
  if (isKnown) {
    // Costs a hundredth of a page.
    count = await app.eventsCount(ref.conversationId, 'refresh', signal)
    if (count === before.appCount) return { load: before, zipRefusal }
    await archive.setServerCount(ref, { side: 'app', hasNews: true }, deps.now())
  }
  const text = await askPage(app, deps, null, true, signal)
  const newest = await archive.ingestPage(ref, text, { side: 'app', walk: 'newest' }, signal)
  deps.onLoad(newest.load)
  if (newest.nextPageId === null) {
    // The whole history is in this page.
    const { ids, load } = await archive.ingestPage(ref, text, { side: 'app', walk: 'head', offset: 0 }, signal)
    return { load: await whole(new Set(ids).size, ids.length, load.appOffset), zipRefusal }
  }
  count ??= await app.eventsCount(ref.conversationId, 'refresh', signal)
  if (isKnown && newest.inserted < newest.ids.length) return { load: await loadNews(count), zipRefusal }
  const claimed = { side: 'app', count: Math.max(count, newest.load.stored) } as const
  deps.onLoad(await archive.setServerCount(ref, claimed, deps.now()))
  const start = deps.isWhole ? 0 : newest.load.appOffset
  let refusal = zipRefusal
  if (cheapestWay({ events: count, missing: count - start, isZipRefused: refusal !== null }) === 'zip') {
    try {
      deps.onWay({ way: 'zip' })
      const { load, repeats } = await loadZip(app, deps, signal)
      return { load: await walked(load, repeats), zipRefusal: null }
    } catch (error) {
      signal.throwIfAborted()
      refusal = whyNoZip(error)
      if (refusal === null) throw error
    }
  }
  const pages = await loadPages(app, deps, { start, total: count, note: refusal }, signal)
  const load = pages.isDone ? await walked(pages.load, pages.repeats) : pages.load
  return { load, zipRefusal: refusal }

  /** What came since is in the newest page, or lies near the end: pages are read backwards until one is known whole. */
  async function loadNews(total: number): Promise<LoadState> {
    let page = newest
    let inserted = newest.inserted
    while (page.inserted > 0 && page.nextPageId !== null) {
      const older = await askPage(app, deps, page.nextPageId, true, signal)
      page = await archive.ingestPage(ref, older, { side: 'app', walk: 'newest' }, signal)
      inserted += page.inserted
      deps.onLoad(page.load)
    }
    const known = (before.appListed ?? before.stored) + inserted
    return whole(known, known + (before.serverSide === 'app' ? before.excluded.repeats : 0), total)
  }

  /** A walk came to its end: its places, without what is not durable and what stands there twice. */
  function walked({ appOffset, excluded }: LoadState, repeats: number): Promise<LoadState> {
    const listed = appOffset - excluded.leftOut
    return whole(listed - repeats, listed, appOffset)
  }

  async function whole(distinct: number, listed: number, total: number): Promise<LoadState> {
    const said = { side: 'app', count: distinct, walked: { repeats: listed - distinct, total } } as const
    const load = await archive.setServerCount(ref, said, deps.now())
    deps.onLoad(load)
    return load
  }
}

/** The walk by pages, oldest first: it costs what the whole history costs for each page, so that it can take long. */
async function loadPages(
  app: AppServerClient,
  deps: HistoryDeps,
  { start, total, note }: { start: number; total: number; note: string | null },
  signal: AbortSignal,
): Promise<{ load: LoadState; repeats: number; isDone: boolean }> {
  const { archive, ref } = deps
  const pages = new PagesAhead((pageId) => askPage(app, deps, pageId, false, signal))
  const pace = new PaceEstimate(deps.now, pagesSeconds(total, PAGE) * 1_000)
  const seen = new Set<string>()
  let offset = start
  let repeats = 0
  for (;;) {
    const left = Math.ceil(Math.max(0, total - offset) / PAGE)
    deps.onWay({ way: 'pages', note, read: offset, total, remainingMs: pace.remainingMs(left) })
    const text = await pages.page(offset === 0 ? null : String(offset))
    const page = await archive.ingestPage(ref, text, { side: 'app', walk: 'head', offset }, signal)
    pace.done()
    deps.onLoad(page.load)
    if (page.ids.length > 0 && page.ids.every((id) => seen.has(id))) throw pageLoop(ref)
    repeats += newlySeen(page, seen)
    offset += page.items
    const isDone = page.nextPageId === null || page.items === 0
    if (isDone || !deps.mayGoOn()) return { load: page.load, repeats, isDone }
  }
}

/** Notes the ids of a page; gives how many of them were noted before. */
function newlySeen({ ids }: PageResult, seen: Set<string>): number {
  const before = seen.size
  for (const id of ids) seen.add(id)
  return ids.length - (seen.size - before)
}

function askPage(
  app: AppServerClient,
  { ref }: HistoryDeps,
  pageId: string | null,
  newestFirst: boolean,
  signal: AbortSignal,
): Promise<string> {
  const isNewest = newestFirst && pageId === null
  const query = { pageId, newestFirst, limit: PAGE }
  return app.eventsPage(ref.conversationId, query, isNewest ? 'person' : 'backfill', signal)
}

function pageLoop(ref: ConversationRef): HandrailError {
  return new HandrailError({
    code: 'server-error',
    message: `The app server's event pages of conversation ${ref.conversationId} repeat instead of ending.`,
    advice: 'What is stored stays. Retry later, or wake the sandbox and read the events there.',
    isSafeToRetry: true,
  })
}

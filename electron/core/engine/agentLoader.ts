import { type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { Archive, LoadState } from '../archive/index.ts'
import type { AgentServerClient } from '../gateway/index.ts'
import { nextPageIdOf } from './nextPageId.ts'

const PAGE = 100

export interface LoaderDeps {
  archive: Archive
  ref: ConversationRef
  /** Told after every stored page. */
  onLoad(load: LoadState): void
  now(): number
}

/** First rows of a conversation that is not in the archive: the newest page, and how many there are. */
export async function loadNewest(agent: AgentServerClient, deps: LoaderDeps, signal: AbortSignal): Promise<void> {
  const { archive, ref } = deps
  const [text, count] = await Promise.all([
    agent.eventsPage(ref.conversationId, { pageId: null, newestFirst: true, limit: PAGE }, signal),
    agent.eventsCount(ref.conversationId, signal),
  ])
  await archive.setServerCount(ref, { side: 'agent', count }, deps.now())
  const { load } = await archive.ingestPage(ref, text, { side: 'agent', walk: 'newest' }, signal)
  deps.onLoad(load)
}

/**
 * Walks the agent server's log from the last stored event to its end, oldest first (architecture decision 8).
 * Resumes at `page_id=<last stored id>`, whose first item must be that id; a server that restarts from the
 * beginning instead (contract §1.5: an unknown id silently does) is walked whole, once.
 */
export async function walkToEnd(agent: AgentServerClient, deps: LoaderDeps, signal: AbortSignal): Promise<LoadState> {
  const { archive, ref } = deps
  let load = await archive.loadState(ref)
  let pageId = load.headLastId
  let firstLogIndex = pageId === null ? 0 : load.headLastIndex
  let hasRestarted = false
  const ask = (id: string | null) =>
    agent.eventsPage(ref.conversationId, { pageId: id, newestFirst: false, limit: PAGE }, signal)
  const seen = new Set<string>()
  let answer = ask(pageId)
  for (;;) {
    const text = await answer
    const guessed = nextPageIdOf(text)
    // Page n+1 is in flight while page n is stored.
    const ahead = typeof guessed === 'string' && !seen.has(guessed) ? ask(guessed) : null
    // A rejection of the page ahead is looked at when that page's turn comes.
    ahead?.catch(() => undefined)
    const page = await archive.ingestPage(ref, text, { side: 'agent', walk: 'head', firstLogIndex }, signal)
    load = page.load
    if (page.restarted) {
      if (hasRestarted) throw cursorLoop(ref)
      hasRestarted = true
      await archive.restartWalk(ref)
      pageId = null
      firstLogIndex = 0
      seen.clear()
      answer = ask(null)
      continue
    }
    deps.onLoad(load)
    pageId = guessed === undefined ? page.nextPageId : guessed
    if (pageId === null) return load
    if (seen.has(pageId)) throw cursorLoop(ref)
    seen.add(pageId)
    firstLogIndex += page.items
    answer = ahead ?? ask(pageId)
  }
}

/** Asks the server's count of durable events and stores it with its time. */
export async function checkCount(agent: AgentServerClient, deps: LoaderDeps, signal: AbortSignal): Promise<LoadState> {
  return (await compareCount(agent, deps, signal)).load
}

/** As `checkCount`; `difference`: how many places more the server counts than the walk has met. */
export async function compareCount(
  agent: AgentServerClient,
  deps: LoaderDeps,
  signal: AbortSignal,
): Promise<{ load: LoadState; difference: number }> {
  const count = await agent.eventsCount(deps.ref.conversationId, signal)
  const load = await deps.archive.setServerCount(deps.ref, { side: 'agent', count }, deps.now())
  deps.onLoad(load)
  return { load, difference: count - load.headCount }
}

function cursorLoop(ref: ConversationRef): HandrailError {
  return new HandrailError({
    code: 'server-error',
    message: `The server's event pages of conversation ${ref.conversationId} repeat instead of ending.`,
    advice: 'What is stored stays. Retry; if it happens again the agent server needs a restart.',
    isSafeToRetry: true,
  })
}

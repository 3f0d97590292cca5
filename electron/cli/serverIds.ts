import { HandrailError } from '../../shared/domain/index.ts'
import { readPage } from '../core/archive/readOnly.ts'
import type { AgentServerClient, AppServerClient } from '../core/gateway/index.ts'

const PAGE = 100

/** Ids of all durable events of an agent server's log, in its order. */
export function agentIds(
  agent: AgentServerClient,
  conversationId: string,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const ask = (pageId: string | null) =>
    agent.eventsPage(conversationId, { pageId, newestFirst: false, limit: PAGE }, signal)
  return idsOf(ask, conversationId, onCount)
}

/** Ids of all durable events that an app server has, sorted by time. */
export function appIds(
  app: AppServerClient,
  conversationId: string,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const ask = (pageId: string | null) =>
    app.eventsPage(conversationId, { pageId, newestFirst: false, limit: PAGE }, 'person', signal)
  return idsOf(ask, conversationId, onCount)
}

async function idsOf(
  ask: (pageId: string | null) => Promise<string>,
  conversationId: string,
  onCount: (count: number) => void,
): Promise<string[]> {
  const ids = new Set<string>()
  const asked = new Set<string>()
  for (let pageId: string | null = null; ; ) {
    const page = readPage(await ask(pageId))
    if (page === null || (page.nextPageId !== null && asked.has(page.nextPageId))) {
      throw new HandrailError({
        code: 'server-error',
        message: `The server's event pages of conversation ${conversationId} repeat or are none.`,
        advice: 'Try again; if it happens again the server needs a restart.',
        isSafeToRetry: true,
      })
    }
    for (const item of page.items) if (item.type === 'event') ids.add(item.id)
    onCount(ids.size)
    if (page.nextPageId === null) return [...ids]
    asked.add(page.nextPageId)
    pageId = page.nextPageId
  }
}

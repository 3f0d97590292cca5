import type { ConversationRef } from '../../shared/domain/index.ts'
import type { TestClient } from '../support/testCore.ts'

interface WireEvent {
  id: string
  kind: string
}

/** Every event of the agent server in its own order, read page by page with plain fetch. */
export async function serverEvents(base: string, conversationId: string, key: string): Promise<WireEvent[]> {
  const events: WireEvent[] = []
  let pageId: string | null = null
  do {
    const query: string = pageId === null ? '' : `&page_id=${encodeURIComponent(pageId)}`
    const response: Response = await fetch(
      `${base}/api/conversations/${conversationId}/events/search?limit=100${query}`,
      {
        headers: { 'x-session-api-key': key },
      },
    )
    const page = (await response.json()) as { items: WireEvent[]; next_page_id: string | null }
    events.push(...page.items)
    pageId = page.next_page_id
  } while (pageId !== null)
  return events
}

/** The stored JSON of an event, whole. */
export async function archivedJson(rpc: TestClient, conversation: ConversationRef, eventId: string): Promise<unknown> {
  const { json } = await rpc.event.get({ ...conversation, eventId, offset: 0, length: 2_000_000 })
  return JSON.parse(json)
}

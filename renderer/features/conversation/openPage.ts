import type { QueryClient } from '@tanstack/react-query'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import type { Rpc } from '../../rpc/index.ts'
import { type PreparedView, prepareTimeline } from '../timeline/index.ts'
import { type PreparedSync, prepareSync } from './preparedSync.ts'

/** What the page of a conversation needs from the host can take so long before it is drawn without. */
const WAIT_MS = 150

export interface PreparedPage {
  /** Null when the page shows no timeline. */
  view: PreparedView | null
  sync: PreparedSync
}

/**
 * Begins to bring a conversation in step and asks for its rows and record, so that its page is drawn once and with
 * both, not empty and then again.
 */
export async function openPage(
  { client, orpc }: Rpc,
  queries: QueryClient,
  conversation: ConversationRef,
  search: { section?: unknown; filter?: unknown },
): Promise<PreparedPage> {
  const view = search.section === undefined ? prepareTimeline(client.view, conversation, search.filter) : null
  const sync = prepareSync(client, conversation)
  const record = queries.prefetchQuery(orpc.conversations.get.queryOptions({ input: conversation }))
  const inTime = new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  await Promise.race([Promise.all([record, view?.ready()]), inTime])
  return { view, sync }
}

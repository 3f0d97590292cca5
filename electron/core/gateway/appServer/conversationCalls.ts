import { type Conversation, type ConversationFilter, HandrailError } from '../../../../shared/domain/index.ts'
import { requireCount, requireList } from '../http/answerShape.ts'
import type { Query } from '../http/query.ts'
import { pageOf } from '../pages.ts'
import { hexId } from '../records/ids.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient, Page, Priority } from '../types.ts'
import type { AppSession } from './appSession.ts'
import { recordReader } from './recordReader.ts'

/** Contract §10: more ids in one call answer 400. */
export const MOST_IDS = 99

export function conversationCalls(
  session: AppSession,
): Pick<AppServerClient, 'searchConversations' | 'findConversations' | 'countConversations' | 'conversations'> {
  const read = recordReader(session)

  async function search(query: Query, priority: Priority, signal: AbortSignal): Promise<Page<Conversation>> {
    const { call, answer } = await session.secretJson(
      {
        method: 'GET',
        path: '/api/v1/app-conversations/search',
        query: { limit: '100', ...query },
        purpose: 'list the conversations',
        isIdempotent: true,
      },
      priority,
      signal,
    )
    return pageOf(call, answer, read)
  }

  return {
    searchConversations: (pageId, priority, signal) => search({ page_id: pageId }, priority, signal),

    findConversations: (filter, pageId, signal) =>
      search(
        {
          ...filterQuery(filter),
          include_sub_conversations: filter.withSubConversations ? 'true' : null,
          page_id: pageId,
        },
        'person',
        signal,
      ),

    async countConversations(filter, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: '/api/v1/app-conversations/count',
          query: filterQuery(filter),
          purpose: 'count the conversations',
          isIdempotent: true,
        },
        'person',
        signal,
      )
      return requireCount(call, answer)
    },

    async conversations(ids, priority, signal) {
      if (ids.length === 0) return []
      if (ids.length > MOST_IDS) {
        throw new HandrailError({
          code: 'internal',
          message: `${ids.length} conversations were asked for at once; ${MOST_IDS} can be had.`,
        })
      }
      const { call, answer } = await session.secretJson(
        {
          method: 'GET',
          path: '/api/v1/app-conversations',
          query: { ids },
          purpose: ids.length === 1 ? `read conversation ${shortId(ids[0] ?? '')}` : `read ${ids.length} conversations`,
          isIdempotent: true,
        },
        priority,
        signal,
      )
      const records = requireList(call, answer).map(read)
      // Placed by id, not by position: a record must never be shown under another's name.
      const byId = new Map(records.filter((record) => record !== null).map((record) => [record.conversationId, record]))
      return ids.map((id) => byId.get(hexId(id)) ?? null)
    },
  }
}

/** What search and count have in common; count knows nothing of sub-conversations and counts them always. */
function filterQuery(filter: ConversationFilter): Query {
  return {
    title__contains: filter.title,
    created_at__gte: timeText(filter.createdFrom),
    created_at__lt: timeText(filter.createdBefore),
    updated_at__gte: timeText(filter.updatedFrom),
    updated_at__lt: timeText(filter.updatedBefore),
    sandbox_id__eq: filter.sandboxId,
  }
}

const timeText = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

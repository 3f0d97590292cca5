import { EXECUTION_STATUSES } from '../../../../shared/contract/index.ts'
import { choiceOf, limitOf } from '../../http/query.ts'
import { json, type Route } from '../../http/route.ts'
import { conversationInfo } from '../conversationInfo.ts'
import type { AgentServer } from '../server.ts'

const ORDERS = ['CREATED_AT', 'UPDATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT_DESC'] as const

/** All conversations of this sandbox, newest first; `page_id` is the first id of the page. */
export const searchConversations: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/search',
  handle({ server, query }) {
    const limit = limitOf(query)
    const status = choiceOf(query, 'status', EXECUTION_STATUSES)
    const order = choiceOf(query, 'sort_order', ORDERS) ?? 'CREATED_AT_DESC'
    const time = (c: { seed: { createdMs: number }; updatedMs: number }) =>
      order.startsWith('CREATED') ? c.seed.createdMs : c.updatedMs
    const sign = order.endsWith('_DESC') ? -1 : 1
    const found = server
      .conversations()
      .filter((conversation) => status === undefined || conversation.status === status)
      .sort((a, b) => sign * (time(a) - time(b)))
    const start = Math.max(
      found.findIndex((conversation) => conversation.id === query.get('page_id')),
      0,
    )
    return json({
      items: found.slice(start, start + limit).map((found) => conversationInfo(found, server.env.dialect)),
      next_page_id: found[start + limit]?.id ?? null,
    })
  },
}

import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { conversationInfo } from '../conversationInfo.ts'
import type { AgentServer } from '../server.ts'

/** Conversations by id, in request order, null for unknown ones (contract §1.4). */
export const getConversations: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations',
  handle({ server, query }) {
    const ids = listOf(query, 'ids')
    if (ids.length >= 100) throw refuse(400, 'Bad Request')
    return json(
      ids.map((id) => {
        const found = server.conversation(hexOf(id) ?? '')
        return found === undefined ? null : conversationInfo(found, server.env.dialect)
      }),
    )
  },
}

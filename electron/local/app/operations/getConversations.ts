import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import type { World } from '../../world/world.ts'
import { conversationRecord } from '../records.ts'

/** Conversations by id, in request order, null for unknown ones; at most 99 (contract §10). */
export const getConversations: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations',
  handle({ server, query }) {
    const ids = listOf(query, 'ids')
    if (ids.length > 99) throw refuse(400, 'Too many ids requested. Maximum is 99.')
    const bad = ids.filter((id) => hexOf(id) === undefined)
    if (bad.length > 0) throw refuse(400, `Invalid UUID format for ids: [${bad.map((id) => `'${id}'`).join(', ')}]`)
    return json(
      ids.map((id) => {
        const found = server.conversations.get(hexOf(id) ?? '')
        if (found === undefined) return null
        // Only here: search leaves the list empty (contract §2).
        const children = server.childrenOf(found.hex).map((child) => child.hex)
        return { ...conversationRecord(server, found), sub_conversation_ids: children }
      }),
    )
  },
}

import { listOf } from '../../http/query.ts'
import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import type { Json } from '../../json.ts'
import { appWire } from '../../world/appWire.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { World } from '../../world/world.ts'
import { isViewable, sharedConversation, sharedId } from './sharedOf.ts'

/** Events of a shared conversation by id, null for unknown ones; at most 100. */
export const getSharedEvents: Route<World> = {
  method: 'GET',
  path: '/api/shared-events',
  isPublic: true,
  handle({ server, query }) {
    const id = sharedId(query)
    const ids = listOf(query, 'id')
    if (ids.length > 100) throw refuse(400, 'Too many ids requested. Maximum is 100.')
    return json(wireOf(sharedConversation(server, id), ids))
  },
}

/** One event of a shared conversation, or null. */
export const getSharedEvent: Route<World> = {
  method: 'GET',
  path: '/api/shared-events/:conversation/:event',
  isPublic: true,
  handle: ({ server, param }) =>
    json(wireOf(sharedConversation(server, param('conversation')), [param('event')])[0] ?? null),
}

function wireOf(conversation: Conversation | undefined, ids: readonly string[]): Json[] {
  const events = conversation?.history.events().filter(isViewable) ?? []
  const byId = new Map(events.map((event) => [hexOf(event.id) ?? event.id, event]))
  return ids.map((id) => {
    const event = byId.get(hexOf(id) ?? id)
    return event === undefined ? null : appWire(event.text)
  })
}

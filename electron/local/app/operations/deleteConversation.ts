import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { deleteConversation as remove } from '../../world/deleteConversation.ts'
import type { World } from '../../world/world.ts'

/** Takes the conversation with all that came of it; an emptied sandbox follows in the background (contract §10). */
export const deleteConversation: Route<World> = {
  method: 'DELETE',
  path: '/api/v1/app-conversations/:id',
  async handle({ server, param }) {
    const hex = hexOf(param('id'))
    if (hex === undefined) throw refuse(400, 'Invalid conversation ID format')
    const conversation = server.conversations.get(hex)
    if (conversation === undefined) throw refuse(404, 'Conversation not found')
    await Promise.all(server.childrenOf(hex).map((child) => remove(server, child)))
    await remove(server, conversation)
    return json({ success: true })
  },
}

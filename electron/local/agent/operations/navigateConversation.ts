import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { conversationInfo } from '../conversationInfo.ts'
import type { AgentServer } from '../server.ts'
import { bodyOf, optionalTextIn } from './bodyOf.ts'

/** Moves the head: what comes next follows the named event, or begins a new root. No event is written (seen). */
export const navigateConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/navigate',
  async handle(request) {
    const eventId = optionalTextIn(await bodyOf(request), 'event_id')
    const conversation = request.server.conversation(hexOf(request.param('id')) ?? '')
    if (conversation === undefined) throw refuse(404, 'Conversation not found')
    if (eventId !== null && conversation.log.positionOf(eventId) === undefined) {
      throw refuse(404, `Unknown event_id: ${eventId}`)
    }
    conversation.navigate(eventId ?? undefined)
    conversation.touch()
    return json(conversationInfo(conversation, request.server.env.dialect))
  },
}

import { refuse } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { zipStream } from '../../http/zipStream.ts'
import { dashed } from '../../ids.ts'
import { appWire } from '../../world/appWire.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { World } from '../../world/world.ts'
import { conversationRecord } from '../records.ts'
import { conversationOf } from './awakeConversation.ts'

/** A longer conversation is refused (contract §10). */
const MOST_EVENTS = 10_000

const exporting = new WeakSet<Conversation>()

/** The events that arrived at the app server, one file each, as a zip that is written while it is sent. */
export const downloadTrajectory: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/:id/download',
  handle(request) {
    const conversation = conversationOf(request)
    if (conversation === undefined) throw refuse(404, `Conversation not found: ${request.param('id')}`)
    if (exporting.has(conversation)) throw refuse(409, 'An export of this conversation is already running')
    const events = conversation.history.events()
    if (events.length > MOST_EVENTS) {
      throw refuse(413, `Conversation has ${events.length} events, more than the ${MOST_EVENTS} that can be exported`)
    }
    const { session_api_key: _, ...meta } = conversationRecord(request.server, conversation)
    const entries = [
      { name: 'meta.json', text: () => JSON.stringify(meta, null, 2) },
      ...events.map((event, index) => ({
        name: `event_${String(index).padStart(6, '0')}_${event.id}.json`,
        text: () => JSON.stringify(appWire(event.text)),
      })),
    ]
    exporting.add(conversation)
    return new Response(
      zipStream(entries, () => exporting.delete(conversation)),
      {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="conversation_${dashed(conversation.hex)}.zip"`,
        },
      },
    )
  },
}

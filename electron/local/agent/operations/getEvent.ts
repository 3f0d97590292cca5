import { refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { wholeWire } from '../../world/appWire.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'

/** A single event, with the nulls that pages leave out. */
export const getEvent: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/:id/events/:event',
  handle(request) {
    const { log } = conversationOf(request)
    const id = request.param('event')
    const event = log.events[log.positionOf(id) ?? -1]
    if (event !== undefined) return json(wholeWire(event.text))
    if (request.server.env.dialect === '1.34') throw new Error(`'Unknown event_id: ${id}'`)
    throw refuse(404, 'Not Found')
  },
}

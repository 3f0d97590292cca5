import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'
import { eventFilter } from './eventFilter.ts'

export const countEvents: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/:id/events/count',
  handle(request) {
    const filter = eventFilter(request.query, request.server.env.dialect)
    const { log } = conversationOf(request)
    return json(filter === undefined ? log.length : log.events.filter(filter).length)
  },
}

import { json, type Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'

export const countConversations: Route<AgentServer> = {
  method: 'GET',
  path: '/api/conversations/count',
  handle({ server, query }) {
    const status = query.get('status')
    return json(server.conversations().filter((c) => status === null || c.status === status).length)
  },
}

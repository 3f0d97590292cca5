import { contentBlock } from '../../http/contentBlock.ts'
import { listOf } from '../../http/fields.ts'
import { invalid, missing, refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject } from '../../json.ts'
import type { AgentServer } from '../server.ts'
import { contentOf } from '../sockets/clientFrame.ts'
import { conversationOf } from './conversationOf.ts'
import { isFull } from './runLimit.ts'

const blocks = listOf(contentBlock)
const ROLES = ['user', 'system', 'assistant', 'tool']

/** A message from the user; `run` defaults to false. `{}` and empty content are accepted (contract §18.1). */
export const postEvent: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/events',
  async handle(request) {
    const { server } = request
    const body = await request.body()
    if (body === undefined) throw missing(['body'])
    if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
    const conversation = conversationOf(request)
    const role = body.role ?? 'user'
    if (typeof role !== 'string' || !ROLES.includes(role)) {
      const expected = "'user', 'system', 'assistant' or 'tool'"
      throw invalid('literal_error', ['body', 'role'], `Input should be ${expected}`, role, { expected })
    }
    if (Array.isArray(body.content)) blocks(body.content, ['body', 'content'])
    if (role !== 'user') throw new Error('Only user messages are allowed')
    const run = body.run === true
    const mayRun = !isFull(server)
    server.agents.message(conversation, contentOf(body.content), run && mayRun)
    if (run && !mayRun) throw refuse(429, 'Too many concurrent runs. The message was saved; retry run later.')
    return json({ success: true })
  },
}

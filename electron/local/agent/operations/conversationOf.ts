import { pathHex } from '../../http/pathHex.ts'
import { refuse } from '../../http/refusal.ts'
import type { Request } from '../../http/route.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { AgentServer } from '../server.ts'

/** The conversation in the path, or 404; older servers say 400 for what changes a conversation (contract §18.1). */
export function conversationOf(request: Request<AgentServer>, isChange = false): Conversation {
  const found = request.server.conversation(pathHex(request))
  if (found !== undefined) return found
  if (isChange && request.server.env.dialect === '1.34') throw refuse(400, 'Bad Request')
  throw refuse(404, 'Not Found')
}

import { invalid, refuse } from '../../http/refusal.ts'
import type { Request } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { AgentServer } from '../server.ts'

/** The id in the path as 32 hex digits; anything else is refused with 422. */
export function pathHex(request: Request<AgentServer>): string {
  const id = request.param('id')
  const hex = hexOf(id)
  if (hex !== undefined) return hex
  const at = [...id].findIndex((char) => !/[0-9a-f-]/i.test(char))
  const error = at < 0 ? `invalid length: found ${id.length}` : `invalid character: found \`${id[at]}\` at ${at}`
  throw invalid('uuid_parsing', ['path', 'conversation_id'], `Input should be a valid UUID, ${error}`, id, { error })
}

/** The conversation in the path, or 404; older servers say 400 for what changes a conversation (contract §18.1). */
export function conversationOf(request: Request<AgentServer>, isChange = false): Conversation {
  const found = request.server.conversation(pathHex(request))
  if (found !== undefined) return found
  if (isChange && request.server.env.dialect === '1.34') throw refuse(400, 'Bad Request')
  throw refuse(404, 'Not Found')
}

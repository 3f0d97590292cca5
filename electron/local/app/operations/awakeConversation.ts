import { refuse } from '../../http/refusal.ts'
import type { Request } from '../../http/route.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { World } from '../../world/world.ts'
import { hexInHandler } from './hexInHandler.ts'

/** The conversation of a request to its workspace, undefined when there is none. */
export function conversationOf({ server, param }: Request<World>): Conversation | undefined {
  return server.conversations.get(hexInHandler(param('id')))
}

/** True when the workspace can be reached: its sandbox runs. */
export function isAwake(world: World, conversation: Conversation): boolean {
  return world.sandboxOf(conversation)?.status === 'RUNNING'
}

/** The conversation, whose sandbox runs: 404 when there is none, 409 when it sleeps (contract §10). */
export function awakeConversation(request: Request<World>): Conversation {
  const conversation = conversationOf(request)
  if (conversation === undefined) throw refuse(404, 'Conversation not found')
  if (!isAwake(request.server, conversation)) throw refuse(409, 'Sandbox is not running')
  return conversation
}

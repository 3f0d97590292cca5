import { missing } from '../../http/refusal.ts'
import type { Request } from '../../http/route.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { StoredEvent } from '../../world/eventLog.ts'
import type { World } from '../../world/world.ts'
import { eventFilter } from './eventsOf.ts'
import { hexInHandler } from './hexInHandler.ts'

/** The conversation while it is shared; a private one is as absent as one that never was (contract §16.33). */
export function sharedConversation(world: World, id: string): Conversation | undefined {
  const found = world.conversations.get(hexInHandler(id))
  return found?.public === true ? found : undefined
}

/** The required parameter that names the conversation. */
export function sharedId(query: URLSearchParams): string {
  const id = query.get('conversation_id')
  if (id === null) throw missing(['query', 'conversation_id'])
  return id
}

/** Events of a shared conversation that match the parameters, oldest first, those that nobody may see included. */
export function sharedEvents({ server, query }: Request<World>): readonly StoredEvent[] {
  const id = sharedId(query)
  const filter = eventFilter(query)
  const all = sharedConversation(server, id)?.history.events() ?? []
  return filter === undefined ? all : all.filter(filter)
}

/** State updates hold settings and are for the owner alone (seed §4.1, rule 1). */
export function isViewable({ kind }: StoredEvent): boolean {
  return kind !== 'ConversationStateUpdateEvent'
}

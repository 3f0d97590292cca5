import { sharedConversationSchema } from '../../../../shared/contract/index.ts'
import type { Conversation, ConversationRef } from '../../../../shared/domain/index.ts'
import { readAppConversation } from './appConversation.ts'
import { deviationsOf } from './deviations.ts'

/** Reads the record of a shared conversation (contract §8): an app-conversation without state, address, key and tags. */
export function readSharedConversation(connectionId: string, record: unknown): Conversation | null {
  const reading = readAppConversation(connectionId, record)
  return reading === null ? null : asShared(reading.conversation, deviationsOf(sharedConversationSchema, record))
}

/** Stands for the record where a server has only events of shared conversations. */
export function withoutRecord({ connectionId, conversationId }: ConversationRef): Conversation {
  const reading = readAppConversation(connectionId, { id: conversationId })
  if (reading === null) throw new Error('a conversation without an id cannot be shown')
  return asShared(reading.conversation, [])
}

/** Of state and address nothing is said: they are unknown, not missing. */
function asShared(conversation: Conversation, deviations: string[]): Conversation {
  return {
    ...conversation,
    executionStatus: null,
    sandboxStatus: null,
    conversationUrl: null,
    isPublic: true,
    deviations,
  }
}

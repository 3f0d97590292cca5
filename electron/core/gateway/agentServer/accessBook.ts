import type { Conversation, ConversationRef } from '../../../../shared/domain/index.ts'
import type { AppConversationReading } from '../records/appConversation.ts'
import { agentBaseUrl } from './agentAddress.ts'

/** How to reach the agent server of one conversation. The key is the sandbox's and changes on resume (contract §16.5). */
export interface AgentAccess {
  baseUrl: string
  key: string
}

/** Session keys and addresses as the newest records said; they stay in the gateway. */
export interface AccessBook {
  /** Learns from a record: a running sandbox gives access, any other state takes it away. */
  note(reading: AppConversationReading): void
  find(ref: ConversationRef): AgentAccess | null
  forget(ref: ConversationRef): void
  forgetConnection(connectionId: string): void
}

export function createAccessBook(): AccessBook {
  const known = new Map<string, AgentAccess>()
  const nameOf = ({ connectionId, conversationId }: ConversationRef) => `${connectionId}\n${conversationId}`

  return {
    note({ conversation, sessionKey }) {
      const access = accessOf(conversation, sessionKey)
      if (access === null) known.delete(nameOf(conversation))
      else known.set(nameOf(conversation), access)
    },
    find: (ref) => known.get(nameOf(ref)) ?? null,
    forget(ref) {
      known.delete(nameOf(ref))
    },
    forgetConnection(connectionId) {
      for (const name of known.keys()) if (name.startsWith(`${connectionId}\n`)) known.delete(name)
    },
  }
}

function accessOf({ conversationUrl }: Conversation, key: string | null): AgentAccess | null {
  const baseUrl = conversationUrl === null ? null : agentBaseUrl(conversationUrl)
  return baseUrl === null || key === null ? null : { baseUrl, key }
}

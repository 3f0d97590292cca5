import type { ComponentType } from 'react'
import type { AgentFeature, Connection, Conversation } from '../../../shared/domain/index.ts'

/** Run and sandbox state as far as they are known. */
export type ActionStatus = Pick<Conversation, 'executionStatus' | 'sandboxStatus'>

export interface ActionDialogProps {
  record: Conversation
  status: ActionStatus
  onClose: () => void
}

/** Something that can be done to a conversation, beside what the head of its page offers. */
export interface ConversationAction {
  id: string
  label: string | ((record: Conversation) => string)
  /** Works on the conversation's page. */
  keys?: string
  isDangerous?: boolean
  /** False where servers of this kind cannot offer it: it is absent then, not broken. */
  isOffered?: (kind: Connection['kind'], record: Conversation) => boolean
  /** What its agent server must be able to do; one that is known to be too old does not offer it. */
  needs?: AgentFeature
  /** Why it cannot be done now, for the tooltip; null when it can. */
  blocked?: (status: ActionStatus, record: Conversation) => string | null
  /** Asks what is needed, does it, shows progress and failure; open for as long as it is rendered. */
  Dialog: ComponentType<ActionDialogProps>
}

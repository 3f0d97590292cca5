import type { ComponentType } from 'react'
import type { Connection, Conversation, ConversationRef } from '../../../shared/domain/index.ts'
import type { PreparedView } from '../timeline/index.ts'
import type { LiveStatus } from './liveStatus.ts'
import type { Sync } from './useSync.ts'

export interface SectionProps {
  conversation: ConversationRef
  record: Conversation
  sync: Sync
  status: LiveStatus
  /** The timeline's view, when it was opened while the page was on its way. */
  prepared: PreparedView | null
}

/** A page of a conversation's page, with a tab of its own. */
export interface Section {
  id: string
  name: string
  /** False where servers of this kind cannot offer it: it is absent then, not broken. */
  isOffered?: (kind: Connection['kind']) => boolean
  /** Also there for what a server shows to everybody, of which only the record and the events are known. */
  isForShared?: true
  /** Also there for what was read from a file, which has no server. */
  isForImported?: true
  Content: ComponentType<SectionProps>
}

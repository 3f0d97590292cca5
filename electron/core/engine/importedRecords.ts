import {
  type Conversation,
  type ConversationRef,
  HandrailError,
  IMPORT_TAGS,
  IMPORTED,
} from '../../../shared/domain/index.ts'
import type { Archive } from '../archive/index.ts'

export interface ImportedRecords {
  /** The record of an imported conversation. @throws HandrailError `not-found` */
  get(ref: ConversationRef): Promise<Conversation>
  /** All of them, the last import first. */
  list(): Promise<Conversation[]>
  /** Removes its record and its events from this machine. */
  forget(ref: ConversationRef): Promise<void>
}

export function createImportedRecords(
  archive: Pick<Archive, 'conversations' | 'forgetConversations'>,
): ImportedRecords {
  return {
    async get({ conversationId }) {
      const records = await archive.conversations(IMPORTED)
      const found = records.find((record) => record.conversationId === conversationId)
      if (found !== undefined) return found
      throw new HandrailError({
        code: 'not-found',
        message: `No conversation ${conversationId} was imported here, or it was removed.`,
        advice: 'Import its file again.',
      })
    },
    async list() {
      const timeOf = ({ tags }: Conversation) => tags[IMPORT_TAGS.time] ?? ''
      return (await archive.conversations(IMPORTED)).sort((a, b) => timeOf(b).localeCompare(timeOf(a)))
    },
    forget: (ref) => archive.forgetConversations([ref], 'all'),
  }
}

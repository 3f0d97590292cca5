import { type Conversation, type ConversationRef, HandrailError } from '../../../shared/domain/index.ts'
import type { Archive } from '../archive/index.ts'
import { type Gateway, withoutRecord } from '../gateway/index.ts'

/** Shared conversations of all servers are listed together, so that what was seen before is found again. */
export const SHARED_RECORDS = 'shared'

export interface SharedRecords {
  /** The newest record, from the server when it shows it, else from the archive, else one that only has the id. */
  get(baseUrl: string, ref: ConversationRef, signal: AbortSignal): Promise<Conversation>
  /** What was opened here before. */
  viewed(): Promise<Conversation[]>
  save(record: Conversation): Promise<void>
  /** Removes records and events of all shared conversations of a server from this machine. */
  forget(connectionId: string): Promise<void>
}

export function createSharedRecords(deps: { archive: Archive; gateway: Gateway }): SharedRecords {
  const { archive, gateway } = deps

  async function archived(ref: ConversationRef): Promise<Conversation | null> {
    const records = await archive.conversations(SHARED_RECORDS)
    return records.find((record) => isSame(record, ref)) ?? null
  }

  async function save(record: Conversation): Promise<void> {
    await archive.saveConversations(SHARED_RECORDS, [record])
  }

  return {
    save,
    viewed: () => archive.conversations(SHARED_RECORDS),

    async get(baseUrl, ref, signal) {
      const known = await archived(ref)
      try {
        const fresh = await gateway.shared(baseUrl).conversation(ref.conversationId, 'person', signal)
        if (fresh !== null) {
          if (JSON.stringify(known) !== JSON.stringify(fresh)) await save(fresh)
          return fresh
        }
      } catch (error) {
        signal.throwIfAborted()
        const lacksRecords = error instanceof HandrailError && error.failure.code === 'unsupported'
        if (known === null && !lacksRecords) throw error
        return known ?? withoutRecord(ref)
      }
      if (known !== null) return known
      throw new HandrailError({
        code: 'not-found',
        message: `${new URL(baseUrl).host} shows nothing of this conversation.`,
        advice: 'It is not shared, or does not exist: the server answers the same for both.',
        isSafeToRetry: true,
      })
    },

    async forget(connectionId) {
      const rest = (await archive.conversations(SHARED_RECORDS)).filter(
        (record) => record.connectionId !== connectionId,
      )
      await archive.forgetConnection(connectionId)
      await archive.forgetConnection(SHARED_RECORDS)
      await archive.saveConversations(SHARED_RECORDS, rest)
    },
  }
}

function isSame(a: ConversationRef, b: ConversationRef): boolean {
  return a.connectionId === b.connectionId && a.conversationId === b.conversationId
}

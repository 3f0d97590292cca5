import type { Conversation } from '../../../../shared/domain/index.ts'
import { readAppConversation } from '../records/appConversation.ts'
import { redactRecord } from '../redaction/redactRecord.ts'
import type { AppSession } from './appSession.ts'

/** Learns the key that a record carries, then gives the record without it; null for one that has no id. */
export function recordReader({ connectionId, redactor, onRecord }: AppSession) {
  return (record: unknown): Conversation | null => {
    const reading = readAppConversation(connectionId, record)
    if (reading === null) return null
    if (reading.sessionKey !== null) redactor.hold(reading.sessionKey)
    onRecord(reading)
    return redactRecord(reading.conversation, redactor)
  }
}

import { messageForSendingSchema } from '../../../../shared/contract/index.ts'
import { type Conversation, HandrailError } from '../../../../shared/domain/index.ts'
import { requireList, requireObject } from '../http/answerShape.ts'
import { pageOf } from '../pages.ts'
import { readAppConversation } from '../records/appConversation.ts'
import { fieldsOf } from '../records/fields.ts'
import { hexId } from '../records/ids.ts'
import { redactRecord } from '../redaction/redactRecord.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'

/** Contract §10: more ids in one call answer 400. */
export const MOST_IDS = 99

export function conversationCalls(
  session: AppSession,
): Pick<AppServerClient, 'searchConversations' | 'conversations' | 'sendMessage'> {
  const { connectionId, redactor } = session

  /** Learns the key that a record carries, then gives the record without it. */
  function read(record: unknown): Conversation | null {
    const reading = readAppConversation(connectionId, record)
    if (reading === null) return null
    if (reading.sessionKey !== null) redactor.hold(reading.sessionKey)
    session.onRecord(reading)
    return redactRecord(reading.conversation, redactor)
  }

  return {
    async searchConversations(pageId, priority, signal) {
      const { call, answer } = await session.secretJson(
        {
          method: 'GET',
          path: '/api/v1/app-conversations/search',
          query: { limit: '100', page_id: pageId },
          purpose: 'list the conversations',
          isIdempotent: true,
        },
        priority,
        signal,
      )
      return pageOf(call, answer, read)
    },

    async conversations(ids, priority, signal) {
      if (ids.length === 0) return []
      if (ids.length > MOST_IDS) {
        throw new HandrailError({
          code: 'internal',
          message: `${ids.length} conversations were asked for at once; ${MOST_IDS} can be had.`,
        })
      }
      const { call, answer } = await session.secretJson(
        {
          method: 'GET',
          path: '/api/v1/app-conversations',
          query: { ids },
          purpose: ids.length === 1 ? `read conversation ${shortId(ids[0] ?? '')}` : `read ${ids.length} conversations`,
          isIdempotent: true,
        },
        priority,
        signal,
      )
      const records = requireList(call, answer).map(read)
      // Placed by id, not by position: a record must never be shown under another's name.
      const byId = new Map(records.filter((record) => record !== null).map((record) => [record.conversationId, record]))
      return ids.map((id) => byId.get(hexId(id)) ?? null)
    },

    async sendMessage(conversationId, text, run, signal) {
      const purpose = `send the message to conversation ${shortId(conversationId)}`
      const body = checked(messageForSendingSchema, { role: 'user', content: [{ type: 'text', text }], run }, purpose)
      const { call, answer } = await session.json(
        {
          method: 'POST',
          path: `/api/v1/app-conversations/${encodeURIComponent(conversationId)}/send-message`,
          body,
          purpose,
          isIdempotent: false,
        },
        'person',
        signal,
      )
      const sent = fieldsOf(requireObject(call, answer))
      const note = sent.text('message')
      if (sent.isTrue('success')) return note ?? 'The message was sent.'
      throw new HandrailError({
        code: 'conflict',
        message: `Could not ${purpose}: ${note ?? `its sandbox is ${sent.text('sandbox_status') ?? 'in an unknown state'}`}.`,
        advice: 'Resume the sandbox, then send it again.',
      })
    },
  }
}

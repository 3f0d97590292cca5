import type { z } from 'zod'
import { agentConversationPatchSchema } from '../../../../shared/contract/index.ts'
import { HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject, wrongShape } from '../http/answerShape.ts'
import { queryText } from '../http/query.ts'
import { pageOf } from '../pages.ts'
import { readAgentConversation } from '../records/agentConversation.ts'
import { fieldsOf } from '../records/fields.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentServerClient } from '../types.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'

/** A first touch after a restart reads the whole log: 10 s for 60,000 events (contract §18.5). */
export const FIRST_TOUCH_MS = 120_000

export function recordCalls(
  session: AgentSession,
  connectionId: string,
): Pick<AgentServerClient, 'searchConversations' | 'conversation' | 'rename' | 'replaceTags'> {
  const { baseUrl } = session.target

  async function patch(
    conversationId: string,
    change: z.input<typeof agentConversationPatchSchema>,
    purpose: string,
    signal: AbortSignal,
  ): Promise<void> {
    const body = checked(agentConversationPatchSchema, change, purpose)
    const { call, answer } = await session.json(
      { method: 'PATCH', path: conversationPath(conversationId), body, purpose, isIdempotent: true },
      signal,
    )
    if (fieldsOf(requireObject(call, answer)).isTrue('success')) return
    throw new HandrailError({
      code: 'not-found',
      message: `Could not ${purpose}: the agent server does not know it.`,
      advice: 'It may have been deleted: refresh the list.',
      status: 200,
    })
  }

  return {
    async searchConversations(pageId, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: `/api/conversations/search${queryText({ limit: '100', page_id: pageId, include_skills: 'false' })}`,
          purpose: 'list the conversations',
          isIdempotent: true,
          silenceMs: FIRST_TOUCH_MS,
        },
        signal,
      )
      return pageOf(call, answer, (record) => readAgentConversation(connectionId, baseUrl, record))
    },

    async conversation(conversationId, signal) {
      const { call, answer } = await session.json(
        {
          method: 'GET',
          path: `${conversationPath(conversationId)}?include_skills=false`,
          purpose: `read conversation ${shortId(conversationId)} from its agent server`,
          isIdempotent: true,
          silenceMs: FIRST_TOUCH_MS,
        },
        signal,
      )
      const conversation = readAgentConversation(connectionId, baseUrl, answer)
      if (conversation === null) throw wrongShape(call, 'an answer that is not a conversation')
      return conversation
    },

    async rename(conversationId, title, signal) {
      await patch(
        conversationId,
        { title },
        `rename conversation ${shortId(conversationId)} on its agent server`,
        signal,
      )
    },

    async replaceTags(conversationId, tags, signal) {
      const purpose = `write the tags of conversation ${shortId(conversationId)}`
      try {
        // The whole map is sent, so writing it twice is writing it once.
        await patch(conversationId, { tags }, purpose, signal)
      } catch (error) {
        throw error instanceof HandrailError && isTooOldForTags(error) ? tooOldForTags(purpose, error) : error
      }
    },
  }
}

/** Agent servers up to 1.11.4 have no tags and require a title instead (contract §6). */
function isTooOldForTags({ failure }: HandrailError): boolean {
  return failure.status === 405 || (failure.status === 422 && failure.field === 'title')
}

function tooOldForTags(purpose: string, cause: HandrailError): HandrailError {
  return new HandrailError(
    {
      code: 'unsupported',
      message: `Could not ${purpose}: this agent server is too old to have tags.`,
      advice: 'Tags need a newer agent server; nothing was changed.',
      status: cause.failure.status,
    },
    { cause },
  )
}

import { forkForSendingSchema, navigationForSendingSchema } from '../../../../shared/contract/index.ts'
import { type Conversation, type ForkWish, HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject, wrongShape } from '../http/answerShape.ts'
import type { Exchange } from '../http/exchange.ts'
import { readAgentConversation } from '../records/agentConversation.ts'
import { fieldsOf } from '../records/fields.ts'
import { hexId } from '../records/ids.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentCommands } from './agentCommands.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'
import { command } from './command.ts'
import type { FeatureCheck } from './featureCheck.ts'

/** The whole history is copied file by file. */
const FORK_SILENCE_MS = 5 * 60_000
/** A condensation is a model call over everything that the agent has in mind. */
const CONDENSE_SILENCE_MS = 5 * 60_000

export function historyCalls(
  session: AgentSession,
  features: FeatureCheck,
  connectionId: string,
): Pick<AgentCommands, 'fork' | 'navigate' | 'condense'> {
  function read({ call, answer }: Exchange<unknown>): Conversation {
    const conversation = readAgentConversation(connectionId, session.target.baseUrl, answer)
    if (conversation === null) throw wrongShape(call, 'an answer that is not a conversation')
    return conversation
  }

  /** The fork that an earlier try made; null when the id is that of another conversation, or cannot be read. */
  async function made(source: string, { id }: ForkWish, signal: AbortSignal): Promise<Conversation | null> {
    const purpose = `read fork ${shortId(hexId(id))}`
    try {
      const found = await session.json(
        { method: 'GET', path: conversationPath(id), purpose, isIdempotent: true },
        signal,
      )
      const origin = fieldsOf(requireObject(found.call, found.answer)).text('forked_from_conversation_id')
      return origin !== null && hexId(origin) === source ? read(found) : null
    } catch (error) {
      if (error instanceof HandrailError && !signal.aborted) return null
      throw error
    }
  }

  return {
    fork(conversationId, wish, signal) {
      const purpose = `fork conversation ${shortId(conversationId)}`
      return features.using('fork', { conversationId, purpose, signal }, async () => {
        const body = checked(forkForSendingSchema, bodyOf(wish), purpose)
        const path = `${conversationPath(conversationId)}/fork`
        try {
          return read(
            await session.json(
              { method: 'POST', path, body, purpose, isIdempotent: false, silenceMs: FORK_SILENCE_MS },
              signal,
            ),
          )
        } catch (error) {
          if (!(error instanceof HandrailError)) throw error
          // The first try arrived, though its answer did not.
          const fork = error.failure.code === 'conflict' ? await made(conversationId, wish, signal) : null
          if (fork === null) throw safeToRepeat(error)
          return fork
        }
      })
    },

    navigate(conversationId, eventId, signal) {
      const purpose = `go back in conversation ${shortId(conversationId)}`
      return features.using('navigate', { conversationId, purpose, signal }, async () => {
        const body = checked(navigationForSendingSchema, { event_id: eventId }, purpose)
        const path = `${conversationPath(conversationId)}/navigate`
        read(await session.json({ method: 'POST', path, body, purpose, isIdempotent: true }, signal))
      })
    },

    condense(conversationId, signal) {
      const purpose = `condense conversation ${shortId(conversationId)}`
      return features.using('condense', { conversationId, purpose, signal }, () =>
        command(
          session,
          conversationId,
          'condense',
          { purpose, isIdempotent: false, silenceMs: CONDENSE_SILENCE_MS },
          signal,
        ),
      )
    },
  }
}

function bodyOf({ id, title, tags, resetMetrics, fromEventId }: ForkWish) {
  return {
    id,
    ...(title === null ? {} : { title }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    reset_metrics: resetMetrics,
    ...(fromEventId === null ? {} : { from_event_id: fromEventId }),
  }
}

/** A second try with the same id finds the fork of the first. */
function safeToRepeat(error: HandrailError): HandrailError {
  const { code } = error.failure
  if (!['timeout', 'unreachable', 'server-error', 'not-openhands'].includes(code)) return error
  const advice = 'Try again: a fork that was made all the same is found by its id, no second one is made.'
  return new HandrailError({ ...error.failure, advice, isSafeToRetry: true }, { cause: error })
}

import {
  messageForSendingSchema,
  messageQueuedSchema,
  pendingMessageSchema,
} from '../../../../shared/contract/index.ts'
import { HandrailError, type SentMessage, type StartTask } from '../../../../shared/domain/index.ts'
import { requireObject, wrongShape } from '../http/answerShape.ts'
import { fieldsOf } from '../records/fields.ts'
import { hexId } from '../records/ids.ts'
import { runRefused } from '../runRefused.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AppServerClient } from '../types.ts'
import type { AppSession } from './appSession.ts'
import { startCalls } from './startCalls.ts'

const textContent = (text: string) => [{ type: 'text' as const, text }]

export function messageCalls(session: AppSession): Pick<AppServerClient, 'sendMessage' | 'queueMessage'> {
  const { startTasks } = startCalls(session)

  async function sendMessage(
    conversationId: string,
    text: string,
    run: boolean,
    signal: AbortSignal,
  ): Promise<SentMessage> {
    const purpose = `send the message to conversation ${shortId(conversationId)}`
    const body = checked(messageForSendingSchema, { role: 'user', content: textContent(text), run }, purpose)
    try {
      const { call, answer } = await session.json(
        {
          method: 'POST',
          path: `/api/v1/app-conversations/${encodeURIComponent(conversationId)}/send-message`,
          body,
          purpose,
          isIdempotent: false,
          silenceMs: 60_000,
        },
        'person',
        signal,
      )
      const sent = fieldsOf(requireObject(call, answer))
      const note = sent.text('message')
      if (typeof sent.raw('success') !== 'boolean')
        throw wrongShape(call, 'an answer that does not say what became of it')
      if (sent.isTrue('success')) return { note: note ?? sentNote(run), isRunRefused: false }
      throw notAccepted(
        `${purpose}: ${note ?? `its sandbox is ${sent.text('sandbox_status') ?? 'in an unknown state'}`}`,
      )
    } catch (error) {
      if (!(error instanceof HandrailError)) throw error
      const kept = run ? runRefused(error, 'app') : null
      if (kept !== null) return kept
      throw advised(error)
    }
  }

  async function taskOf(taskId: string, signal: AbortSignal): Promise<StartTask> {
    const [task] = await startTasks([taskId], signal)
    if (task != null) return task
    throw new HandrailError({
      code: 'not-found',
      message: `The server does not know start task ${shortId(taskId)}.`,
      advice: 'Look in the list whether the conversation is there, and send the message to it.',
    })
  }

  return {
    sendMessage,

    async queueMessage(taskId, text, signal) {
      const purpose = `queue the message for start task ${shortId(taskId)}`
      const body = checked(pendingMessageSchema, { role: 'user', content: textContent(text) }, purpose)
      const before = await taskOf(taskId, signal)
      if (before.status === 'ERROR') throw startFailed(purpose, before)
      if (before.status === 'READY' && before.conversationId !== null) {
        const sent = await sendMessage(before.conversationId, text, true, signal)
        return { state: 'sent', conversationId: before.conversationId, sent }
      }
      const { call, answer } = await session.json(
        {
          method: 'POST',
          path: `/api/v1/conversations/task-${hexId(taskId)}/pending-messages`,
          body,
          purpose,
          isIdempotent: false,
        },
        'person',
        signal,
      )
      const queued = messageQueuedSchema.safeParse(requireObject(call, answer))
      if (!queued.success) throw wrongShape(call, 'an answer that is not a place in the queue')
      const after = await taskOf(taskId, signal).catch(() => null)
      return after?.status === 'READY' && after.conversationId !== null
        ? { state: 'uncertain', conversationId: after.conversationId }
        : { state: 'queued', position: queued.data.position }
    },
  }
}

function sentNote(run: boolean): string {
  return run ? 'Sent; the agent was started.' : 'Sent; the agent was not started.'
}

function notAccepted(message: string): HandrailError {
  const advice = 'Resume the sandbox, then send it again.'
  return new HandrailError({ code: 'conflict', message: `Could not ${message}.`, advice })
}

function startFailed(purpose: string, { detail }: StartTask): HandrailError {
  const why = detail === null ? '' : `: ${detail}`
  return new HandrailError({
    code: 'conflict',
    message: `Could not ${purpose}: the start failed${why}.`,
    advice: 'Start it again with this message.',
  })
}

/** What each status means for a message (contract §10); nothing was stored in any of these cases. */
function advised(error: HandrailError): HandrailError {
  const advice = ADVICE[error.failure.status ?? 0]
  return advice === undefined ? error : new HandrailError({ ...error.failure, advice }, { cause: error })
}

const ADVICE: Partial<Record<number, string>> = {
  404: 'The conversation or its sandbox is gone: refresh the list.',
  409: 'Resume the sandbox, then send it again.',
  410: 'Its sandbox is gone for good: start a new conversation with this message.',
  503: 'Its sandbox failed or has no agent server: look at the sandbox before you send it again.',
}

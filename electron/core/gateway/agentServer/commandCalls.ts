import { confirmationAnswerSchema, messageForSendingSchema } from '../../../../shared/contract/index.ts'
import { HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject } from '../http/answerShape.ts'
import { fieldsOf } from '../records/fields.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentServerClient } from '../types.ts'
import { type AgentCall, type AgentSession, conversationPath } from './agentSession.ts'

/** A pause during a command answers only when the command has ended (contract §18.1). */
const PAUSE_SILENCE_MS = 10 * 60_000
const COMMAND_SILENCE_MS = 60_000

type Commands = 'send' | 'run' | 'pause' | 'interrupt' | 'respond'

export function commandCalls(session: AgentSession): Pick<AgentServerClient, Commands> {
  async function command(
    conversationId: string,
    path: string,
    call: Omit<AgentCall, 'method' | 'path'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { call: sent, answer } = await session.json(
      { method: 'POST', path: `${conversationPath(conversationId)}/${path}`, silenceMs: COMMAND_SILENCE_MS, ...call },
      signal,
    )
    if (fieldsOf(requireObject(sent, answer)).raw('success') !== false) return
    throw new HandrailError({
      code: 'not-found',
      message: `Could not ${call.purpose}: the agent server says that it did nothing.`,
      advice: 'The conversation may have been deleted: refresh the list.',
      status: 200,
    })
  }

  return {
    async send(conversationId, text, run, signal) {
      const purpose = `send the message to conversation ${shortId(conversationId)}`
      const body = checked(messageForSendingSchema, { role: 'user', content: [{ type: 'text', text }], run }, purpose)
      try {
        await command(conversationId, 'events', { body, purpose, isIdempotent: false }, signal)
      } catch (error) {
        throw run && error instanceof HandrailError && error.failure.code === 'rate-limited' ? savedOnly(error) : error
      }
    },

    run: (conversationId, signal) =>
      command(
        conversationId,
        'run',
        { purpose: `run conversation ${shortId(conversationId)}`, isIdempotent: false },
        signal,
      ),

    pause: (conversationId, signal) =>
      command(
        conversationId,
        'pause',
        {
          purpose: `pause conversation ${shortId(conversationId)}`,
          isIdempotent: true,
          silenceMs: PAUSE_SILENCE_MS,
          meaning: UNKNOWN_IS_400,
        },
        signal,
      ),

    interrupt: (conversationId, signal) =>
      command(
        conversationId,
        'interrupt',
        { purpose: `interrupt conversation ${shortId(conversationId)}`, isIdempotent: true, meaning: UNKNOWN_IS_400 },
        signal,
      ),

    async respond(conversationId, accept, reason, signal) {
      const purpose = `${accept ? 'accept' : 'reject'} the waiting actions of conversation ${shortId(conversationId)}`
      // The server has a reason of its own for an empty one; acceptance has none.
      const answer = accept || reason === '' ? { accept } : { accept, reason }
      const body = checked(confirmationAnswerSchema, answer, purpose)
      // Not repeated: the second answer could meet actions that nobody has seen.
      await command(conversationId, 'events/respond_to_confirmation', { body, purpose, isIdempotent: false }, signal)
    },
  }
}

/** Pause and interrupt of an unknown conversation answer 400 on 1.34.0, 404 on 1.58.0 (contract §18.1). */
const UNKNOWN_IS_400 = { 400: 'not-found' } as const

/** More runs at once than the server allows: the message is stored, only the run is not (contract §18.1). */
function savedOnly(cause: HandrailError): HandrailError {
  return new HandrailError(
    {
      ...cause.failure,
      message: 'The message is saved, but the agent did not start: this server runs as many conversations as it may.',
      advice: 'Press Run when another one has finished; do not send it again.',
      isSafeToRetry: false,
    },
    { cause },
  )
}

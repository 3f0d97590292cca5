import { confirmationAnswerSchema, messageForSendingSchema } from '../../../../shared/contract/index.ts'
import { HandrailError } from '../../../../shared/domain/index.ts'
import { runRefused } from '../runRefused.ts'
import { checked } from '../sending.ts'
import { shortId } from '../shortId.ts'
import type { AgentServerClient } from '../types.ts'
import type { AgentSession } from './agentSession.ts'
import { type CommandCall, command as postCommand } from './command.ts'
import type { FeatureCheck } from './featureCheck.ts'

/** A pause during a command answers only when the command has ended (contract §18.1). */
const PAUSE_SILENCE_MS = 10 * 60_000

type Commands = 'send' | 'run' | 'pause' | 'interrupt' | 'respond'

export function commandCalls(session: AgentSession, features: FeatureCheck): Pick<AgentServerClient, Commands> {
  const command = (conversationId: string, path: string, call: CommandCall, signal: AbortSignal) =>
    postCommand(session, conversationId, path, call, signal)

  return {
    async send(conversationId, text, run, signal) {
      const purpose = `send the message to conversation ${shortId(conversationId)}`
      const body = checked(messageForSendingSchema, { role: 'user', content: [{ type: 'text', text }], run }, purpose)
      try {
        await command(conversationId, 'events', { body, purpose, isIdempotent: false }, signal)
      } catch (error) {
        const kept = run && error instanceof HandrailError ? runRefused(error, 'agent') : null
        if (kept === null) throw error
        return kept
      }
      return { note: run ? 'Sent; the agent was started.' : 'Sent; the agent was not started.', isRunRefused: false }
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

    interrupt(conversationId, signal) {
      const purpose = `interrupt conversation ${shortId(conversationId)}`
      const call = { purpose, isIdempotent: true, meaning: UNKNOWN_IS_400 }
      return features.using('interrupt', { conversationId, purpose, signal }, () =>
        command(conversationId, 'interrupt', call, signal),
      )
    },

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

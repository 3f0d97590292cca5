import { HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject } from '../http/answerShape.ts'
import { fieldsOf } from '../records/fields.ts'
import { type AgentCall, type AgentSession, conversationPath } from './agentSession.ts'

const COMMAND_SILENCE_MS = 60_000

export type CommandCall = Omit<AgentCall, 'method' | 'path'>

/** Posts a command to a conversation that answers `{success}`. */
export async function command(
  session: AgentSession,
  conversationId: string,
  path: string,
  call: CommandCall,
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

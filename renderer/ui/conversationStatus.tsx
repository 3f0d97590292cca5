import { type Conversation, type ConversationState, conversationState } from '../../shared/domain/index.ts'
import { Pill, StatusDot } from './pill.tsx'
import type { Tone } from './tone.ts'

const TONES: Record<ConversationState, Tone> = {
  'needs you': 'warn',
  running: 'ok',
  starting: 'accent',
  error: 'danger',
  stuck: 'danger',
  idle: 'neutral',
  finished: 'neutral',
  paused: 'agent',
  deleting: 'faint',
  'sandbox asleep': 'faint',
  'sandbox gone': 'faint',
  unknown: 'neutral',
}

type StatusParts = Pick<Conversation, 'executionStatus' | 'sandboxStatus'>

export function conversationTone(conversation: StatusParts): Tone {
  return TONES[conversationState(conversation)]
}

/** The word for a state; of a state that Handrail does not know, the server's own word too. */
export function conversationWord(conversation: StatusParts): string {
  const state = conversationState(conversation)
  const raw = conversation.executionStatus
  return state === 'unknown' && raw !== null ? `unknown · ${raw}` : state
}

function rawStatus({ executionStatus, sandboxStatus }: StatusParts): string {
  return `run: ${executionStatus ?? 'not known'} · sandbox: ${sandboxStatus ?? 'none'}`
}

export function ConversationDot({ conversation }: { conversation: StatusParts }) {
  return (
    <StatusDot tone={conversationTone(conversation)} title={rawStatus(conversation)}>
      {conversationWord(conversation)}
    </StatusDot>
  )
}

export function ConversationPill({ conversation }: { conversation: StatusParts }) {
  return (
    <Pill tone={conversationTone(conversation)} title={rawStatus(conversation)}>
      {conversationWord(conversation)}
    </Pill>
  )
}

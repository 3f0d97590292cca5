import type { HandrailError, SentMessage } from '../../../shared/domain/index.ts'

const NOTE = 'The message is saved, but the agent did not start: this server runs as many conversations as it may.'

/**
 * What became of a message that should let the agent run, when the agent server runs as many as it may: it keeps the
 * message and answers 429 (contract §18.1). The app server passes that on as 502 with the status in words, its own
 * 429 is about the account and keeps nothing. Null for any other failure.
 */
export function runRefused({ failure }: HandrailError, server: 'app' | 'agent'): SentMessage | null {
  const isRefused =
    server === 'agent' ? failure.status === 429 : failure.status === 502 && /error: 429\b/.test(failure.message)
  return isRefused ? { note: NOTE, isRunRefused: true } : null
}

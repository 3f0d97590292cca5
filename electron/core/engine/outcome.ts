import { type Failure, HandrailError } from '../../../shared/domain/index.ts'
import type { SocketEnd } from '../gateway/index.ts'

/** What a conversation's sync does next. */
export type Outcome =
  /** The sandbox does not run: history is loaded, nothing to follow. `hasNews`: this look brought events. */
  | { next: 'rest'; hasNews: boolean }
  /** A person halted it: until a person goes on, or the sandbox runs. */
  | { next: 'hold' }
  | { next: 'again'; refresh: boolean }
  /** `waitMs`: null for the next step of the back-off. */
  | { next: 'wait'; reason: string; waitMs: number | null }
  | { next: 'stop'; reason: string; canRetry: boolean }

/** Codes after which only the person or the server's owner can change something. */
const FATAL: ReadonlySet<Failure['code']> = new Set([
  'unauthorized',
  'forbidden',
  'not-found',
  'gone',
  'locked',
  'tls',
  'not-openhands',
  'invalid-input',
  'internal',
])
/** Subscriber limit (close code 1013): others have to leave first. */
const BUSY_WAIT_MS = 30_000

/** What follows the end of a socket (contract §13). `hasFreshKey`: the key was read anew for this very try. */
export function afterSocket({ code, handshakeStatus, reason }: SocketEnd, hasFreshKey: boolean): Outcome {
  if (code === 4001 || handshakeStatus === 401) {
    return hasFreshKey
      ? {
          next: 'stop',
          reason: 'The agent server refuses the session key, also after it was read anew.',
          canRetry: true,
        }
      : { next: 'again', refresh: true }
  }
  if (code === 4004)
    return { next: 'stop', reason: 'The agent server does not have this conversation any more.', canRetry: false }
  return { next: 'wait', reason, waitMs: code === 1013 ? BUSY_WAIT_MS : null }
}

/** What follows a failed call. */
export function afterFailure(failure: Failure, hasFreshKey: boolean): Outcome {
  // The session key changes on resume (contract §4): one fresh look before giving up.
  if (failure.code === 'unauthorized' && !hasFreshKey) return { next: 'again', refresh: true }
  const reason = wordsOfFailure(failure)
  // A part of Handrail that is being started again says that it is safe to retry.
  const passes = failure.code === 'internal' && failure.isSafeToRetry
  if (FATAL.has(failure.code) && !passes) return { next: 'stop', reason, canRetry: true }
  return { next: 'wait', reason, waitMs: failure.retryAfterMs }
}

/** What happened and what to do, in one text. */
export function wordsOf(error: unknown): string {
  if (error instanceof HandrailError) return wordsOfFailure(error.failure)
  return error instanceof Error ? error.message : String(error)
}

function wordsOfFailure({ message, advice }: Failure): string {
  return [message, advice].filter((part) => part !== '').join(' ')
}

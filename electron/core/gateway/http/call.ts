import type { FailureCode } from '../../../../shared/domain/index.ts'
import type { Sink } from '../workClient.ts'

/** Which of the two servers answers; advice differs. */
export type ServerKind = 'app' | 'agent'

/** The request budget as one call sees it. */
export interface Pace {
  /** Waits for the turn of the next attempt. */
  turn(signal: AbortSignal): Promise<void>
  /** The server answered 429 and named this wait. */
  block(ms: number): void
}

/** One call to a server, described once; `http.ts` makes the attempts. */
export interface Call {
  server: ServerKind
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute, without credentials: keys travel in headers only. */
  url: string
  headers: Record<string, string>
  /** Sent as JSON; undefined sends no body. */
  body?: unknown
  /** Completes "Could not …", e.g. `read the events of conversation 3f2a91bc`. */
  purpose: string
  /** True when doing it twice is the same as doing it once; GET always is. */
  isIdempotent: boolean
  /** Meaning of a status for this call, where it differs from the usual one. */
  meaning?: Partial<Record<number, FailureCode>>
  /** Longest silence in milliseconds before the first byte and between bytes; default 30 s. */
  silenceMs?: number
  pace?: Pace
  /** Takes the body of a success as it comes, in place of its text; asked for anew at each attempt. */
  sink?: () => Sink
}

/** True when another attempt cannot do harm. */
export function isSafe(call: Call): boolean {
  return call.method === 'GET' || call.isIdempotent
}

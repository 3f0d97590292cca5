import { z } from 'zod'

/** Closed set of what can go wrong with a call to a server, as the person needs to tell them apart. */
export const FAILURE_CODES = [
  'invalid-input', // refused here, before sending; `field` names it
  'unreachable', // no such host, refused, reset, no route
  'timeout',
  'tls', // certificate or handshake
  'not-openhands', // an HTML page or an answer of another shape
  'unauthorized', // 401: wrong, expired or revoked key
  'forbidden',
  'not-found',
  'conflict', // 409
  'gone', // 410
  'rejected', // 400, 422: the server names the field
  'rate-limited', // 429
  'server-error', // 5xx
  'cancelled',
  'locked', // the vault needs its passphrase
  'unsupported', // this server does not have the operation
  'internal', // a defect in Handrail
] as const
export const failureCodeSchema = z.enum(FAILURE_CODES)
export type FailureCode = z.infer<typeof failureCodeSchema>

/** A failure as a value: what happened, on which object, what to do next. Holds no key. */
export const failureSchema = z.object({
  code: failureCodeSchema,
  /** One sentence that says what happened and on what. */
  message: z.string(),
  /** One sentence that says what to do next; empty when nothing can be done. */
  advice: z.string(),
  /** HTTP status, where a server answered. */
  status: z.number().nullable(),
  /** Path of the input field at fault. */
  field: z.string().nullable(),
  /** Milliseconds to wait before a retry, where the server named it. */
  retryAfterMs: z.number().nullable(),
  /** True when sending the same call again cannot do harm. */
  isSafeToRetry: z.boolean(),
})
export type Failure = z.infer<typeof failureSchema>

/** Thrown inside core; crosses the RPC boundary as its `failure`. */
export class HandrailError extends Error {
  override readonly name = 'HandrailError'
  readonly failure: Failure
  constructor(failure: Pick<Failure, 'code' | 'message'> & Partial<Failure>, options?: ErrorOptions) {
    super(failure.message, options)
    this.failure = { advice: '', status: null, field: null, retryAfterMs: null, isSafeToRetry: false, ...failure }
  }
}

import { isDefinedError, ORPCError } from '@orpc/client'
import { type Failure, failureSchema } from '../../shared/domain/index.ts'
import { HostGoneError } from './errors.ts'

const plain = { status: null, field: null, retryAfterMs: null, isSafeToRetry: false }

/** By error, so that the time to wait for counts from the arrival of an error, however often it is drawn. */
const failures = new WeakMap<ORPCError<string, unknown>, Failure>()

/** Any error of a call as the person needs it: what happened, and what to do next. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ORPCError) {
    const known = failures.get(error)
    if (known !== undefined) return known
    const typed = failureSchema.safeParse(error.data)
    if (isDefinedError(error) && typed.success) {
      const failure = withRetryTime(typed.data)
      failures.set(error, failure)
      return failure
    }
    if (error.code === 'BAD_REQUEST') {
      const advice = 'Check what was entered; nothing was sent to a server.'
      return {
        ...plain,
        code: 'invalid-input',
        message: 'Handrail refused this input.',
        advice,
        field: issueField(error.data),
      }
    }
  }
  if (error instanceof HostGoneError) {
    const advice =
      'Handrail connects again by itself. What was under way may or may not have happened: look before repeating it.'
    return { ...plain, code: 'unreachable', message: error.message, advice }
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return { ...plain, code: 'cancelled', message: 'Cancelled.', advice: '', isSafeToRetry: true }
  }
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  return { ...plain, code: 'internal', message, advice: 'This is a defect in Handrail. Its log has the details.' }
}

/** The advice with the time of day that the server's Retry-After comes to. */
function withRetryTime(failure: Failure): Failure {
  const { advice, retryAfterMs } = failure
  if (retryAfterMs === null || retryAfterMs === 0) return failure
  const until = new Date(Date.now() + retryAfterMs)
  const isToday = until.toDateString() === new Date().toDateString()
  const time = isToday ? until.toLocaleTimeString() : until.toLocaleString()
  return { ...failure, advice: `${advice} The server asks to wait until ${time}.`.trim() }
}

/** The failure of a query or a call, or null when there is none. */
export function useFailure(error: unknown): Failure | null {
  return error === null || error === undefined ? null : failureOf(error)
}

/** Dotted path of the first field that an input check complained about. */
function issueField(issues: unknown): string | null {
  if (typeof issues !== 'object' || issues === null || !('issues' in issues) || !Array.isArray(issues.issues))
    return null
  const first: unknown = issues.issues[0]
  if (typeof first !== 'object' || first === null || !('path' in first) || !Array.isArray(first.path)) return null
  return first.path.map(String).join('.')
}

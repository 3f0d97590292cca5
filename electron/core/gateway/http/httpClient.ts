import { HandrailError } from '../../../../shared/domain/index.ts'
import type { HostPorts } from '../../ports.ts'
import type { ValueRedactor } from '../redaction/valueRedactor.ts'
import { adviceFor } from './advice.ts'
import { type Attempt, attempt } from './attempt.ts'
import { type Call, isSafe } from './call.ts'
import { endlessRedirect, redirectTarget } from './redirect.ts'
import { statusFailure } from './statusFailure.ts'
import { cancelled, transportFailure } from './transportFailure.ts'

/** Makes calls. Every method rejects with HandrailError and with nothing else. */
export interface HttpClient {
  /** The answer's text, redacted by value. */
  text(call: Call, signal: AbortSignal): Promise<string>
  /** The answer's text as it came: it may hold keys and must not leave the gateway. For records only. */
  secretText(call: Call, signal: AbortSignal): Promise<string>
}

const MOST_REDIRECTS = 3
const MOST_RATE_LIMITS = 3
/** A server that names a longer wait is not waited for in silence; the caller shows it. */
const LONGEST_WAIT_MS = 60_000

export function createHttpClient(
  ports: Pick<HostPorts, 'fetch' | 'clock'>,
  redactor: Pick<ValueRedactor, 'redact'>,
): HttpClient {
  /**
   * After a 5xx the server drops its kept-alive connection, so that the next request on it is reset (contract §18.1).
   * One retry for each of the two, of calls that may be repeated; a reset never reached the server, so a 5xx followed
   * by its reset still counts as one retry there.
   */
  async function request(call: Call, signal: AbortSignal): Promise<string> {
    let url = call.url
    let redirects = 0
    let rateLimits = 0
    let hasRetriedFault = false
    let hasRetriedError = false
    for (;;) {
      const outcome = await turnAndAttempt(call, url, signal)
      switch (outcome.kind) {
        case 'success':
          return outcome.text
        case 'redirect':
          redirects += 1
          if (redirects > MOST_REDIRECTS) throw endlessRedirect(call, outcome.status)
          url = redirectTarget(call, url, outcome.status, outcome.location)
          break
        case 'fault': {
          const mayRepeat = outcome.wasAnswered ? call.method === 'GET' : isSafe(call)
          if (outcome.fault !== 'reset' || hasRetriedFault || !mayRepeat) {
            throw transportFailure(call, outcome.fault, outcome.cause, redactor.redact)
          }
          hasRetriedFault = true
          break
        }
        case 'too-large':
          throw new HandrailError({
            code: 'unsupported',
            message: `Could not ${call.purpose}: the answer is larger than 256 MB.`,
            advice: 'Ask for fewer events at a time.',
          })
        case 'error': {
          const failure = statusFailure(call, { ...outcome, text: redactor.redact(outcome.text) })
          if (outcome.status === 429 && call.pace !== undefined) {
            const wait = outcome.retryAfterMs ?? 1_000 * 2 ** rateLimits
            call.pace.block(wait)
            rateLimits += 1
            // A 429 was not carried out, but only one that names its wait comes from the limiter for certain.
            const mayRepeat = outcome.retryAfterMs !== null || call.method === 'GET'
            if (mayRepeat && rateLimits <= MOST_RATE_LIMITS && wait <= LONGEST_WAIT_MS) break
          }
          if (outcome.status < 500 || call.method !== 'GET' || hasRetriedError) throw failure
          hasRetriedError = true
          break
        }
        default:
          outcome satisfies never
      }
    }
  }

  async function turnAndAttempt(call: Call, url: string, signal: AbortSignal): Promise<Attempt> {
    try {
      signal.throwIfAborted()
      await call.pace?.turn(signal)
      return await attempt(ports, call, url, signal)
    } catch (error) {
      if (signal.aborted) throw cancelled(call, signal.reason)
      if (error instanceof HandrailError) throw error
      throw new HandrailError(
        { code: 'internal', message: `Could not ${call.purpose}.`, advice: adviceFor('internal', call) },
        { cause: error },
      )
    }
  }

  return {
    secretText: request,
    async text(call, signal) {
      return redactor.redact(await request(call, signal))
    },
  }
}

import { type FailureCode, HandrailError } from '../../../../shared/domain/index.ts'
import { adviceFor } from './advice.ts'
import { type Call, isSafe } from './call.ts'
import { errorWords, type TransportFault } from './transportFault.ts'

const WHAT: Record<TransportFault, { code: FailureCode; words: string }> = {
  dns: { code: 'unreachable', words: 'no such host' },
  refused: { code: 'unreachable', words: 'nothing answers (connection refused)' },
  reset: { code: 'unreachable', words: 'the connection was cut' },
  unreachable: { code: 'unreachable', words: 'the server cannot be reached' },
  proxy: { code: 'unreachable', words: 'the proxy refused or did not answer' },
  tls: { code: 'tls', words: 'no safe connection' },
  timeout: { code: 'timeout', words: 'no answer in time' },
  redirect: { code: 'not-openhands', words: 'the server sends us to another address' },
}

/** What the person reads when no answer came. `redact` guards the words of the runtime, which may quote a header. */
export function transportFailure(
  call: Call,
  fault: TransportFault,
  cause: unknown,
  redact: (text: string) => string,
): HandrailError {
  const { code, words } = WHAT[fault]
  const host = new URL(call.url).host
  // A check names the host already.
  const where = call.purpose.includes(host) ? '' : ` at ${host}`
  const detail = fault === 'tls' || fault === 'unreachable' ? tlsDetail(cause) : ''
  // Refused and unknown hosts: nothing was sent, so nothing can happen twice.
  const wasNotSent = fault === 'dns' || fault === 'refused' || fault === 'proxy' || fault === 'tls'
  return new HandrailError({
    code,
    message: redact(`Could not ${call.purpose}: ${words}${where}${detail}.`),
    advice: adviceFor(code, call),
    isSafeToRetry: code !== 'not-openhands' && (wasNotSent || isSafe(call)),
  })
}

/** The runtime's code says which check of the certificate failed; its other words add nothing for the person. */
function tlsDetail(cause: unknown): string {
  const code = /\b(?:net::)?(?:ERR_[A-Z_]+|[A-Z]+(?:_[A-Z]+)+)\b/.exec(errorWords(cause))?.[0]
  return code === undefined ? '' : ` (${code})`
}

/** The caller's signal ended the call. */
export function cancelled(call: Call, cause: unknown): HandrailError {
  return new HandrailError(
    { code: 'cancelled', message: `Stopped: ${call.purpose}.`, isSafeToRetry: isSafe(call) },
    { cause },
  )
}

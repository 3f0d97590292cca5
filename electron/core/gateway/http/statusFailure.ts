import { readHttpError } from '../../../../shared/contract/index.ts'
import { type FailureCode, HandrailError } from '../../../../shared/domain/index.ts'
import { adviceFor } from './advice.ts'
import { type Call, isSafe } from './call.ts'

export interface ErrorAnswer {
  status: number
  contentType: string | null
  /** Already redacted by value. */
  text: string
  retryAfterMs: number | null
}

/** Turns an answer that is no success into an error of the closed set (contract §14, §16.40). */
export function statusFailure(call: Call, { status, contentType, text, retryAfterMs }: ErrorAnswer): HandrailError {
  const { form, message, fields } = readHttpError(status, contentType, text)
  const code = call.meaning?.[status] ?? codeOf(status, form === 'html')
  return new HandrailError({
    code,
    message: `Could not ${call.purpose}. ${withoutControls(message)}${form === 'html' ? ' (a web page)' : ''}`,
    advice: adviceFor(code, call),
    status,
    // The place that a field was sent in is no part of its name.
    field: fields[0]?.path.replace(/^(?:body|query|path)\.?/, '') || null,
    retryAfterMs,
    isSafeToRetry: code === 'rate-limited' || (code === 'server-error' && isSafe(call)),
  })
}

/** They could forge lines of a log or colours of a terminal. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

function codeOf(status: number, isPage: boolean): FailureCode {
  switch (status) {
    case 401:
      return 'unauthorized'
    case 403:
      return 'forbidden'
    case 404:
      return isPage ? 'not-openhands' : 'not-found'
    case 405:
    case 501:
      return isPage ? 'not-openhands' : 'unsupported'
    case 408:
      return 'timeout'
    case 409:
      return 'conflict'
    case 410:
      return 'gone'
    case 429:
      return 'rate-limited'
  }
  if (status >= 500) return 'server-error'
  return status >= 400 ? 'rejected' : 'not-openhands'
}

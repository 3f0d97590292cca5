import { HandrailError } from '../../../../shared/domain/index.ts'
import { adviceFor } from './advice.ts'
import { type Call, isSafe } from './call.ts'
import { isHtml } from './isHtml.ts'

/** Parses an answer. Throws `not-openhands` when it is a web page, empty, cut off or anything but JSON. */
export function parseAnswer(call: Call, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongShape(
      call,
      isHtml(text) ? 'a web page' : text.trim() === '' ? 'an empty answer' : 'an answer that is not JSON',
    )
  }
}

/**
 * Looks at the two ends of an answer that should be a JSON object, without parsing it: pages of events are parsed in
 * the archive's worker. Gives the text back.
 */
export function requireObjectText(call: Call, text: string): string {
  if (isHtml(text)) throw wrongShape(call, 'a web page')
  if (text.trim() === '') throw wrongShape(call, 'an empty answer')
  if (!/^\s*\{/.test(text)) throw wrongShape(call, 'an answer that is not a JSON object')
  if (!/\}\s*$/.test(text.slice(-64))) throw wrongShape(call, 'an answer that is cut off')
  return text
}

/** Throws `not-openhands` unless the answer is a JSON object. */
export function requireObject(call: Call, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw wrongShape(call, 'an answer of another shape')
}

/** The answer of a count: a whole number. */
export function requireCount(call: Call, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw wrongShape(call, 'something that is not a count')
}

export function requireList(call: Call, value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  throw wrongShape(call, 'an answer that is not a list')
}

export function wrongShape(call: Call, what: string): HandrailError {
  const { host } = new URL(call.url)
  // A check names the host already.
  const who = call.purpose.includes(host) ? 'it' : host
  return new HandrailError({
    code: 'not-openhands',
    message: `Could not ${call.purpose}: ${who} sent ${what}.`,
    advice: adviceFor('not-openhands', call),
    status: 200,
    isSafeToRetry: isSafe(call),
  })
}

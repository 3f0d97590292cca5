import type { ErrorForm } from './httpErrors.ts'

const LONGEST_MESSAGE = 500

/** What a status means where the body says nothing better. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'The server refused the request',
  401: 'The server refused the key',
  403: 'The key may not do this',
  404: 'The server does not know this',
  405: 'The server does not have this operation',
  409: 'The server is not in a state for this',
  410: 'This no longer exists',
  413: 'This is too large for the server',
  422: 'The server refused a field of the request',
  429: 'The server asks for fewer requests',
  500: 'The server failed',
  502: 'The gateway got no good answer from the server',
  503: 'The server is not available',
  504: 'The gateway waited too long for the server',
}

/** Texts that frameworks put where nobody wrote one: they say no more than the status. */
const EMPTY_WORDS = new Set(['Internal Server Error', 'Not Found', 'Bad Request', 'Unauthorized', 'Method Not Allowed'])

/** Writes one sentence for the person: what the status means, then what the body says, cut to a readable length. */
export function describeBody(status: number, form: ErrorForm, said: string): string {
  const meaning = STATUS_WORDS[status] ?? (status >= 500 ? 'The server failed' : 'The server refused the request')
  const words = form === 'html' ? titleOf(said) : said
  const text = words.replace(/\s+/g, ' ').trim()
  if (text === '' || EMPTY_WORDS.has(text)) return `${meaning} (HTTP ${status}).`
  const shown = [...text].length > LONGEST_MESSAGE ? `${[...text].slice(0, LONGEST_MESSAGE).join('')}…` : text
  return `${meaning} (HTTP ${status}): ${shown}`
}

function titleOf(html: string): string {
  return /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? ''
}

import { HandrailError } from '../../../../shared/domain/index.ts'
import { adviceFor } from './advice.ts'
import type { Call } from './call.ts'

/**
 * Where a redirect may be followed to: the same origin only, since the key goes with the request; and with 301 to 303
 * only for GET, since other methods would lose their body. Otherwise throws `not-openhands`, naming the place.
 */
export function redirectTarget(call: Call, url: string, status: number, location: string | null): string {
  const target = location === null ? null : URL.parse(location, url)
  if (target === null) throw refusal(call, status, 'without saying where')
  const keepsMethod = status === 307 || status === 308 || call.method === 'GET'
  if (target.origin === new URL(url).origin && keepsMethod) return target.href
  // The query may carry a token of a sign-in: only the place is shown.
  throw refusal(call, status, `to ${target.origin}${target.pathname}`, target)
}

/** The server sends us from one of its pages to the next without end. */
export function endlessRedirect(call: Call, status: number): HandrailError {
  return refusal(call, status, 'from page to page without end')
}

function refusal(call: Call, status: number, where: string, target?: URL): HandrailError {
  const isUpgrade = target?.protocol === 'https:' && call.url.startsWith('http:')
  return new HandrailError({
    code: 'not-openhands',
    message: `Could not ${call.purpose}: the server sends us on (${status}) ${where}${target === undefined ? '' : ', and the key is not sent there'}.`,
    advice: isUpgrade
      ? 'Use the https address for this connection.'
      : target === undefined
        ? adviceFor('not-openhands', call)
        : 'If you trust that place, enter it as the address of the connection.',
    status,
  })
}

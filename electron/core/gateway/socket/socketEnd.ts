import { closeWords } from '../../../../shared/contract/index.ts'
import { transportFault } from '../http/transportFault.ts'
import type { SocketEnd } from '../types.ts'

const LONGEST_REASON = 200

/** End by a close frame, or 1006 without one (contract §13). `serverReason` is redacted already. */
export function closedEnd(code: number, serverReason: string): SocketEnd {
  if (code === 1005) return end(code, 'The server closed the connection without saying why.')
  if (code === 1009) return end(code, 'A frame was larger than this program reads (256 MB).')
  return end(code, closeWords(code, oneLine(serverReason)))
}

const HANDSHAKE_WORDS: Partial<Record<number, string>> = {
  401: 'The server refused the session key.',
  403: 'The server refused the connection: it lacks this kind of socket, or refuses the key.',
  404: 'The server has no such socket: the sandbox may be gone, or the server is too old.',
  429: 'The server asks for fewer connections.',
}

/** The server answered the handshake with an HTTP status. */
export function refusedEnd(status: number): SocketEnd {
  const redirect =
    status >= 300 && status < 400 ? 'The server sends us to another address, where the key is not sent.' : null
  const gateway = status >= 500 ? `The server or a gateway before it failed (HTTP ${status}).` : null
  const reason = HANDSHAKE_WORDS[status] ?? redirect ?? gateway ?? `The server refused the connection (HTTP ${status}).`
  return { code: null, handshakeStatus: status, reason }
}

/** No connection came about. */
export function unreachableEnd(cause: unknown): SocketEnd {
  const words = {
    dns: 'There is no such host.',
    refused: 'Nothing answers there (connection refused).',
    reset: 'The connection was cut during the handshake.',
    unreachable: 'The agent server cannot be reached.',
    proxy: 'The proxy refused or did not answer.',
    tls: 'No safe connection: the certificate of the server is not trusted.',
    timeout: 'The server did not answer in time.',
    redirect: 'The server sends us to another address.',
  }[transportFault(cause)]
  return { code: null, handshakeStatus: null, reason: words }
}

/** The handshake took too long. */
export const HANDSHAKE_TIMEOUT_END: SocketEnd = {
  code: null,
  handshakeStatus: null,
  reason: 'The server did not answer in time.',
}

/** Neither frames nor pongs came: a stopped server just goes silent (contract §18.3). */
export function silentEnd(silenceMs: number): SocketEnd {
  return end(1006, `silent: nothing was heard for ${Math.round(silenceMs / 1000)} s; the sandbox may be paused.`)
}

function end(code: number, reason: string): SocketEnd {
  return { code, handshakeStatus: null, reason }
}

/** Control characters could forge lines of a log. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
}

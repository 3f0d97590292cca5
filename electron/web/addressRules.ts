import type { IncomingMessage } from 'node:http'

/** Names under which a loopback page may be asked for. Any port: an SSH tunnel gives the page another one. */
const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']

const HOST = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/

/**
 * The Host that a request names, in lower case, or null when it is not one of ours. Without this check any web site
 * could point its own name at 127.0.0.1 and talk to us as same origin (DNS rebinding).
 *
 * @param allowed Further hosts, each `name` (any port) or `name:port`.
 */
export function acceptedHost(request: IncomingMessage, allowed: readonly string[]): string | null {
  const host = request.headers.host?.toLowerCase() ?? ''
  const name = HOST.exec(host)?.[1]
  if (name === undefined) return null
  return LOOPBACK_NAMES.includes(name) || allowed.includes(name) || allowed.includes(host) ? host : null
}

/**
 * True when the page that opens a socket came from the very host it connects to. Browsers put Origin on every socket
 * and let any page open one to any host; a request without Origin is not from a page and is refused too. A page of
 * another port of this machine is another origin.
 */
export function isOwnOrigin(request: IncomingMessage, host: string): boolean {
  return request.headers.origin === `http://${host}`
}

import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

/**
 * The agent that carries a socket through an HTTP proxy (Node's own: CONNECT for wss, plain forwarding for ws), or
 * undefined for a direct connection. Throws on a proxy of another kind (SOCKS): Node has none of those.
 */
export function proxyAgent(proxyUrl: string | null, isSecure: boolean): HttpAgent | undefined {
  if (proxyUrl === null) return undefined
  const { protocol } = new URL(proxyUrl)
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`PROXY kind ${protocol}// is not supported for sockets`)
  // Agents keep sockets: one of its own for each WebSocket, gone with it.
  return isSecure
    ? new HttpsAgent({ proxyEnv: { HTTPS_PROXY: proxyUrl } })
    : new HttpAgent({ proxyEnv: { HTTP_PROXY: proxyUrl } })
}

import type { SocketOptions } from '../types.ts'

type Address = Pick<SocketOptions, 'conversationId' | 'dialect' | 'afterSeq'>

/**
 * The address of a socket (contract §13, §18.3). The key is never in it: it would stand in logs of proxies. `events`
 * is live-only, since `resend_mode` has no end marker and `since` repeats and skips (architecture decision 8).
 */
export function socketUrl(baseUrl: string, { conversationId, dialect, afterSeq }: Address): string {
  const url = new URL(`${baseUrl}/sockets/${dialect}/${encodeURIComponent(conversationId)}`)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (dialect === 'session' && afterSeq !== null) url.searchParams.set('after_seq', String(afterSeq))
  return url.href
}

/** What the network did to a request, told apart by what the person can do about it. */
export type TransportFault = 'dns' | 'refused' | 'reset' | 'unreachable' | 'tls' | 'proxy' | 'redirect' | 'timeout'

// Node puts a code on the cause of `fetch failed`; Electron's net.fetch has `net::ERR_…` in the message.
const BY_CODE: readonly [TransportFault, RegExp][] = [
  ['proxy', /PROXY|TUNNEL/],
  ['dns', /ENOTFOUND|EAI_|NAME_NOT_RESOLVED|NAME_RESOLUTION/],
  ['refused', /ECONNREFUSED|CONNECTION_REFUSED/],
  ['tls', /CERT|ERR_SSL|ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO|SSL_|TLS_/],
  ['timeout', /ETIMEDOUT|_TIMEOUT|TIMED_OUT/],
  [
    'reset',
    /ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|HPE_|SOCKET_CLOSED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|RES_CONTENT_LENGTH/,
  ],
  ['redirect', /redirect/i],
]

/** Reads the fault from an error of `fetch`, of a body stream or of a socket, causes included. */
export function transportFault(error: unknown): TransportFault {
  const words = errorWords(error)
  if (/other side closed|terminated|socket hang up|premature/i.test(words) && !/CERT|SSL/.test(words)) return 'reset'
  return BY_CODE.find(([, pattern]) => pattern.test(words))?.[0] ?? 'unreachable'
}

/** Code and message of an error and its causes; may hold addresses, never shown without redaction. */
export function errorWords(error: unknown): string {
  const words: string[] = []
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    if ('code' in current && typeof current.code === 'string') words.push(current.code)
    words.push(current.message)
    // Several addresses of one host were tried (happy eyeballs): each has its own error.
    if (current instanceof AggregateError) words.push(...current.errors.map((each: unknown) => errorWords(each)))
  }
  return words.filter((word) => word !== '').join(' ')
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The proxy for an address by the usual variables (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, either case), or null
 * for a direct connection. Loopback is always direct: the local service lives there. `ws:` and `wss:` are treated as
 * `http:` and `https:`.
 */
export function proxyFromEnv(address: string, env: NodeJS.ProcessEnv): string | null {
  const url = URL.parse(address)
  if (!url || LOOPBACK.test(url.hostname)) return null
  const read = (name: string) => env[name.toLowerCase()] || env[name] || null
  if (isExempt(url, read('NO_PROXY') ?? '')) return null
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  return read(isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? read('ALL_PROXY')
}

/** `NO_PROXY`: `*`, or names with all below them, each with an optional port. */
function isExempt(url: URL, noProxy: string): boolean {
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  const port = url.port || (isSecure ? '443' : '80')
  return noProxy
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', wantedPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
      if (wantedPort !== undefined && wantedPort !== port) return false
      return url.hostname === name || url.hostname.endsWith(`.${name}`)
    })
}

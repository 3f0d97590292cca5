const SCHEMES: Record<string, string> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/** The first proxy of Chromium's answer, e.g. `PROXY proxy.test:3128; DIRECT`, as an address; null for direct. */
export function proxyOf(answer: string): string | null {
  const [kind = '', host] = answer.split(';')[0]?.trim().split(/\s+/) ?? []
  const scheme = SCHEMES[kind.toUpperCase()]
  return scheme === undefined || host === undefined ? null : `${scheme}://${host}`
}

export type Query = Record<string, string | readonly string[] | null>

/** `?a=1&b=2&b=3`, encoded; null leaves a parameter out. Empty without parameters. */
export function queryText(query: Query): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null) continue
    for (const each of typeof value === 'string' ? [value] : value) pairs.append(name, each)
  }
  return pairs.size === 0 ? '' : `?${pairs}`
}

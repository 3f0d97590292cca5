const SECRET_NAME = /key|token|secret|passphrase|password|authorization|cookie|session/i
const SECRET_TEXT: [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // In addresses: session keys, page tokens, signed links.
  [/([?&#](?:tkn|token|key|api_key|session_api_key|signature|sig)=)[^&\s"']+/gi, '$1[redacted]'],
  // Account keys by their usual form.
  [/\b(?:sk|gh[pousr]|glpat|xox[abp])[-_][\w-]{8,}/g, '[redacted]'],
]
const LONGEST_TEXT = 2000

/**
 * The last net under the log: keys are not passed to it in the first place. Values under a telling name, and texts that
 * look like a key, are taken out; long texts are cut, since the log is not a place for event contents.
 */
export function redactLog(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error) return redactText(value.stack ?? String(value))
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (depth === 4) return '[…]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redactLog(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && typeof item !== 'number' && typeof item !== 'boolean' && item !== null
        ? '[redacted]'
        : redactLog(item, depth + 1),
    ]),
  )
}

function redactText(text: string): string {
  let clean = text
  for (const [pattern, replacement] of SECRET_TEXT) clean = clean.replace(pattern, replacement)
  return clean.length <= LONGEST_TEXT ? clean : `${clean.slice(0, LONGEST_TEXT)}… (${clean.length} characters)`
}

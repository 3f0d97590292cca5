/** Milliseconds to wait from a `Retry-After` header: seconds, or a date (RFC 9110 §10.2.3). Null when unreadable. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const date = Date.parse(text)
  // `Date.parse` reads almost anything as a year; a date of this header has a comma and a zone.
  return Number.isNaN(date) || !/[a-z]{3}/i.test(text) ? null : Math.max(0, date - now)
}

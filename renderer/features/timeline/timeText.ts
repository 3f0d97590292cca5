/** `+03:14.090`; hours and days appear when needed, a time before the start has a minus. */
export function formatOffset(us: number): string {
  const sign = us < 0 ? '−' : '+'
  const ms = Math.floor(Math.abs(us) / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = two(Math.floor(ms / 1000) % 60)
  const minutes = two(Math.floor(ms / 60_000) % 60)
  const hours = Math.floor(ms / 3_600_000)
  if (hours >= 24) return `${sign}${Math.floor(hours / 24)}d ${two(hours % 24)}:${minutes}:${seconds}`
  const clock = `${minutes}:${seconds}.${String(ms % 1000).padStart(3, '0')}`
  return hours > 0 ? `${sign}${hours}:${clock}` : `${sign}${clock}`
}

/** `412 ms`, `26.3 s`, `4 m 12 s`, `2 h 41 m`. */
export function formatDuration(us: number): string {
  const ms = us / 1000
  if (ms < 1) return `${Math.round(us)} µs`
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`
}

/** The time of day, with the day when it is not today's. */
export function formatClock(us: number): string {
  const date = new Date(us / 1000)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? date.toLocaleTimeString() : date.toLocaleString()
}

/** The moment in full, in the reader's zone and in UTC. */
export function formatMoment(us: number): string {
  const date = new Date(us / 1000)
  return Number.isNaN(date.getTime()) ? 'unreadable time' : `${date.toLocaleString()} · ${date.toISOString()}`
}

export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens < 999_500) return `${(tokens / 1000).toFixed(tokens < 99_950 ? 1 : 0)}k`
  return `${(tokens / 1_000_000).toFixed(1)}M`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Tenths of a cent matter for one event. */
export function formatRowCost(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 3 : 2)}`
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * Microseconds since the epoch of a server's time string; null when it is not one.
 * Event times have no zone and mean UTC (contract §1.2); `Z` and offsets are read as they say.
 */
export function parseEventTime(raw: unknown): number | null {
  if (typeof raw !== 'string') return null
  const parts = ISO.exec(raw)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone = 'Z'] = parts
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // Date.UTC turns 30 February into 2 March.
  if (new Date(midnight).getUTCDate() !== Number(day) || Number(month) > 12) return null
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const micros = fraction === '' ? 0 : Number(fraction.padEnd(6, '0').slice(0, 6))
  return (midnight + seconds * 1000 - offsetMs(zone)) * 1000 + micros
}

function offsetMs(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

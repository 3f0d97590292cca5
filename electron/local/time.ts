function secondText(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 19)
}

/** An event's time: no zone, microseconds, no fraction when it is zero (contract §1.2). */
export function naiveTime(micros: number): string {
  const second = Math.floor(micros / 1e6)
  const fraction = Math.floor(micros - second * 1e6)
  return fraction === 0 ? secondText(second) : `${secondText(second)}.${String(fraction).padStart(6, '0')}`
}

/** A record's time: UTC with `Z` and microseconds (contract §1.1). */
export function recordTime(ms: number): string {
  return `${naiveTime(Math.floor(ms * 1000))}Z`
}

/** Microseconds of a time string; zone-less means UTC; undefined when it is no time. */
export function microsOf(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (match === null) return undefined
  const [, day, minute = '00:00', second = '00', fraction = '', zone = 'Z'] = match
  const whole = Date.parse(`${day}T${minute}:${second}${zone.toUpperCase()}`)
  if (Number.isNaN(whole)) return undefined
  return whole * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

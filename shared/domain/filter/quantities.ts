import { parseEventTime } from '../eventTime.ts'
import { type Moment, RELATIONS, type Relation } from './filter.ts'

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Milliseconds of `500ms`, `2s`, `1m30s`, `1.5h`; null when it is none. */
export function parseDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return null
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    sum += Number(amount) * (UNITS.find(([name]) => name === unit)?.[1] ?? 0)
  }
  return Math.round(sum)
}

export function formatDurationMs(ms: number): string {
  let left = ms
  let text = ''
  for (const [name, length] of UNITS) {
    const amount = Math.floor(left / length)
    left -= amount * length
    if (amount > 0) text += `${amount}${name}`
  }
  return text === '' ? '0ms' : text
}

/** `2026-08-24`, `2026-08-24T09:14`, `-2h` (before now), `10m` (after the first event). Zone-less means UTC. */
export function parseMoment(text: string): Moment | null {
  if (/^\d{4}-/.test(text)) {
    const us = parseEventTime(text.length === 10 ? `${text}T00:00` : text)
    return us === null || us < 0 ? null : { from: 'epoch', ms: Math.floor(us / 1000) }
  }
  const ms = parseDuration(text.replace(/^[-+]/, ''))
  return ms === null ? null : { from: text.startsWith('-') ? 'now' : 'start', ms }
}

export function formatMoment({ from, ms }: Moment): string {
  if (from === 'now') return `-${formatDurationMs(ms)}`
  if (from === 'start') return formatDurationMs(ms)
  const iso = new Date(ms).toISOString()
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10)
  return `${iso.slice(0, -1).replace(/(:00)?\.000$/, '')}Z`
}

/** Dollars of `0.05` or `$0.05`; null when it is none. */
export function parseUsd(text: string): number | null {
  return /^\$?\d+(\.\d+)?(e[-+]?\d+)?$/.test(text) ? Number(text.replace('$', '')) : null
}

/** The relation that a value begins with, and the rest. */
export function splitRelation(text: string): { relation: Relation | null; rest: string } {
  const relation = RELATIONS.find((sign) => text.startsWith(sign)) ?? null
  return { relation, rest: text.slice(relation?.length ?? 0) }
}

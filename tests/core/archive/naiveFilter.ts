import {
  type EventRow,
  type FilterTerm,
  isWireObject,
  type Mark,
  type Moment,
  type Relation,
} from '../../../shared/domain/index.ts'
import type { TestEvent } from './support.ts'

/** A log with its unfiltered rows: what a filter may ask of it, read without any column. */
export interface KnownLog {
  events: readonly TestEvent[]
  raw: readonly EventRow[]
  spans: readonly EventRow[]
  /** Milliseconds since the epoch. */
  now: number
}

const RISING = ['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH']

/** Whether a term holds for a row, by the events themselves. */
export function rowHolds(row: EventRow, term: FilterTerm, log: KnownLog): boolean {
  // Who acted is who began the row.
  const isOfFirst = term.field === 'source' || term.field === 'lane'
  const halves = [row.id, ...(row.pairedId === null || isOfFirst ? [] : [row.pairedId])]
  return halves.some((id) => eventHolds(id, term, log)) !== term.isNot
}

function eventHolds(id: string, term: FilterTerm, log: KnownLog): boolean {
  const event = log.events.find((event) => event.id === id)
  const row = log.raw.find((row) => row.id === id)
  const span = log.spans.find((row) => row.id === id || row.pairedId === id)
  if (event === undefined || row === undefined || span === undefined) throw new Error('every event has its rows')
  const isWord = (word: unknown, values: readonly string[]) =>
    typeof word === 'string' && values.some((value) => value.toLowerCase() === word.toLowerCase())
  switch (term.field) {
    case 'kind':
      return isWord(event.kind, [...term.values, ...term.values.map((value) => `${value}Event`)])
    case 'source':
      return isWord(event.source, term.values)
    case 'tool':
      return isWord(event.tool_name, term.values)
    case 'lane':
      return term.values.includes(row.lane)
    case 'is':
      return term.values.some((mark) => isMarked(mark, event, row, span))
    case 'risk': {
      const risk = RISING.indexOf(String(event.security_risk))
      return (
        risk >= 0 &&
        term.values.some((value) => relates(risk, value.relation, RISING.indexOf(value.risk.toUpperCase())))
      )
    }
    case 'path': {
      const path = isWireObject(event.action) ? event.action.path : undefined
      return typeof path === 'string' && term.values.some((value) => path.toLowerCase().includes(value.toLowerCase()))
    }
    case 'after':
      return term.values.some((value) => Date.parse(`${event.timestamp}Z`) >= momentOf(value, log))
    case 'before':
      return term.values.some((value) => Date.parse(`${event.timestamp}Z`) < momentOf(value, log))
    case 'cost':
      return term.values.some((value) => row.costUsd !== null && relates(row.costUsd, value.relation, value.usd))
    case 'duration': {
      const durationUs = span.span.durationUs
      return durationUs !== null && term.values.some((value) => relates(durationUs / 1000, value.relation, value.ms))
    }
    case 'tag': {
      const tags = log.events.findLast((event) => event.key === 'tags')?.value
      if (!isWireObject(tags)) return false
      return term.values.some(({ key, value }) => key in tags && (value === null || tags[key] === value))
    }
    case 'text':
      throw new Error('the search has its own tests')
    default:
      return term satisfies never
  }
}

function isMarked(mark: Mark, event: TestEvent, row: EventRow, span: EventRow): boolean {
  switch (mark) {
    case 'error':
      return row.flags.isError
    case 'rejected':
      return event.kind === 'UserRejectObservation'
    case 'pending':
      return span.span.state === 'pending'
    case 'condensed':
      return row.flags.isCondensed
    case 'nonconforming':
      return row.flags.isNonconforming
    default:
      return mark satisfies never
  }
}

function momentOf({ from, ms }: Moment, log: KnownLog): number {
  if (from === 'epoch') return ms
  return from === 'now' ? log.now - ms : Date.parse(`${log.events[0]?.timestamp}Z`) + ms
}

function relates(a: number, relation: Relation, b: number): boolean {
  return { '>': a > b, '>=': a >= b, '<': a < b, '<=': a <= b, '=': a === b }[relation]
}

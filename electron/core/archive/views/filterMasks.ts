import {
  type FilterTerm,
  LANES,
  type Mark,
  type Moment,
  type Relation,
  RISKS,
} from '../../../../shared/domain/index.ts'
import { FLAG } from '../columns/blockColumns.ts'
import type { Dictionary } from '../columns/dictionary.ts'
import type { OpenConversation } from '../columns/openConversation.ts'

/** What a filter needs beside the columns. */
export interface FilterContext {
  /** Milliseconds since the epoch: what `-2h` counts from. */
  now: number
  /** Slots of the events that hold a text. */
  matches(text: string): Iterable<number>
}

/** By slot: 1 where a value of the term holds, whatever `isNot` says. One pass over one column. */
export function maskOf(open: OpenConversation, term: FilterTerm, context: FilterContext): Uint8Array {
  const { columns, usage } = open
  switch (term.field) {
    case 'kind':
      return codeMask(columns.kind, wordTable(columns.kinds, term.values, isKind), columns.count)
    case 'tool':
      return codeMask(columns.tool, wordTable(columns.tools, term.values), columns.count)
    case 'source':
      return codeMask(columns.source, wordTable(columns.sources, term.values), columns.count)
    case 'path':
      return codeMask(columns.path, wordTable(columns.paths, term.values, isPart), columns.count)
    case 'lane':
      return codeMask(
        columns.lane,
        LANES.map((lane) => Number(term.values.includes(lane))),
        columns.count,
      )
    case 'risk': {
      const holds = (code: number) =>
        term.values.some((value) => isRelated(code, value.relation, RISKS.indexOf(value.risk)))
      return codeMask(columns.risk, [0, ...RISKS.map((_, code) => Number(holds(code)))], columns.count)
    }
    case 'is':
      return marksMask(open, term.values)
    case 'text':
      return slotsMask(
        term.values.flatMap((text) => [...context.matches(text)]),
        columns.count,
      )
    case 'after':
    case 'before': {
      const isAfter = term.field === 'after'
      const bounds = term.values.map((moment) => momentUs(open, moment, context.now))
      return mask(columns.count, (slot) => {
        const time = columns.timeUs[slot] ?? Number.NaN
        return bounds.some((bound) => (isAfter ? time >= bound : time < bound))
      })
    }
    case 'cost':
      return mask(columns.count, (slot) => {
        const usd = usage.costUsd[slot] ?? Number.NaN
        return term.values.some((value) => isRelated(usd, value.relation, value.usd))
      })
    case 'duration':
      return mask(columns.count, (slot) => {
        const durationUs = durationOf(open, slot)
        return term.values.some((value) => isRelated(durationUs, value.relation, value.ms * 1000))
      })
    case 'tag': {
      const tags = open.conversation.facts.tags?.value ?? {}
      const holds = term.values.some(
        ({ key, value }) => Object.hasOwn(tags, key) && (value === null || tags[key] === value),
      )
      return new Uint8Array(columns.count).fill(Number(holds))
    }
    default:
      return term satisfies never
  }
}

function marksMask(open: OpenConversation, marks: readonly Mark[]): Uint8Array {
  const { columns } = open
  let flags = 0
  if (marks.includes('error')) flags |= FLAG.error
  if (marks.includes('condensed')) flags |= FLAG.condensed
  if (marks.includes('nonconforming')) flags |= FLAG.nonconforming
  const rejected = marks.includes('rejected') ? columns.kinds.words.indexOf('UserRejectObservation') : -1
  const found = mask(
    columns.count,
    (slot) => ((columns.flags[slot] ?? 0) & flags) !== 0 || columns.kind[slot] === rejected,
  )
  if (marks.includes('pending')) for (const slot of pendingSlots(open)) found[slot] = 1
  return found
}

/** Actions that wait for a person. */
function pendingSlots({ conversation, columns }: OpenConversation): number[] {
  const { status, open } = conversation.facts
  if (status?.value !== 'waiting_for_confirmation') return []
  return open
    .map((action) => columns.slotOf(action.eventId))
    .filter((slot) => slot !== -1 && columns.links.partner(slot) === -1)
}

/** Microseconds between an action and its answer, of either; NaN where there is none. */
function durationOf({ columns }: OpenConversation, slot: number): number {
  const partner = columns.links.partner(slot)
  if (partner === -1) return Number.NaN
  const isAnswer = ((columns.flags[slot] ?? 0) & FLAG.answer) !== 0
  const [action, answer] = isAnswer ? [partner, slot] : [slot, partner]
  return Math.max(0, (columns.timeUs[answer] ?? Number.NaN) - (columns.timeUs[action] ?? Number.NaN))
}

/** Microseconds since the epoch; NaN for a time after a start that is not known. */
function momentUs({ columns, order }: OpenConversation, { from, ms }: Moment, now: number): number {
  if (from === 'epoch') return ms * 1000
  if (from === 'now') return (now - ms) * 1000
  for (const slot of order.slots) {
    const time = columns.timeUs[slot] ?? Number.NaN
    if (!Number.isNaN(time)) return time + ms * 1000
  }
  return Number.NaN
}

/** Nothing is related to NaN. */
function isRelated(a: number, relation: Relation, b: number): boolean {
  switch (relation) {
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '=':
      return a === b
    default:
      return relation satisfies never
  }
}

/** By code: 1 where a word is one of the values. Each word is looked at once, however many events have it. */
function wordTable(
  { words }: Dictionary,
  values: readonly string[],
  isMatch: (word: string, value: string) => boolean = (word, value) => word === value,
): number[] {
  const wanted = values.map((value) => value.toLowerCase())
  return words.map((word, code) => {
    if (code === 0) return 0
    const lower = word.toLowerCase()
    return Number(wanted.some((value) => isMatch(lower, value)))
  })
}

/** `action` says the same as `ActionEvent`. */
function isKind(kind: string, value: string): boolean {
  return kind === value || kind === `${value}event`
}

function isPart(paths: string, value: string): boolean {
  return paths.includes(value)
}

function codeMask(column: ArrayLike<number>, table: readonly number[], count: number): Uint8Array {
  const byCode = Uint8Array.from(table)
  const found = new Uint8Array(count)
  for (let slot = 0; slot < count; slot += 1) found[slot] = byCode[column[slot] ?? 0] ?? 0
  return found
}

function slotsMask(slots: Iterable<number>, count: number): Uint8Array {
  const found = new Uint8Array(count)
  for (const slot of slots) if (slot >= 0) found[slot] = 1
  return found
}

function mask(count: number, holds: (slot: number) => boolean): Uint8Array {
  const found = new Uint8Array(count)
  for (let slot = 0; slot < count; slot += 1) found[slot] = Number(holds(slot))
  return found
}

import { phraseOf } from '../../../../shared/domain/index.ts'
import type { Columns } from '../columns/columns.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import { rowsOfConversation } from './searchRow.ts'
import type { SearchTable } from './searchTable.ts'

interface Matched {
  /** Of the index and of the columns, when they were compared. */
  version: string
  slots: number[]
}

const COMMA = 44
const ZERO = 48

/** Which events of an open conversation hold a text: what the filter's `text:` asks, many times a second. */
export class TextMatches {
  readonly #table: SearchTable
  readonly #indexVersion: () => number
  readonly #kept = new WeakMap<Columns, Map<string, Matched>>()

  constructor(table: SearchTable, indexVersion: () => number) {
    this.#table = table
    this.#indexVersion = indexVersion
  }

  /** Slots of the events that hold the words of the text in a row; a star at its end stands for the rest of a word. */
  matches({ columns, conversation }: OpenConversation, text: string): readonly number[] {
    const kept = this.#kept.get(columns) ?? new Map<string, Matched>()
    this.#kept.set(columns, kept)
    const version = `${this.#indexVersion()} ${columns.count}`
    const known = kept.get(text)
    if (known?.version === version) return known.slots
    const phrase = phraseOf(text)
    const slots =
      phrase === null ? [] : slotsOf(columns, this.#table.arrivals([phrase], rowsOfConversation(conversation.conv)))
    // Only what is filtered by now: typing leaves a text for each letter.
    if (kept.size > 8) kept.clear()
    kept.set(text, { version, slots })
    return slots
  }
}

/** Slots of arrival numbers that are written as `1,2,3`. By hand, because there may be 60,000 and somebody waits. */
function slotsOf(columns: Columns, arrivals: string): number[] {
  if (arrivals === '') return []
  const [first, last] = bounds(columns)
  const isFound = new Uint8Array(last - first + 1)
  let seq = 0
  for (let at = 0; at <= arrivals.length; at += 1) {
    const code = at === arrivals.length ? COMMA : arrivals.charCodeAt(at)
    if (code !== COMMA) {
      seq = seq * 10 + code - ZERO
      continue
    }
    if (seq >= first && seq <= last) isFound[seq - first] = 1
    seq = 0
  }
  const slots: number[] = []
  for (let slot = 0; slot < columns.count; slot += 1)
    if (isFound[(columns.seq[slot] ?? 0) - first] === 1) slots.push(slot)
  return slots
}

/** The lowest and the highest arrival number. */
function bounds({ seq, count }: Columns): [number, number] {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0]
  for (let slot = 0; slot < count; slot += 1) {
    const at = seq[slot] ?? 0
    if (at < first) first = at
    if (at > last) last = at
  }
  return count === 0 ? [0, 0] : [first, last]
}

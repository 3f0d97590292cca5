import { FIELD_END } from './eventText.ts'
import type { SearchTerm } from './searchQuery.ts'
import { type Word, wordsOf } from './words.ts'

/** Characters of a snippet, about. */
const LENGTH = 240
/** Characters before the first mark, about. */
const LEAD = 60
/** Marks that are looked for; a snippet shows few. */
const MOST_MARKS = 200

export interface Snippet {
  /** One line. */
  text: string
  /** What was found in it: `[start, end)` in UTF-16 units, rising, apart. */
  marks: [start: number, end: number][]
}

/** A cut is not within a word. */
const BREAK_BEFORE = new RegExp(`[\\s${FIELD_END}][^\\s${FIELD_END}]`)
const BREAK = new RegExp(`[\\s${FIELD_END}]`)

type Range = [start: number, end: number]

/** The part of a text around the first place where terms were found; its beginning when none was. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const ranges = rangesOf(text, terms)
  const [first] = ranges
  const from = first === undefined ? 0 : startBefore(text, first[0])
  const to = endAfter(text, from + LENGTH)
  return oneLineOf(text, from, to, ranges)
}

/** Where the terms are in the text, in order and apart. */
export function rangesOf(text: string, terms: readonly SearchTerm[]): Range[] {
  const words = [...wordsOf(text)]
  const found: Range[] = []
  for (let at = 0; at < words.length && found.length < MOST_MARKS; at += 1) {
    const length = Math.max(0, ...terms.map((term) => (isAt(words, at, term) ? term.words.length : 0)))
    const [first, last] = [words[at], words[at + length - 1]]
    if (length === 0 || first === undefined || last === undefined) continue
    const before = found.at(-1)
    if (before !== undefined && first.start < before[1]) before[1] = Math.max(before[1], last.end)
    else found.push([first.start, last.end])
  }
  return found
}

/** Whether a term is in the text: what the index answers, without the index. */
export function holdsTerm(text: string, term: SearchTerm): boolean {
  const words = [...wordsOf(text)]
  return words.some((_, at) => isAt(words, at, term))
}

function isAt(words: readonly Word[], at: number, term: SearchTerm): boolean {
  const last = term.words.length - 1
  return term.words.every((wanted, step) => {
    const word = words[at + step]?.folded
    return step === last && term.isPrefix ? word?.startsWith(wanted) === true : word === wanted
  })
}

function startBefore(text: string, mark: number): number {
  if (mark <= LEAD) return 0
  const space = text.slice(mark - LEAD, mark).search(BREAK_BEFORE)
  return space === -1 ? mark - LEAD : mark - LEAD + space + 1
}

function endAfter(text: string, end: number): number {
  if (end >= text.length) return text.length
  const space = text.slice(end, end + LEAD).search(BREAK)
  return space === -1 ? end : end + space
}

/** The part as one line, white space folded and fields told apart, with the marks moved along. */
function oneLineOf(text: string, from: number, to: number, ranges: readonly Range[]): Snippet {
  let line = from > 0 ? '…' : ''
  const marks: Range[] = []
  const add = (part: string) => {
    const folded = part.replaceAll(FIELD_END, ' · ').replace(/\s+/g, ' ')
    line += line.endsWith(' ') || line === '' ? folded.trimStart() : folded
  }
  let at = from
  for (const [start, end] of ranges) {
    if (start < at || end > to) continue
    add(text.slice(at, start))
    const markStart = line.length
    add(text.slice(start, end))
    marks.push([markStart, line.length])
    at = end
  }
  add(text.slice(at, to))
  line = line.trimEnd()
  return { text: to < text.length ? `${line}…` : line, marks }
}

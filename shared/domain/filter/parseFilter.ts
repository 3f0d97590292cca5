import { FIELDS, isField } from './fields.ts'
import { type Filter, type FilterField, type FilterTerm, filterSchema } from './filter.ts'
import { readValue } from './readValue.ts'
import { type Range, type ScannedTerm, type ScannedValue, scanFilter } from './scan.ts'

/** What is wrong with a filter's text, and where. */
export interface FilterProblem extends Range {
  message: string
}

export type ParsedFilter = { filter: Filter } | { problem: FilterProblem }

const MOST_LENGTH = 10_000

/** Reads a filter as a person types it; `formatFilter` is the way back. Tells of the first thing that is wrong. */
export function parseFilter(text: string): ParsedFilter {
  if (text.length > MOST_LENGTH) {
    return { problem: { from: MOST_LENGTH, to: text.length, message: 'The filter is too long.' } }
  }
  const filter: Filter = []
  for (const scanned of scanFilter(text)) {
    const term = readTerm(scanned)
    if ('message' in term) return { problem: term }
    filter.push(term)
  }
  const whole = { from: 0, to: text.length }
  return filterSchema.safeParse(filter).success
    ? { filter }
    : { problem: problem(whole, 'The filter has too many parts, or one that is too long.') }
}

function readTerm(scanned: ScannedTerm): FilterTerm | FilterProblem {
  const { name, isNot, values } = scanned
  const field = name === null ? 'text' : name.text.toLowerCase()
  if (!isField(field)) {
    const known = Object.keys(FIELDS).join(': ')
    const message = `There is no ${field}: here. Terms are ${known}: and words; words with a colon go in quotes.`
    return problem(name ?? scanned, message)
  }
  const broken = values.find((value) => !value.isClosed) ?? values.find((value) => value.text === '')
  if (broken !== undefined) return problem(placeOf(broken, scanned), absence(broken, scanned, field))
  const read: unknown[] = []
  for (const value of values) {
    const one = readValue(field, value.text)
    if ('expected' in one) return problem(value, `${quoted(value.text)} is not ${one.expected}.`)
    read.push(one.value)
  }
  const term = filterSchema.element.safeParse({ field, isNot, values: read })
  return term.success ? term.data : problem(scanned, `A value of ${field}: is out of range or too long.`)
}

function absence(value: ScannedValue, { name, values, isNot }: ScannedTerm, field: FilterField): string {
  if (!value.isClosed) return 'The quote is not closed.'
  if (values.length > 1) return 'A value is missing beside the comma.'
  if (name !== null) return `${field}: needs a value, as in ${FIELDS[field].example}.`
  return isNot && !value.isQuoted ? 'A minus needs something to leave out.' : 'There is nothing between the quotes.'
}

/** An empty value has no width to underline: its term has. */
function placeOf(value: ScannedValue, term: ScannedTerm): Range {
  return value.to > value.from ? value : term
}

function problem({ from, to }: Range, message: string): FilterProblem {
  return { from, to, message }
}

function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`
}

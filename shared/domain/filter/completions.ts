import { z } from 'zod'
import { LANES } from '../row.ts'
import { FIELD_NAMES, FIELDS, isField } from './fields.ts'
import { type FilterField, MARKS, RISKS } from './filter.ts'
import { formatWord } from './formatFilter.ts'
import { type Range, type ScannedTerm, scanFilter } from './scan.ts'

/** Words that occur in what is filtered. */
export const filterWordsSchema = z.object({
  kinds: z.array(z.string()),
  sources: z.array(z.string()),
  tools: z.array(z.string()),
  /** `key` and `key=value`. */
  tags: z.array(z.string()),
})
export type FilterWords = z.infer<typeof filterWordsSchema>

export interface Completion {
  /** Takes the place of the range. */
  text: string
  about: string
}

/** What may stand at the cursor, and which part of the text it would replace. */
export interface Completions extends Range {
  items: Completion[]
}

const TIMES: readonly Completion[] = [
  { text: '-1h', about: 'an hour ago' },
  { text: '-24h', about: 'a day ago' },
  { text: '10m', about: 'ten minutes after the first event' },
]
const RISK_VALUES: readonly Completion[] = [
  { text: '>=medium', about: 'medium or high' },
  ...RISKS.toReversed().map((risk) => ({ text: risk, about: 'this risk' })),
]
const MOST = 50

/** Completions for the text before the cursor; the rest of the word that the cursor is in goes when one is taken. */
export function completionsAt(text: string, cursor: number, words: FilterWords): Completions {
  const term = scanFilter(text).find(({ from, to }) => from < cursor && cursor <= to)
  if (term === undefined) return { from: cursor, to: cursor, items: fieldsLike('') }
  const { name } = term
  if (name === null || cursor <= name.to) {
    const from = Math.min(cursor, term.from + (term.isNot ? 1 : 0))
    return { from, to: name === null ? term.to : name.to + 1, items: fieldsLike(text.slice(from, cursor)) }
  }
  const field = name.text.toLowerCase()
  const value = valueAt(term, cursor)
  if (!isField(field)) return { ...value, items: [] }
  const typed = text.slice(value.from, cursor).replace(/^"/, '').toLowerCase()
  const items = valuesOf(field, words)
    .map((item) => ({ item, rank: rankOf(item.text.toLowerCase(), typed) }))
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ item: { text, about } }) => ({ text: formatWord(text), about }))
  return { ...value, items }
}

function valueAt({ values, to }: ScannedTerm, cursor: number): Range {
  const found = values.find((value) => value.from <= cursor && cursor <= value.to)
  return found === undefined ? { from: to, to } : { from: found.from, to: found.to }
}

/** Words that begin with what is typed come before those that hold it. */
function rankOf(word: string, typed: string): number {
  if (word.startsWith(typed)) return 0
  return word.includes(typed) ? 1 : 2
}

function fieldsLike(typed: string): Completion[] {
  const prefix = typed.toLowerCase()
  return FIELD_NAMES.filter((name) => name.startsWith(prefix)).map((name) => ({
    text: `${name}:`,
    about: FIELDS[name].about,
  }))
}

function valuesOf(field: FilterField, words: FilterWords): readonly Completion[] {
  const plain = (list: readonly string[], about = '') => list.map((text) => ({ text, about }))
  switch (field) {
    case 'kind':
      return plain(words.kinds)
    case 'source':
      return plain(words.sources)
    case 'tool':
      return plain(words.tools)
    case 'lane':
      return plain(LANES)
    case 'is':
      return plain(MARKS)
    case 'risk':
      return RISK_VALUES
    case 'after':
    case 'before':
      return TIMES
    case 'cost':
      return plain(['>0.01', '>0.1'], 'dollars')
    case 'duration':
      return plain(['>1s', '>10s', '>1m'])
    case 'tag':
      return plain(words.tags)
    case 'text':
    case 'path':
      return []
    default:
      return field satisfies never
  }
}

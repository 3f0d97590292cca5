import { isField } from '../filter/fields.ts'
import type { Filter } from '../filter/filter.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { scanFilter } from '../filter/scan.ts'
import { wordsOf } from './words.ts'

/** Shorter beginnings of words are in nearly every event. */
const SHORTEST_PREFIX = 2
/** More would be no search any more. */
const MOST_TERMS = 32

/** Words that follow each other; of a prefix the last one may go on. */
export interface SearchTerm {
  words: string[]
  isPrefix: boolean
}

/** What is looked for: every term must be found, in events that the filter leaves. One of both may be empty. */
export type SearchQuery =
  | { state: 'empty' }
  | { state: 'wrong'; problem: string }
  | { state: 'ready'; terms: SearchTerm[]; filter: Filter }

const TERM = /"([^"]*)"(\*?)|"([^"]*)$|[^\s"]+/g

/**
 * Reads what a person typed: words that must all be there, `"words in a row"`, and `beginning*` of a word. What is
 * neither letter nor digit only separates, so that `src/main.ts` means these three words in a row. Terms of the filter
 * language that name a field narrow it: `is:error`, `-tool:terminal`; a word with another colon is a word.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const named = scanFilter(text).filter(({ name }) => name !== null && isField(name.text.toLowerCase()))
  const read = parseFilter(named.map(({ from, to }) => text.slice(from, to)).join(' '))
  if ('problem' in read) return wrong(read.problem.message)
  let words = text
  for (const { from, to } of named.toReversed()) words = `${words.slice(0, from)} ${words.slice(to)}`
  const query = parseWords(words)
  if (query.state === 'wrong') return query
  const terms = query.state === 'ready' ? query.terms : []
  return query.state === 'empty' && read.filter.length === 0 ? query : { state: 'ready', terms, filter: read.filter }
}

type Words = Exclude<SearchQuery, { state: 'ready' }> | { state: 'ready'; terms: SearchTerm[] }

function parseWords(text: string): Words {
  const terms: SearchTerm[] = []
  for (const match of text.matchAll(TERM)) {
    const [whole, quoted, star, unclosed] = match
    if (unclosed !== undefined) return wrong(`The quotation mark before ${unclosed.trim() || 'the end'} is not closed.`)
    const isPrefix = quoted === undefined ? whole.endsWith('*') : star === '*'
    const inner = quoted ?? whole.replace(/\*+$/, '')
    if (quoted === undefined && inner.includes('*'))
      return wrong(`In ${whole} the star stands inside: it stands for the rest of a word, at its end.`)
    const words = [...wordsOf(inner)].map(({ folded }) => folded).filter((word) => word !== '')
    const last = words.at(-1)
    // A dash of a command, a quotation mark: only what is nothing else is wrong.
    if (last === undefined) continue
    if (isPrefix && isTooShort(last))
      return wrong(`${whole} is too short: a beginning needs ${SHORTEST_PREFIX} letters.`)
    terms.push({ words, isPrefix })
  }
  if (terms.length === 0)
    return text.trim() === '' ? { state: 'empty' } : wrong(`${text.trim()} holds neither a letter nor a digit.`)
  if (terms.length > MOST_TERMS)
    return wrong(`These are ${terms.length} words; at most ${MOST_TERMS} can be looked for.`)
  return { state: 'ready', terms }
}

/** The words of a text in a row, or null when it has none; a star at its end stands for the rest of a word. */
export function phraseOf(text: string): SearchTerm | null {
  const words = [...wordsOf(text)].map(({ folded }) => folded).filter((word) => word !== '')
  return words.length === 0 ? null : { words, isPrefix: text.trimEnd().endsWith('*') }
}

/** A sign of a script without spaces is a word by itself. */
function isTooShort(prefix: string): boolean {
  return /^[\p{Script=Latin}\p{N}]*$/u.test(prefix) && prefix.length < SHORTEST_PREFIX
}

function wrong(problem: string): { state: 'wrong'; problem: string } {
  return { state: 'wrong', problem }
}

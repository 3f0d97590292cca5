import type { Filter, FilterTerm } from './filter.ts'
import { formatDurationMs, formatMoment } from './quantities.ts'

/** The text of a filter: `parseFilter` gives the same filter back. */
export function formatFilter(filter: Filter): string {
  return filter.map(formatTerm).join(' ')
}

/** The text of one term. */
export function formatTerm(term: FilterTerm): string {
  return `${term.isNot ? '-' : ''}${term.field}:${formatValues(term)}`
}

/** What stands after the colon of a term. */
export function formatValues(term: FilterTerm): string {
  return valuesOf(term).map(formatWord).join(',')
}

/** A value as it is written: in quotes where it would be read as more than one. */
export function formatWord(text: string): string {
  return /[\s,"]/.test(text) || text === '' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}

function valuesOf(term: FilterTerm): string[] {
  switch (term.field) {
    case 'kind':
    case 'source':
    case 'tool':
    case 'text':
    case 'path':
    case 'lane':
    case 'is':
      return term.values
    case 'risk':
      return term.values.map(({ relation, risk }) => `${relation === '=' ? '' : relation}${risk}`)
    case 'after':
    case 'before':
      return term.values.map(formatMoment)
    case 'cost':
      return term.values.map(({ relation, usd }) => `${relation}${usd}`)
    case 'duration':
      return term.values.map(({ relation, ms }) => `${relation}${formatDurationMs(ms)}`)
    case 'tag':
      return term.values.map(({ key, value }) => (value === null ? key : `${key}=${value}`))
    default:
      return term satisfies never
  }
}

import { LANES } from '../row.ts'
import { phraseOf } from '../search/index.ts'
import { type FilterField, MARKS, RISKS } from './filter.ts'
import { parseDuration, parseMoment, parseUsd, splitRelation } from './quantities.ts'

type Read = { value: unknown } | { expected: string }

/** One value of a term as data, or what it should have been. */
export function readValue(field: FilterField, text: string): Read {
  switch (field) {
    case 'kind':
    case 'source':
    case 'tool':
    case 'path':
      return { value: text }
    case 'text':
      return phraseOf(text) === null
        ? { expected: 'a text to look for: it needs a letter or a digit' }
        : { value: text }
    case 'lane':
      return oneOf(LANES, text, 'a lane')
    case 'is':
      return oneOf(MARKS, text, 'something that an event can be')
    case 'risk': {
      const { relation, rest } = splitRelation(text)
      const risk = RISKS.find((word) => word === rest.toLowerCase())
      if (risk === undefined) return { expected: `a risk: ${RISKS.join(', ')}, or as in >=medium` }
      return { value: { relation: relation ?? '=', risk } }
    }
    case 'after':
    case 'before': {
      const moment = parseMoment(text)
      const expected =
        'a time: 2026-08-24, 2026-08-24T09:30 (UTC), -2h for two hours ago, or 10m for ten minutes after the start'
      return moment === null ? { expected } : { value: moment }
    }
    case 'cost': {
      const { relation, rest } = splitRelation(text)
      const usd = parseUsd(rest)
      return relation === null || usd === null ? { expected: 'a cost, as in >0.05' } : { value: { relation, usd } }
    }
    case 'duration': {
      const { relation, rest } = splitRelation(text)
      const ms = parseDuration(rest)
      const expected = 'a duration, as in >500ms, >2s or <5m'
      return relation === null || ms === null ? { expected } : { value: { relation, ms } }
    }
    case 'tag': {
      const at = text.indexOf('=')
      if (at === 0) return { expected: 'a tag, as in team or team=web' }
      return { value: at < 0 ? { key: text, value: null } : { key: text.slice(0, at), value: text.slice(at + 1) } }
    }
    default:
      return field satisfies never
  }
}

function oneOf(words: readonly string[], text: string, what: string): Read {
  const found = words.find((word) => word === text.toLowerCase())
  return found === undefined ? { expected: `${what}: ${words.join(', ')}` } : { value: found }
}

import { microsOf } from '../time.ts'
import { invalid, missing, outside } from './refusal.ts'

/** A page size: 1 to 100, 100 when absent; anything else is refused as FastAPI does. */
export function limitOf(query: URLSearchParams, whenTooLarge?: () => never): number {
  const text = query.get('limit')
  if (text === null) return 100
  const loc = ['query', 'limit']
  if (!/^\s*[+-]?\d+\s*$/.test(text)) {
    throw invalid('int_parsing', loc, 'Input should be a valid integer, unable to parse string as an integer', text)
  }
  const limit = Number(text)
  if (limit <= 0) throw invalid('greater_than', loc, 'Input should be greater than 0', text, { gt: 0 })
  if (limit > 100) {
    whenTooLarge?.()
    throw invalid('less_than_equal', loc, 'Input should be less than or equal to 100', text, { le: 100 })
  }
  return limit
}

/** A time parameter in microseconds; undefined when absent. */
export function timeOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const micros = microsOf(text)
  if (micros !== undefined) return micros
  const error = text.length < 10 ? 'input is too short' : 'invalid character in year'
  throw invalid(
    'datetime_from_date_parsing',
    ['query', name],
    `Input should be a valid datetime or date, ${error}`,
    text,
    {
      error,
    },
  )
}

/** A parameter with a closed set of values. */
export function choiceOf<T extends string>(query: URLSearchParams, name: string, choices: readonly T[]): T | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const choice = choices.find((value) => value === text)
  if (choice !== undefined) return choice
  throw outside(['query', name], choices, text)
}

/** A repeatable parameter that must be there. */
export function listOf(query: URLSearchParams, name: string): string[] {
  const values = query.getAll(name)
  if (values.length === 0) throw missing(['query', name])
  return values
}

/** A yes or no in any of the spellings that FastAPI takes; no when absent. */
export function flagOf(query: URLSearchParams, name: string): boolean {
  const text = query.get(name)
  if (text === null) return false
  if (YES.includes(text.toLowerCase())) return true
  if (NO.includes(text.toLowerCase())) return false
  const msg = 'Input should be a valid boolean, unable to interpret input'
  throw invalid('bool_parsing', ['query', name], msg, text)
}

const YES = ['true', 'yes', 'on', 't', 'y', '1']
const NO = ['false', 'no', 'off', 'f', 'n', '0']

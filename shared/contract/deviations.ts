import type { z } from 'zod'

/** What a value from a server has that the contract does not say, or lacks that it says. */
export interface Deviation {
  /** Where, as `items[0].action.kind`; empty for the value itself. */
  path: string
  problem: Problem
  /** One sentence that names the place; never holds the value, which may be a secret. */
  message: string
}

const PROBLEMS = ['missing', 'wrong type', 'unknown field', 'bad value', 'unknown kind'] as const
export type Problem = (typeof PROBLEMS)[number]

export type Path = readonly PropertyKey[]
export type Issue = z.core.$ZodIssue

/** A deviation before its path and sentence are written. */
export interface Finding {
  path: Path
  problem: Problem
  /** Continues a sentence that begins with the place: `should be string`. */
  why: string
}

/** Gives what stands at `path` inside `value`, or undefined. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** Translates what zod found in `value`. A finding handed through by a check (its `params.problem`) stays as it is. */
export function findingsOf(issues: readonly Issue[], value: unknown): Finding[] {
  return issues.flatMap((issue): Finding[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        problem: 'unknown field',
        why: 'is not in the contract',
      }))
    }
    return [{ path: issue.path, problem: problemOf(issue, valueAt(value, issue.path)), why: explain(issue) }]
  })
}

export function deviationsOf(issues: readonly Issue[], value: unknown): Deviation[] {
  return findingsOf(issues, value).map(({ path, problem, why }) => {
    const text = pathText(path)
    const subject = text === '' ? 'The value' : text
    return { path: text, problem, message: `${subject} ${problem === 'missing' ? 'is missing' : why}` }
  })
}

function problemOf(issue: Issue, found: unknown): Problem {
  const stated = issue.code === 'custom' ? PROBLEMS.find((problem) => problem === issue.params?.problem) : undefined
  if (stated !== undefined) return stated
  if (found === undefined) return 'missing'
  switch (issue.code) {
    case 'invalid_type':
      return 'wrong type'
    case 'invalid_union':
      return issue.discriminator !== undefined && typeof found === 'string' ? 'unknown kind' : 'wrong type'
    case 'invalid_value':
      return typeof found === typeof issue.values[0] ? 'bad value' : 'wrong type'
    default:
      return 'bad value'
  }
}

function explain(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `should be ${issue.expected}`
    case 'invalid_value':
      return `should be ${issue.values.map(String).join(' or ')}`
    case 'invalid_union':
      return issue.discriminator === undefined ? 'has none of the allowed shapes' : 'is not known'
    case 'too_small':
      return `should be at least ${issue.minimum}`
    case 'too_big':
      return `should be at most ${issue.maximum}`
    default:
      return issue.message
  }
}

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/** Writes a path for people: `items[0].tags["a b"]`. */
function pathText(path: Path): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (PLAIN_NAME.test(String(key))) text += text === '' ? String(key) : `.${String(key)}`
    else text += `[${JSON.stringify(String(key))}]`
  }
  return text
}

import type { z } from 'zod'
import { type Issue, type Path, valueAt } from './deviations.ts'

/**
 * Gives `value` as the schema's type: itself when its deviations leave the type true, otherwise a copy without the
 * wrong parts (the optional field, or the list element, that holds them). Null when a required part is wrong.
 */
export function repair<S extends z.ZodType>(schema: S, value: unknown, error: z.ZodError): z.output<S> | null {
  const wrong = error.issues.filter((issue) => !keepsType(issue))
  // The one cast of reading: nothing that was found contradicts the type.
  if (wrong.length === 0) return value as z.output<S>
  const rest = condemned(wrong, value).reduce(without, value)
  if (rest === value) return null
  const again = schema.safeParse(rest)
  return again.success ? again.data : repair(schema, rest, again.error)
}

/**
 * Unknown fields, unknown values and numbers out of range leave the type true; so does all that a check finds,
 * because checks come after types. `invalid_value` does not: literals choose the member of a union.
 */
function keepsType(issue: Issue): boolean {
  switch (issue.code) {
    case 'unrecognized_keys':
    case 'too_small':
    case 'too_big':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'custom':
      return true
    default:
      return false
  }
}

/** Paths to remove: a missing field condemns its holder. Last first, so that indexes of lists stay true. */
function condemned(wrong: readonly Issue[], value: unknown): Path[] {
  const paths = wrong.map(({ path }) => (valueAt(value, path) === undefined ? path.slice(0, -1) : path))
  const distinct = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
  return distinct.filter((path) => !distinct.some((other) => holds(other, path))).toReversed()
}

function holds(outer: Path, inner: Path): boolean {
  return outer.length < inner.length && outer.every((key, depth) => key === inner[depth])
}

/** A copy of `value` without what stands at `path`; `value` itself when nothing stands there. Copies only the way. */
function without(value: unknown, path: Path): unknown {
  const [key, ...rest] = path
  if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
  const inner = rest.length === 0 ? undefined : without(Reflect.get(value, key), rest)
  if (Array.isArray(value)) {
    return rest.length === 0 ? value.toSpliced(Number(key), 1) : value.with(Number(key), inner)
  }
  const copy = { ...value }
  if (rest.length === 0) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, inner)
  return copy
}

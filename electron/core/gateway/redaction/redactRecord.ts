import type { ValueRedactor } from './valueRedactor.ts'

/**
 * A copy of a plain record with held values taken out of every string, keys of maps included. Records are read from
 * unredacted text, because the session key that they carry has to be learned first.
 */
export function redactRecord<T>(record: T, redactor: ValueRedactor): T {
  // The walk keeps the shape: strings stay strings, arrays stay arrays, objects keep their (redacted) keys.
  return walk(record, redactor) as T
}

function walk(value: unknown, redactor: ValueRedactor): unknown {
  if (typeof value === 'string') return redactor.redact(value)
  if (Array.isArray(value)) return value.map((item) => walk(item, redactor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redactor.redact(key), walk(item, redactor)]))
}

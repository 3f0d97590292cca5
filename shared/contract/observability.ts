import { z } from 'zod'

const LONGEST_SPAN_NAME = 128
const SPAN_NAME = /^[A-Za-z0-9._:/-]+$/

/** What an agent server refuses about a span name; null when nothing. Broken, it ends the start much later (contract §5). */
export function spanNameProblem(name: string): string | null {
  if (!SPAN_NAME.test(name)) return 'may hold only letters, digits and . _ : / -'
  return name.length > LONGEST_SPAN_NAME ? `is longer than ${LONGEST_SPAN_NAME} characters` : null
}

/**
 * What an agent server refuses about a value of trace metadata; null when nothing (contract §5): texts, numbers, yes or
 * no, or a list of one of them, in which whole numbers and fractions do not mix.
 */
export function metadataProblem(value: unknown): string | null {
  if (!Array.isArray(value)) {
    return isScalar(value) ? null : 'must be a text, a number, true or false, or a list of one of them'
  }
  if (!value.every(isScalar)) return 'may list only texts, numbers, or true and false'
  const types = new Set(value.map(typeName))
  if (types.size < 2) return null
  return [...types].every((type) => type === 'whole number' || type === 'fraction')
    ? 'may not mix whole numbers and fractions'
    : 'may list only one type of value'
}

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

function typeName(value: unknown): string {
  if (typeof value !== 'number') return typeof value
  return Number.isInteger(value) ? 'whole number' : 'fraction'
}

export const spanNameForWritingSchema = z.string().check(({ value, issues }) => {
  const problem = spanNameProblem(value)
  if (problem !== null) issues.push({ code: 'custom', message: problem, input: value })
})

const metadataValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
])

export const metadataForWritingSchema = z.record(z.string(), metadataValueSchema).check(({ value, issues }) => {
  for (const [key, item] of Object.entries(value)) {
    const problem = key.trim() === '' ? 'needs a key' : metadataProblem(item)
    if (problem !== null) issues.push({ code: 'custom', path: [key], message: problem, input: value })
  }
})

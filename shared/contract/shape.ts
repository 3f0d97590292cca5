import { z } from 'zod'
import { type Finding, findingsOf } from './deviations.ts'
import { EXECUTION_STATUSES, knownValue } from './enums.ts'

/**
 * A text that should be one of `values`. Its type stays `string`, because a reading keeps values of newer servers;
 * another value is a deviation, and a strict reading refuses it.
 */
export function oneOf(values: readonly string[]) {
  return z.string().refine((text) => values.includes(text), { error: `is not one of ${values.join(', ')}` })
}

/** Run state in any letter case (contract §16.3). */
export const executionStatusSchema = z
  .string()
  .refine((text) => knownValue(EXECUTION_STATUSES, text) !== null, { error: 'is not a known execution status' })

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** Events carry no zone and mean UTC; records carry `Z`, or not (contract §1.1, §1.2, §18.4). Kept as text. */
export const wireTimeSchema = z.string().regex(ISO_TIME, { error: 'is not an ISO time' })

export const countSchema = z.int().min(0)

/** JSON object whose fields the console does not read. */
export const jsonObjectSchema = z.record(z.string(), z.unknown())

/** What `schema` finds in `value`: for checks that choose a schema by another field. */
export function inspect(schema: z.ZodType, value: unknown): Finding[] {
  return findingsOf(schema.safeParse(value).error?.issues ?? [], value)
}

/** Hands findings inside a check on to the reading; `at` is where the inspected value stands. */
export function report(issues: z.core.$ZodRawIssue[], findings: readonly Finding[], at: readonly string[] = []): void {
  for (const { path, problem, why } of findings) {
    issues.push({ code: 'custom', path: [...at, ...path], message: why, params: { problem }, input: undefined })
  }
}

/**
 * A payload whose `kind` chooses its schema. It is typed loosely, so that a payload with deviations is still usable.
 * A kind that is in no list is reported as `unknown kind`, unless `isOpen` says that servers make such names up.
 */
export function byKind(schemas: Readonly<Record<string, z.ZodType>>, isOpen: (kind: string) => boolean = () => false) {
  return z.looseObject({ kind: z.string() }).check(({ value, issues }) => {
    const schema = Object.hasOwn(schemas, value.kind) ? schemas[value.kind] : undefined
    if (schema !== undefined) report(issues, inspect(schema, value))
    else if (!isOpen(value.kind)) report(issues, [{ path: ['kind'], problem: 'unknown kind', why: 'is not known' }])
  })
}

import { z } from 'zod'
import { laneSchema } from '../row.ts'

/** What an event can be. */
export const MARKS = ['error', 'rejected', 'pending', 'condensed', 'nonconforming'] as const
const markSchema = z.enum(MARKS)
export type Mark = z.infer<typeof markSchema>

/** Rising, so that they can be compared (contract §9). */
export const RISKS = ['unknown', 'low', 'medium', 'high'] as const
const riskSchema = z.enum(RISKS)
export type Risk = z.infer<typeof riskSchema>

export const RELATIONS = ['>=', '<=', '>', '<', '='] as const
const relationSchema = z.enum(RELATIONS)
export type Relation = z.infer<typeof relationSchema>

/** The year 2200: microseconds of much later times are no exact numbers. */
const LAST_MS = 7_258_118_400_000
const MOST_MS = 1e13

/** A moment of servers' clocks: on the calendar, before now, or after the first event of the conversation. */
const momentSchema = z.discriminatedUnion('from', [
  z.object({ from: z.literal('epoch'), ms: z.number().int().min(0).max(LAST_MS) }),
  z.object({ from: z.literal('now'), ms: z.number().int().min(0).max(MOST_MS) }),
  z.object({ from: z.literal('start'), ms: z.number().int().min(0).max(MOST_MS) }),
])
export type Moment = z.infer<typeof momentSchema>

const wordSchema = z.string().min(1).max(500)

function term<Field extends string, Value extends z.ZodType>(field: Field, value: Value) {
  return z.object({ field: z.literal(field), isNot: z.boolean(), values: z.array(value).min(1).max(100) })
}

/** One condition: it holds when one of its values does, or, with `isNot`, when none does. */
const filterTermSchema = z.discriminatedUnion('field', [
  term('kind', wordSchema),
  term('source', wordSchema),
  term('tool', wordSchema),
  term('lane', laneSchema),
  term('is', markSchema),
  term('risk', z.object({ relation: relationSchema, risk: riskSchema })),
  term('text', wordSchema),
  term('path', wordSchema),
  term('after', momentSchema),
  term('before', momentSchema),
  term('cost', z.object({ relation: relationSchema, usd: z.number().min(0).max(1e9) })),
  term('duration', z.object({ relation: relationSchema, ms: z.number().int().min(0).max(MOST_MS) })),
  /** Of the conversation; null: whatever the value is. */
  term(
    'tag',
    z.object({
      key: z
        .string()
        .regex(/^[^=]+$/)
        .max(500),
      value: z.string().max(500).nullable(),
    }),
  ),
])
export type FilterTerm = z.infer<typeof filterTermSchema>
export type FilterField = FilterTerm['field']

/** What a view shows: rows for which every term holds. Data, so it can be stored, sent and compared. */
export const filterSchema = z.array(filterTermSchema).max(100)
export type Filter = z.infer<typeof filterSchema>

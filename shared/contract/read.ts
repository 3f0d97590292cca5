import type { z } from 'zod'
import { type Deviation, deviationsOf } from './deviations.ts'
import { repair } from './repair.ts'

/** What reading gives: the value as it came, what is odd about it, and the part that can be relied on. */
export interface LenientReading<T> {
  /** The very value that came in: nothing dropped, nothing changed. */
  value: unknown
  /** Empty for a conforming value. */
  deviations: Deviation[]
  /**
   * The value with the type of the schema. Unknown fields and unknown values are in it; fields of a wrong type are
   * left out of a copy. Null when a required field is missing or of a wrong type.
   */
  usable: T | null
}

export type StrictReading<T> = { ok: true; value: T } | { ok: false; deviations: Deviation[] }

/** Reads what a server sent. Never throws, loses nothing, and reports every deviation (architecture decision 11). */
export function readLenient<S extends z.ZodType>(schema: S, value: unknown): LenientReading<z.output<S>> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value, deviations: [], usable: parsed.data }
  return { value, deviations: deviationsOf(parsed.error.issues, value), usable: repair(schema, value, parsed.error) }
}

/** Reads with the same definition, and refuses a value that deviates in anything. Does not throw. */
export function readStrict<S extends z.ZodType>(schema: S, value: unknown): StrictReading<z.output<S>> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, deviations: deviationsOf(parsed.error.issues, value) }
}

/** Refusal of something that the console was about to send; `field` is the path of what is wrong. */
export class UnfitToSend extends Error {
  override readonly name = 'UnfitToSend'
  readonly field: string
  readonly deviations: Deviation[]
  constructor(deviations: Deviation[]) {
    super(deviations.map((deviation) => deviation.message).join('; '))
    this.deviations = deviations
    this.field = deviations[0]?.path ?? ''
  }
}

/** Checks a request body before it is sent, and throws `UnfitToSend` naming the field that a server would refuse. */
export function parseForSending<S extends z.ZodType>(schema: S, value: z.input<S>): z.output<S> {
  const reading = readStrict(schema, value)
  if (!reading.ok) throw new UnfitToSend(reading.deviations)
  return reading.value
}

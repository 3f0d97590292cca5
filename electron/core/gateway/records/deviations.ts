import type { z } from 'zod'
import { readLenient } from '../../../../shared/contract/index.ts'

/** A record of a newer server deviates in a hundred places at once; a person reads a few. */
const MOST_DEVIATIONS = 20

/** How a record deviates from the published schema, in words (architecture decision 11). */
export function deviationsOf(schema: z.ZodType, record: unknown): string[] {
  const { deviations } = readLenient(schema, record)
  const shown = deviations.slice(0, MOST_DEVIATIONS).map(({ message }) => message)
  const rest = deviations.length - shown.length
  return rest === 0 ? shown : [...shown, `and ${rest} more`]
}

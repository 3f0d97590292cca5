import type { z } from 'zod'
import { parseForSending, UnfitToSend } from '../../../shared/contract/index.ts'
import { HandrailError } from '../../../shared/domain/index.ts'

/** Checks what is about to be sent (architecture decision 11). Throws `invalid-input`, naming the field. */
export function checked<S extends z.ZodType>(schema: S, value: z.input<S>, purpose: string): z.output<S> {
  try {
    return parseForSending(schema, value)
  } catch (error) {
    if (!(error instanceof UnfitToSend)) throw error
    throw new HandrailError({
      code: 'invalid-input',
      message: `Could not ${purpose}: ${error.message}.`,
      advice: 'Nothing was sent; change the named value.',
      field: error.field,
    })
  }
}

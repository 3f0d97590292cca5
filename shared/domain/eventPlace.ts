import { z } from 'zod'
import { failureSchema } from './failure.ts'

/** What one server says when it is asked for a single event. */
export const eventPlaceSchema = z.object({
  server: z.enum(['app', 'agent']),
  finding: z.discriminatedUnion('state', [
    /** `isNew`: it was missing here, and is stored now. */
    z.object({ state: z.literal('there'), isNew: z.boolean() }),
    z.object({ state: z.literal('missing') }),
    /** It cannot be asked now, or never. */
    z.object({ state: z.literal('not-asked'), reason: z.string() }),
    z.object({ state: z.literal('failed'), failure: failureSchema }),
  ]),
})
export type EventPlace = z.infer<typeof eventPlaceSchema>

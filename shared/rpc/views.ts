import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import {
  conversationRefSchema,
  draftSchema,
  eventBodySchema,
  eventPlaceSchema,
  filterWordsSchema,
  overviewRequestSchema,
  overviewSchema,
  viewChangeSchema,
  viewOpenedSchema,
  viewRequestSchema,
  windowRequestSchema,
  windowSchema,
} from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const viewIdSchema = z.object({ view: z.string() })

export const viewContract = {
  open: procedure.input(viewRequestSchema).output(viewOpenedSchema),
  close: procedure.input(viewIdSchema).output(nothing),
  window: procedure.input(windowRequestSchema).output(windowSchema),
  /** Words to complete a filter with. */
  words: procedure.input(viewIdSchema).output(filterWordsSchema),
  overview: procedure.input(overviewRequestSchema).output(overviewSchema),
  drafts: procedure.input(viewIdSchema).output(z.array(draftSchema)),
  changes: procedure.input(viewIdSchema).output(eventIterator(viewChangeSchema)),
}

export const eventContract = {
  /** `length` at most 2,000,000 UTF-16 units a call; larger events are read in ranges. */
  get: procedure
    .input(
      conversationRefSchema.extend({
        eventId: z.string(),
        offset: z.number().int().min(0),
        length: z.number().int().min(1).max(2_000_000),
      }),
    )
    .output(eventBodySchema),
  /** Asks each server that may have it for this one event, and stores it where it is missing here. */
  look: procedure
    .input(conversationRefSchema.extend({ eventId: z.string().min(1).max(200) }))
    .output(z.array(eventPlaceSchema)),
}

import { z } from 'zod'
import { conversationRefSchema } from '../connection.ts'
import { laneSchema } from '../row.ts'

/** Up to so many events are counted and ranked; of more only the newest are shown. */
export const MOST_COUNTED = 5_000

/** `best`: those that say it most, when they can be ranked. `newest`: by the time of the event. */
export const searchOrderSchema = z.enum(['best', 'newest'])
export type SearchOrder = z.infer<typeof searchOrderSchema>

export const searchRequestSchema = z.object({
  query: z.string().max(1_000),
  /** Null: all conversations. */
  conversation: conversationRefSchema.nullable(),
  /** Of all conversations only those of this connection. */
  connectionId: z.string().optional(),
  order: searchOrderSchema,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(100),
})
export type SearchRequest = z.infer<typeof searchRequestSchema>

export const searchHitSchema = z.object({
  conversation: conversationRefSchema,
  /** Title of the conversation; null when its record has none or is not stored. */
  title: z.string().nullable(),
  eventId: z.string(),
  /** Microseconds since the epoch; null when the event's time is unreadable. */
  timeUs: z.number().nullable(),
  lane: laneSchema,
  kind: z.string(),
  label: z.string(),
  isError: z.boolean(),
  snippet: z.object({
    text: z.string(),
    /** `[start, end)` in UTF-16 units. */
    marks: z.array(z.tuple([z.number(), z.number()])),
  }),
})
export type SearchHit = z.infer<typeof searchHitSchema>

export const searchPageSchema = z.object({
  hits: z.array(searchHitSchema),
  /** Events found; with `isMore` at least so many. */
  total: z.number(),
  isMore: z.boolean(),
  /** As it is; `newest` when more was found than can be ranked. */
  order: searchOrderSchema,
  /** Stored events that were not searched, because the index cannot be written now. */
  lacking: z.number(),
  /** Offset of the next page; null at the end. */
  nextOffset: z.number().nullable(),
})
export type SearchPage = z.infer<typeof searchPageSchema>

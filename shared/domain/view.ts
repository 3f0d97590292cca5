import { z } from 'zod'
import { conversationRefSchema } from './connection.ts'
import { filterSchema } from './filter/index.ts'
import { rowSchema } from './row.ts'

/** `spans`: an action and its result share a row. `raw`: every event has its own. Both in log order. */
export const viewOrderSchema = z.enum(['spans', 'raw'])
export type ViewOrder = z.infer<typeof viewOrderSchema>

export const viewSpecSchema = z.object({
  conversation: conversationRefSchema,
  filter: filterSchema,
  order: viewOrderSchema,
})
export type ViewSpec = z.infer<typeof viewSpecSchema>

export const anchorSchema = z.union([
  z.object({ id: z.string() }),
  z.literal('end'),
  z.object({ position: z.number().int().min(0) }),
])
export type Anchor = z.infer<typeof anchorSchema>

export const windowRequestSchema = z.object({
  view: z.string(),
  anchor: anchorSchema,
  before: z.number().int().min(0).max(500),
  after: z.number().int().min(0).max(500),
})
export type WindowRequest = z.infer<typeof windowRequestSchema>

export const windowSchema = z.object({
  revision: z.number(),
  count: z.number(),
  /** Position of `rows[0]`. */
  first: z.number(),
  /** Position of the anchor; null when the anchored event is not in the view (filtered out or unknown). */
  anchorPosition: z.number().nullable(),
  /** In position order. A gap row stands for the part of the gap inside the window. */
  rows: z.array(rowSchema),
})
export type Window = z.infer<typeof windowSchema>

/** Which rows to send along with the opened view: they need not be asked for then. */
export const firstRowsSchema = windowRequestSchema.omit({ view: true })
export type FirstRows = z.infer<typeof firstRowsSchema>

export const viewRequestSchema = viewSpecSchema.extend({ first: firstRowsSchema.optional() })
export type ViewRequest = z.infer<typeof viewRequestSchema>

export const viewOpenedSchema = z.object({
  view: z.string(),
  /** Rows, gap positions included. */
  count: z.number(),
  revision: z.number(),
  /** The first rows, when they were wished for. */
  window: windowSchema.optional(),
})
export type ViewOpened = z.infer<typeof viewOpenedSchema>

export const overviewRequestSchema = z.object({
  view: z.string(),
  buckets: z.number().int().min(1).max(2000),
  clock: z.enum(['wall', 'active']),
})

/** Counts per lane and bucket over the rows of a view, and errors per bucket. */
export const overviewSchema = z.object({
  revision: z.number(),
  /** Microseconds since the epoch of the left and right edge. */
  startUs: z.number(),
  endUs: z.number(),
  lanes: z.record(z.string(), z.array(z.number())),
  errors: z.array(z.number()),
  /** Position of the first row of each bucket (of the next row when the bucket is empty). */
  positions: z.array(z.number()),
})
export type Overview = z.infer<typeof overviewSchema>

/** Conflated: at most 30 a second, the latest wins (architecture decision 2). */
export const viewChangeSchema = z.object({
  revision: z.number(),
  count: z.number(),
  /** Position from which rows may differ from the revision before; rows below it kept their positions and content. */
  changedFrom: z.number(),
  /** True when what is being streamed changed: pull `view.drafts`. */
  drafts: z.boolean(),
})
export type ViewChange = z.infer<typeof viewChangeSchema>

/** Text that is being streamed and not an event yet. */
export const draftSchema = z.object({
  itemId: z.string(),
  kind: z.enum(['text', 'reasoning']),
  text: z.string(),
})
export type Draft = z.infer<typeof draftSchema>

export const eventBodySchema = z.object({
  /** The stored, redacted JSON text: whole, or `json.slice(offset, offset + length)` of it. UTF-16 units. */
  json: z.string(),
  totalLength: z.number(),
  deviations: z.array(z.object({ path: z.string(), problem: z.string(), message: z.string() })),
  redactions: z.number(),
})
export type EventBody = z.infer<typeof eventBodySchema>

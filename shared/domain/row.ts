import { z } from 'zod'

/** Who acted. Colour goes by lane, never by kind. */
export const LANES = ['user', 'agent', 'tool', 'env', 'hook', 'memory'] as const
export const laneSchema = z.enum(LANES)
export type Lane = z.infer<typeof laneSchema>

export const spanStateSchema = z.enum(['instant', 'running', 'pending', 'done', 'failed', 'rejected'])
export type SpanState = z.infer<typeof spanStateSchema>

export const rowFlagsSchema = z.object({
  isError: z.boolean(),
  isCondensed: z.boolean(),
  isNonconforming: z.boolean(),
  /** Its place is not yet confirmed by the server's log order (architecture decision 7). */
  isProvisional: z.boolean(),
  isRedacted: z.boolean(),
})

/** One event, or one action with its result. Light: a window of 60 is a few KB. */
export const eventRowSchema = z.object({
  type: z.literal('event'),
  position: z.number(),
  /** The event's id; with `pairedId`, the action's. */
  id: z.string(),
  /** Id of the observation, rejection or agent error that answered the action. */
  pairedId: z.string().nullable(),
  /** 0-based place in the server's log; null until known. */
  logIndex: z.number().nullable(),
  /** Microseconds since the epoch, zone-less server times read as UTC; null when the time is unreadable. */
  timeUs: z.number().nullable(),
  lane: laneSchema,
  /** Wire kind, e.g. `ActionEvent`. */
  kind: z.string(),
  /** What the row is called: the tool's name, or a word for the kind (`message`, `system prompt`, `state`). */
  label: z.string(),
  tool: z.string().nullable(),
  /** One line, at most 200 characters. */
  summary: z.string(),
  /** True when the summary is code (a command, a path, a URL). */
  isCode: z.boolean(),
  span: z.object({ state: spanStateSchema, durationUs: z.number().nullable() }),
  /** `exit 1`, `rejected`, `confirm`, ... or empty. */
  result: z.string(),
  risk: z.string().nullable(),
  costUsd: z.number().nullable(),
  tokens: z.number().nullable(),
  /** Bytes of the stored JSON, pair included. */
  bytes: z.number(),
  flags: rowFlagsSchema,
})
export type EventRow = z.infer<typeof eventRowSchema>

/** `count` events that the server has and the archive has not (yet). Takes `count` positions. */
export const gapRowSchema = z.object({
  type: z.literal('gap'),
  position: z.number(),
  count: z.number(),
  reason: z.enum(['loading', 'missing']),
  /** The whole gap, of which this row may be a part: its first position and how many it takes. */
  first: z.number(),
  total: z.number(),
  /** Times of the events before and after it, in microseconds since the epoch; null where there is none. */
  fromUs: z.number().nullable(),
  toUs: z.number().nullable(),
})
export type GapRow = z.infer<typeof gapRowSchema>

export const rowSchema = z.discriminatedUnion('type', [eventRowSchema, gapRowSchema])
export type Row = z.infer<typeof rowSchema>

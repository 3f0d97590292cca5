import { z } from 'zod'
import { goalSchema } from './agent.ts'

/** One sync state per conversation (architecture decision 15). */
export const syncPhaseSchema = z.discriminatedUnion('phase', [
  /** Only what the archive holds; nobody asks a server. */
  z.object({ phase: z.literal('local') }),
  z.object({
    phase: z.literal('backfilling'),
    stored: z.number(),
    /** The server's count; null until it answered. */
    total: z.number().nullable(),
    from: z.enum(['agent', 'app']),
  }),
  z.object({ phase: z.literal('live') }),
  /** Nothing tells of news: the server is asked again every `everyMs` milliseconds. */
  z.object({ phase: z.literal('polling'), everyMs: z.number() }),
  /** `at`: milliseconds since the epoch of the next attempt. */
  z.object({ phase: z.literal('reconnecting'), attempt: z.number(), at: z.number(), reason: z.string() }),
  /** `canRetry`: false when only a change on the server can help. */
  z.object({ phase: z.literal('stopped'), reason: z.string(), canRetry: z.boolean() }),
])
export type SyncPhase = z.infer<typeof syncPhaseSchema>

export const syncStateSchema = z.object({
  sync: syncPhaseSchema,
  /** Milliseconds since the epoch at which `sync.phase` began. */
  since: z.number(),
  /** Durable events in the archive. */
  localCount: z.number(),
  /** Durable events of the server when last asked, and when; null when never. */
  server: z.object({ count: z.number(), checkedAt: z.number(), side: z.enum(['agent', 'app']) }).nullable(),
  /** Ranges known to be missing. */
  gaps: z.number(),
  /** Events stored with deviations from the contract. */
  nonconforming: z.number(),
  /** Frames that were not events at all (not JSON, no id): counted and kept in the log, not in the archive. */
  malformed: z.number(),
  socket: z
    .object({
      dialect: z.enum(['session', 'events']),
      /** Round trip of the last protocol ping in milliseconds; null before the first. */
      pingMs: z.number().nullable(),
      lastFrameAt: z.number().nullable(),
      /** What the server last said to be wrong, in an `error` frame of the session socket. `at`: epoch milliseconds. */
      lastError: z.object({ code: z.string(), detail: z.string(), at: z.number() }).nullable(),
    })
    .nullable(),
})
export type SyncState = z.infer<typeof syncStateSchema>

/** What the newest state-update events say; the agent server's truth, not the record's. */
export const liveFactsSchema = z.object({
  executionStatus: z.string().nullable(),
  tags: z.record(z.string(), z.string()).nullable(),
  costUsd: z.number().nullable(),
  tokens: z.number().nullable(),
  /** The newest goal that the agent was given; null when it never had one. */
  goal: goalSchema.nullable(),
  /** Actions without a result while the run waits for confirmation. */
  pending: z.array(
    z.object({
      eventId: z.string(),
      tool: z.string(),
      summary: z.string(),
      risk: z.string(),
    }),
  ),
})
export type LiveFacts = z.infer<typeof liveFactsSchema>

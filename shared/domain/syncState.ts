import { z } from 'zod'
import { goalSchema } from './agent.ts'

/** How far a load is that takes long: entries of the server's list, and about how long the rest takes. */
const slowLoadSchema = z.object({
  read: z.number(),
  total: z.number(),
  remainingMs: z.number(),
  /** About how long it takes from the agent server, once that runs. */
  awakeMs: z.number(),
})
export type SlowLoad = z.infer<typeof slowLoadSchema>

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
    /** Why it is not read the quickest way; null when it is. */
    note: z.string().nullable(),
    /** Of a download under way; null when there is none. */
    receivedBytes: z.number().nullable(),
    /** Set when it takes so long that it can be paused. */
    slow: slowLoadSchema.nullable(),
  }),
  /** A person halted a slow load, until a person goes on with it. */
  slowLoadSchema.extend({ phase: z.literal('paused') }),
  z.object({ phase: z.literal('live') }),
  /** Nothing tells of news: the server is asked again every `everyMs` milliseconds. */
  z.object({ phase: z.literal('polling'), everyMs: z.number() }),
  /** `at`: milliseconds since the epoch of the next attempt. */
  z.object({ phase: z.literal('reconnecting'), attempt: z.number(), at: z.number(), reason: z.string() }),
  /** `canRetry`: false when only a change on the server can help. */
  z.object({ phase: z.literal('stopped'), reason: z.string(), canRetry: z.boolean() }),
])
export type SyncPhase = z.infer<typeof syncPhaseSchema>

/** How the line to the agent server does. Times in milliseconds, moments since the epoch. */
export const socketHealthSchema = z.object({
  dialect: z.enum(['session', 'events']),
  openedAt: z.number().nullable(),
  /** From the first try to the open socket. */
  connectMs: z.number().nullable(),
  /** From the open socket to the moment when nothing was missing any more. */
  replayMs: z.number().nullable(),
  /** Round trip of the last protocol ping; null before the first. */
  pingMs: z.number().nullable(),
  lastFrameAt: z.number().nullable(),
  /** Frames since it opened. */
  frames: z.number(),
  /** What the server last said to be wrong, in an `error` frame of the session socket. */
  lastError: z.object({ code: z.string(), detail: z.string(), at: z.number() }).nullable(),
})
export type SocketHealth = z.infer<typeof socketHealthSchema>

/** A socket that ended. `openedAt`: null when it never opened; `reason`: in words. */
export const socketPastSchema = z.object({
  dialect: z.enum(['session', 'events']),
  openedAt: z.number().nullable(),
  endedAt: z.number(),
  reason: z.string(),
})
export type SocketPast = z.infer<typeof socketPastSchema>

export const syncStateSchema = z.object({
  sync: syncPhaseSchema,
  /** Milliseconds since the epoch at which `sync.phase` began. */
  since: z.number(),
  /** Durable events in the archive. */
  localCount: z.number(),
  /** Distinct durable events of the server when last asked, and when; null when never. */
  server: z
    .object({
      count: z.number(),
      checkedAt: z.number(),
      side: z.enum(['agent', 'app']),
      /** Entries of its list that repeat an id. */
      repeats: z.number(),
      /** Entries that are no durable event: deltas, full states, what is not one at all. */
      leftOut: z.number(),
    })
    .nullable(),
  /** Events that a server has, or had, and the archive has not. */
  missing: z.number(),
  /** Ranges known to be missing. */
  gaps: z.number(),
  /** Events stored with deviations from the contract. */
  nonconforming: z.number(),
  /** Frames that were not events at all (not JSON, no id): counted and kept in the log, not in the archive. */
  malformed: z.number(),
  socket: socketHealthSchema.nullable(),
  /** Sockets that ended, newest first, at most 20. */
  pastSockets: z.array(socketPastSchema),
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

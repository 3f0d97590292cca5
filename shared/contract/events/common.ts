import { z } from 'zod'
import { EVENT_SOURCES } from '../enums.ts'
import { oneOf, wireTimeSchema } from '../shape.ts'

/** `agent`, `user`, `environment` or `hook`. */
export const sourceSchema = oneOf(EVENT_SOURCES)

/**
 * Fields of every event (contract §8). The published schema gives `id` and `timestamp` defaults; both are required
 * here, because every server writes them and the console can neither key nor place an event without them. Kinds
 * without a default source require `source` themselves.
 */
export const commonFields = {
  id: z.string().min(1),
  timestamp: wireTimeSchema,
  source: sourceSchema.optional(),
  parent_id: z.string().nullish(),
}

/** What can be read of any event, of a known kind or not. */
export const eventEnvelopeSchema = z.looseObject({ ...commonFields, kind: z.string() })
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>

/** An event kind: rejects fields that the contract does not name, as the servers do (seed 2.8). */
export function eventOf<const K extends string, F extends z.core.$ZodLooseShape>(kind: K, fields: F) {
  return z.strictObject({ ...commonFields, kind: z.literal(kind), ...fields })
}

/** Why something failed and what the person can do. Known to agent servers only (contract §8). */
export const errorClassificationSchema = z.strictObject({
  kind: oneOf(['auth', 'quota', 'rate_limit', 'config', 'transient', 'agent_action', 'internal', 'unknown']),
  retryable: z.boolean(),
  user_action: oneOf(['none', 'retry', 'settings']).optional(),
  error_id: z.string().nullish(),
})
export type ErrorClassification = z.infer<typeof errorClassificationSchema>

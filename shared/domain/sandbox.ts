import { z } from 'zod'

/** An address that a running sandbox exposes, without the token that it may embed (contract §4). */
export const exposedUrlSchema = z.object({
  name: z.string(),
  url: z.string(),
  port: z.number().nullable(),
  /** It opens with a token, which only the host knows. */
  hasToken: z.boolean(),
})
export type ExposedUrl = z.infer<typeof exposedUrlSchema>

/** Answers in a row, each some time after the one before, that showed a sandbox as MISSING. */
export const absenceSchema = z.object({
  seen: z.number(),
  /** Milliseconds since the epoch of the first. */
  since: z.number(),
})
export type Absence = z.infer<typeof absenceSchema>

/** Contract §4, without keys. */
export const sandboxSchema = z.object({
  connectionId: z.string(),
  id: z.string(),
  status: z.string(),
  statusDetail: z.string().nullable(),
  specId: z.string(),
  createdAt: z.number().nullable(),
  /** Empty unless it runs. */
  exposedUrls: z.array(exposedUrlSchema),
  /** Every conversation known to live in it: pause, resume and deletion act on all of them. */
  conversations: z.array(
    z.object({
      conversationId: z.string(),
      title: z.string().nullable(),
      executionStatus: z.string().nullable(),
    }),
  ),
  /** Null unless its status is MISSING. */
  absence: absenceSchema.nullable(),
  /** Deviations of the record from the published schema, in words. */
  deviations: z.array(z.string()),
})
export type Sandbox = z.infer<typeof sandboxSchema>

/** What a sandbox is made of (contract §4). Values of its environment may be secrets and stay at the server. */
export const sandboxSpecSchema = z.object({
  connectionId: z.string(),
  id: z.string(),
  command: z.array(z.string()),
  createdAt: z.number().nullable(),
  workingDir: z.string().nullable(),
  /** Names only. */
  environment: z.array(z.string()),
})
export type SandboxSpec = z.infer<typeof sandboxSpecSchema>

/** Sightings that count: one or two can also mean that the runtime could not be asked (contract §16.23). */
export const SIGHTINGS_OF_A_LOSS = 3

/** True when a sandbox was seen MISSING so often that clearing it away may be offered. */
export function isSurelyGone({ absence }: Pick<Sandbox, 'absence'>): boolean {
  return absence !== null && absence.seen >= SIGHTINGS_OF_A_LOSS
}

/** Sandboxes that may run at a time, where the installation did not change it (contract §4). */
export const USUAL_RUNNING_LIMIT = 10

/**
 * The sandboxes that run beside `waking` (null: one that is new), the oldest first: in this order the server pauses
 * them to make room, `sure` of them when its limit is the usual one (contract §4).
 */
export function roomMakers(
  sandboxes: readonly Sandbox[],
  connectionId: string,
  waking: string | null,
): { inOrder: Sandbox[]; sure: number } {
  const inOrder = sandboxes
    .filter((one) => one.connectionId === connectionId && one.id !== waking && one.status === 'RUNNING')
    .toSorted((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0))
  return { inOrder, sure: Math.max(inOrder.length + 1 - USUAL_RUNNING_LIMIT, 0) }
}

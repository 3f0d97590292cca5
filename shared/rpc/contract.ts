import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import {
  connectionCheckSchema,
  connectionSchema,
  conversationRefSchema,
  conversationSchema,
  draftSchema,
  eventBodySchema,
  failureSchema,
  liveFactsSchema,
  newConnectionSchema,
  overviewRequestSchema,
  overviewSchema,
  sandboxSchema,
  startRequestSchema,
  startTaskSchema,
  syncStateSchema,
  tagEditSchema,
  tagSaveStageSchema,
  viewChangeSchema,
  viewOpenedSchema,
  viewSpecSchema,
  windowRequestSchema,
  windowSchema,
} from '../domain/index.ts'

/** Every procedure fails with one typed error whose data is a Failure. */
const procedure = oc.errors({ FAILURE: { data: failureSchema } })

const viewIdSchema = z.object({ view: z.string() })
const nothing = z.object({})

const hostSchema = z.object({
  kind: z.enum(['electron', 'browser']),
  version: z.string(),
  dataDir: z.string(),
  platform: z.string(),
  /** How the vault's key is protected; `passphrase` asks when the first real key is added. */
  keyProtection: z.enum(['host', 'passphrase']),
})

const vaultSchema = z.object({
  /** `empty`: no real key yet, nothing to unlock. `locked`: keys exist, the passphrase is needed. */
  state: z.enum(['empty', 'locked', 'open']),
  needsPassphrase: z.boolean(),
})
export type VaultStatus = z.infer<typeof vaultSchema>

const budgetSchema = z.object({
  connectionId: z.string(),
  /** Calls made in the running minute and the limit that the account has (contract §15). */
  used: z.number(),
  limit: z.number(),
  waiting: z.number(),
  /** Milliseconds since the epoch until which the server asked us to wait; null when it did not. */
  blockedUntil: z.number().nullable(),
})
export type Budget = z.infer<typeof budgetSchema>

const fleetSchema = z.object({
  conversations: z.array(conversationSchema),
  /** False while pages are still being fetched. */
  isComplete: z.boolean(),
  /** Milliseconds since the epoch of the newest answer; null when shown from the archive only. */
  fetchedAt: z.number().nullable(),
  /** Why the newest refresh failed; null when it did not. */
  failure: failureSchema.nullable(),
})
export type Fleet = z.infer<typeof fleetSchema>

/** The whole contract between core and renderer. Big data is pulled; streams carry only small, conflated signals. */
export const contract = {
  host: {
    info: procedure.input(nothing).output(hostSchema),
    budget: procedure.input(nothing).output(z.array(budgetSchema)),
  },
  vault: {
    status: procedure.input(nothing).output(vaultSchema),
    /** Opens existing keys, or sets the passphrase when the vault is empty. */
    unlock: procedure.input(z.object({ passphrase: z.string().min(1) })).output(vaultSchema),
  },
  connections: {
    list: procedure.input(nothing).output(z.array(connectionSchema)),
    /** Checks the server and the key, then stores both. Nothing is stored when the check fails. */
    add: procedure.input(newConnectionSchema).output(connectionCheckSchema),
    /** Forgets the connection and its key; archived events stay unless `forgetEvents`. */
    remove: procedure.input(z.object({ id: z.string(), forgetEvents: z.boolean() })).output(nothing),
  },
  conversations: {
    /** What is known of all conversations of a connection: from the archive at once, refreshed in the background. */
    list: procedure.input(z.object({ connectionId: z.string() })).output(fleetSchema),
    /** Asks the servers now. */
    refresh: procedure.input(z.object({ connectionId: z.string() })).output(fleetSchema),
    /** A signal each time `list` would answer something else. */
    changes: procedure.input(nothing).output(eventIterator(z.object({ connectionId: z.string() }))),
    get: procedure.input(conversationRefSchema).output(conversationSchema),
    start: procedure.input(startRequestSchema).output(startTaskSchema),
    startTask: procedure.input(z.object({ connectionId: z.string(), id: z.string() })).output(startTaskSchema),
    /** `run`: whether the agent starts on it. Answers what the server did, in words. */
    send: procedure
      .input(conversationRefSchema.extend({ text: z.string().min(1), run: z.boolean() }))
      .output(z.object({ note: z.string() })),
    run: procedure.input(conversationRefSchema).output(z.object({ note: z.string() })),
    pause: procedure.input(conversationRefSchema).output(z.object({ note: z.string() })),
    interrupt: procedure.input(conversationRefSchema).output(z.object({ note: z.string() })),
    /** Answers every pending action at once: the server knows no finer choice (contract §11). */
    confirm: procedure
      .input(conversationRefSchema.extend({ accept: z.boolean(), reason: z.string() }))
      .output(z.object({ note: z.string() })),
  },
  tags: {
    /** The authoritative map, from the agent server. */
    read: procedure.input(conversationRefSchema).output(z.object({ tags: z.record(z.string(), z.string()) })),
    save: procedure
      .input(conversationRefSchema.extend({ edit: tagEditSchema }))
      .output(eventIterator(tagSaveStageSchema)),
  },
  sandboxes: {
    list: procedure.input(z.object({ connectionId: z.string() })).output(z.array(sandboxSchema)),
    pause: procedure.input(z.object({ connectionId: z.string(), id: z.string() })).output(nothing),
    resume: procedure.input(z.object({ connectionId: z.string(), id: z.string() })).output(nothing),
  },
  sync: {
    /** Keeps the conversation in step for as long as the stream is read; each item replaces the one before. */
    watch: procedure
      .input(conversationRefSchema)
      .output(eventIterator(z.object({ state: syncStateSchema, facts: liveFactsSchema }))),
    /** Tries again now, after `stopped` or while waiting to reconnect. */
    retry: procedure.input(conversationRefSchema).output(nothing),
    /** Stops a load that is under way; what is stored stays. */
    cancel: procedure.input(conversationRefSchema).output(nothing),
  },
  view: {
    open: procedure.input(viewSpecSchema).output(viewOpenedSchema),
    close: procedure.input(viewIdSchema).output(nothing),
    window: procedure.input(windowRequestSchema).output(windowSchema),
    overview: procedure.input(overviewRequestSchema).output(overviewSchema),
    drafts: procedure.input(viewIdSchema).output(z.array(draftSchema)),
    changes: procedure.input(viewIdSchema).output(eventIterator(viewChangeSchema)),
  },
  event: {
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
  },
}
export type Contract = typeof contract

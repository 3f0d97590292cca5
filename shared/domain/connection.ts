import { z } from 'zod'
import { failureSchema } from './failure.ts'

/** `app`: cloud, enterprise or self-hosted app server. `agent`: one bare agent server (architecture decision 19). */
export const connectionKindSchema = z.enum(['app', 'agent'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** A server that Handrail talks to. Its key is in the vault and never part of this record. */
export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: connectionKindSchema,
  /** Origin and path prefix without a trailing slash, e.g. `https://app.example.test`; empty while a local one is down. */
  baseUrl: z.string(),
  /** True for the embedded local service, whose address and key are made anew at each start. */
  isLocal: z.boolean(),
  /** Sent as `X-Org-Id` when set (contract §12). */
  orgId: z.string().nullable(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
})
export type Connection = z.infer<typeof connectionSchema>

const localServiceSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }),
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('failed'), failure: failureSchema }),
])

export const listedConnectionSchema = connectionSchema.extend({
  /** Whether the embedded local service runs; absent for every other server. */
  service: localServiceSchema.optional(),
  /** True when nothing of it is kept on the disk. */
  keepsNothing: z.boolean().optional(),
})
export type ListedConnection = z.infer<typeof listedConnectionSchema>

/** What the connect form sends. `key` leaves the page once and goes to the vault. */
export const newConnectionSchema = z.object({
  kind: connectionKindSchema,
  name: z.string().max(100),
  baseUrl: z.string().max(2000),
  key: z.string().max(10_000),
  orgId: z.string().max(200).nullable(),
})
export type NewConnection = z.infer<typeof newConnectionSchema>

/** What the check of a new connection found. */
export const connectionCheckSchema = z.object({
  connection: connectionSchema,
  /** One sentence for the person: what answered and how the key was proven. */
  summary: z.string(),
})
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>

/** Names a conversation everywhere in Handrail: ids repeat between connections (forks copy them). */
export const conversationRefSchema = z.object({
  connectionId: z.string(),
  /** 32 hex digits, lower case (contract §1.3). */
  conversationId: z.string(),
})
export type ConversationRef = z.infer<typeof conversationRefSchema>

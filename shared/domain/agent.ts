import { z } from 'zod'
import { RISK_THRESHOLDS, SECURITY_ANALYZERS } from '../contract/index.ts'

/** What an agent server may be able to do, beside what every version can. */
export const AGENT_FEATURES = [
  'tags',
  'interrupt',
  'fork',
  'navigate',
  'condense',
  'ask',
  'goal',
  'final-response',
  'policy',
  'analyzer',
  'patterns',
  'secrets',
] as const
export const agentFeatureSchema = z.enum(AGENT_FEATURES)
export type AgentFeature = z.infer<typeof agentFeatureSchema>

/** What the agent server of a conversation is and can. What it cannot is absent from the page, not broken. */
export const agentServerSchema = z.object({
  title: z.string(),
  /** Null when it does not say. */
  version: z.string().nullable(),
  features: z.array(agentFeatureSchema),
  /** Seconds since it started and since it last did anything; null when it does not say. */
  uptimeSeconds: z.number().nullable(),
  idleSeconds: z.number().nullable(),
})
export type AgentServer = z.infer<typeof agentServerSchema>

/** When the agent must ask before it acts, as a person chooses it. */
export const policyChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('NeverConfirm') }),
  z.object({ kind: z.literal('AlwaysConfirm') }),
  z.object({ kind: z.literal('ConfirmRisky'), threshold: z.enum(RISK_THRESHOLDS), confirmUnknown: z.boolean() }),
])
export type PolicyChoice = z.infer<typeof policyChoiceSchema>
export const analyzerChoiceSchema = z.enum(SECURITY_ANALYZERS).nullable()
export type AnalyzerChoice = z.infer<typeof analyzerChoiceSchema>

/** What the agent server says of how a conversation is set up. Kinds may be ones that Handrail does not know. */
export const agentSettingsSchema = z.object({
  policy: z.object({
    kind: z.string(),
    threshold: z.string().nullable(),
    confirmUnknown: z.boolean().nullable(),
  }),
  analyzer: z.string().nullable(),
  /** The event that the next one follows; null before the first. */
  leafEventId: z.string().nullable(),
  forkedFrom: z.object({ conversationId: z.string(), eventId: z.string().nullable() }).nullable(),
  /** Names only. Newer servers do not say them: empty then. */
  secretNames: z.array(z.string()),
  maxIterations: z.number().nullable(),
})
export type AgentSettings = z.infer<typeof agentSettingsSchema>

export const forkWishSchema = z.object({
  /** Chosen by whoever asks, so that asking again cannot make a second fork. */
  id: z.uuid(),
  title: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  resetMetrics: z.boolean(),
  /** The last event that the fork keeps; null keeps all. */
  fromEventId: z.string().nullable(),
})
export type ForkWish = z.infer<typeof forkWishSchema>

/** What the newest `goal` state update says (contract §9.3). */
export const goalSchema = z.object({
  isActive: z.boolean(),
  /** `running`, `complete`, `capped`, `interrupted`, or what a newer server says. */
  status: z.string(),
  iteration: z.number(),
  maxIterations: z.number().nullable(),
  objective: z.string(),
  verdict: z.object({ score: z.number().nullable(), isComplete: z.boolean(), missing: z.string() }).nullable(),
})
export type Goal = z.infer<typeof goalSchema>

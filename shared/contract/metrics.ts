import { z } from 'zod'
import { countSchema } from './shape.ts'

export const tokenUsageSchema = z.looseObject({
  model: z.string().optional(),
  prompt_tokens: countSchema.optional(),
  completion_tokens: countSchema.optional(),
  cache_read_tokens: countSchema.optional(),
  cache_write_tokens: countSchema.optional(),
  reasoning_tokens: countSchema.optional(),
  context_window: countSchema.optional(),
  per_turn_token: countSchema.optional(),
  response_id: z.string().optional(),
})
export type TokenUsage = z.infer<typeof tokenUsageSchema>

/** Totals of one usage bucket; the lists, one entry a call of the model, only in the full form of `GET C` (contract §2). */
export const metricsSchema = z.looseObject({
  model_name: z.string().optional(),
  accumulated_cost: z.number().min(0).optional(),
  max_budget_per_task: z.number().nullish(),
  accumulated_token_usage: tokenUsageSchema.nullish(),
  costs: z
    .array(z.looseObject({ model: z.string(), cost: z.number().min(0), timestamp: z.number().optional() }))
    .optional(),
  response_latencies: z
    .array(z.looseObject({ model: z.string(), latency: z.number().min(0), response_id: z.string() }))
    .optional(),
  token_usages: z.array(tokenUsageSchema).optional(),
})
export type Metrics = z.infer<typeof metricsSchema>

/** Per usage id: `agent`, `condenser`, `profile:<name>:<hash>`, ... The cost of a conversation is the sum over all. */
export const conversationStatsSchema = z.looseObject({
  usage_to_metrics: z.record(z.string(), metricsSchema).optional(),
})
export type ConversationStats = z.infer<typeof conversationStatsSchema>

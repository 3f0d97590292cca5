import { z } from 'zod'
import { contentSchema } from '../content.ts'
import { jsonObjectSchema, oneOf } from '../shape.ts'

export const thinkingSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('thinking').optional(),
    thinking: z.string(),
    signature: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() }),
])
export type Thinking = z.infer<typeof thinkingSchema>

/** `encrypted_content` must never be shown or logged (seed 2.10); redaction removes it at the door. */
export const reasoningItemSchema = z.looseObject({
  id: z.string().nullish(),
  summary: z.array(z.string()).optional(),
  content: z.array(z.string()).nullish(),
  encrypted_content: z.string().nullish(),
  status: z.string().nullish(),
})

/** `arguments` is JSON as text, may be malformed, and can say `security_risk` and `summary` that the action does not. */
export const toolCallSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  origin: oneOf(['completion', 'responses']),
  responses_item_id: z.string().nullish(),
})
export type ToolCall = z.infer<typeof toolCallSchema>

/** A score of 0.5 or more is a success (contract §9). */
export const criticResultSchema = z.looseObject({
  score: z.number().min(0).max(1),
  message: z.string().nullish(),
  metadata: jsonObjectSchema.nullish(),
})
export type CriticResult = z.infer<typeof criticResultSchema>

/** What the model reads and says. Unknown keys are ignored by servers (contract §9). */
export const messageSchema = z.looseObject({
  role: oneOf(['user', 'system', 'assistant', 'tool']),
  content: z.array(contentSchema).optional(),
  tool_calls: z.array(toolCallSchema).nullish(),
  tool_call_id: z.string().nullish(),
  name: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  thinking_blocks: z.array(thinkingSchema).optional(),
  responses_reasoning_item: reasoningItemSchema.nullish(),
})
export type Message = z.infer<typeof messageSchema>

import { z } from 'zod'
import { contentSchema } from './content.ts'
import { SANDBOX_STATUSES } from './enums.ts'
import { oneOf } from './shape.ts'

/**
 * A message from a person: for `send-message` of the app server, `events` of the agent server, and as the first message
 * of a start request. `run` must be said:
 * left out it means true on the one and false on the other (contract §16.11). Other roles answer 500 (contract §11).
 */
export const messageForSendingSchema = z.strictObject({
  role: z.literal('user'),
  content: z.array(contentSchema).min(1),
  run: z.boolean(),
})
export type MessageForSending = z.infer<typeof messageForSendingSchema>

/** Answer of `send-message` (contract §10). */
export const messageSentSchema = z.looseObject({
  success: z.boolean(),
  sandbox_status: oneOf(SANDBOX_STATUSES),
  message: z.string().nullish(),
})
export type MessageSent = z.infer<typeof messageSentSchema>

/** A message for a conversation that is not ready; it always lets the agent run once it is delivered. */
export const pendingMessageSchema = z.strictObject({
  role: z.literal('user'),
  content: z.array(contentSchema).min(1),
})

/** Answer of `pending-messages`; `position` counts from 1. */
export const messageQueuedSchema = z.looseObject({
  id: z.string(),
  queued: z.boolean(),
  position: z.int().min(1),
  conversation_id: z.string().nullish(),
})
export type MessageQueued = z.infer<typeof messageQueuedSchema>

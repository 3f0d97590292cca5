import { z } from 'zod'
import { conversationRefSchema } from './connection.ts'

/** Token and cost totals of a conversation, summed over all usage buckets. */
export const usageSchema = z.object({
  costUsd: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  cacheReadTokens: z.number(),
  contextWindow: z.number().nullable(),
})
export type Usage = z.infer<typeof usageSchema>

/**
 * A conversation as a server's record shows it. Built once, in the gateway, from the app-conversation record
 * (contract §2) or from an agent server's ConversationInfo (contract §11). Never holds a key.
 */
export const conversationSchema = conversationRefSchema.extend({
  title: z.string().nullable(),
  /** Lower case; null when no agent server could be asked. May be a value that Handrail does not know. */
  executionStatus: z.string().nullable(),
  /** Upper case; null for a bare agent server, which has no sandboxes. */
  sandboxStatus: z.string().nullable(),
  sandboxId: z.string().nullable(),
  /** Address of the conversation on its agent server; null unless the sandbox runs. */
  conversationUrl: z.string().nullable(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  gitProvider: z.string().nullable(),
  model: z.string().nullable(),
  /** The other agent that runs over ACP; null for OpenHands' own. */
  acpServer: z.string().nullable().default(null),
  trigger: z.string().nullable(),
  isPublic: z.boolean(),
  parentConversationId: z.string().nullable(),
  subConversationIds: z.array(z.string()),
  tags: z.record(z.string(), z.string()),
  usage: usageSchema.nullable(),
  /** Milliseconds since the epoch. */
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  /** The server does not know it any more; what is stored stays readable (contract §18.4). */
  isDeleted: z.boolean().default(false),
  /** Deviations of the record from the published schema, in words; empty for a conforming record. */
  deviations: z.array(z.string()),
})
export type Conversation = z.infer<typeof conversationSchema>

/** What an operator reads first: one word that joins run state and sandbox state. */
export type ConversationState =
  | 'needs you'
  | 'running'
  | 'idle'
  | 'paused'
  | 'finished'
  | 'error'
  | 'stuck'
  | 'deleting'
  | 'starting'
  | 'sandbox asleep'
  | 'sandbox gone'
  | 'unknown'

/** Derives the word shown for a conversation; an unknown run state reads `unknown`, the raw value stays visible beside it. */
export function conversationState(
  conversation: Pick<Conversation, 'executionStatus' | 'sandboxStatus'>,
): ConversationState {
  switch (conversation.sandboxStatus) {
    case 'PAUSED':
      return 'sandbox asleep'
    case 'STARTING':
      return 'starting'
    case 'ERROR':
      return 'error'
    case 'MISSING':
      return 'sandbox gone'
  }
  switch (conversation.executionStatus) {
    case 'waiting_for_confirmation':
      return 'needs you'
    case 'running':
    case 'idle':
    case 'paused':
    case 'finished':
    case 'error':
    case 'stuck':
    case 'deleting':
      return conversation.executionStatus
    default:
      return 'unknown'
  }
}

import { z } from 'zod'
import { conversationStatsSchema, metricsSchema } from './metrics.ts'
import { pageOf } from './pages.ts'
import { executionStatusSchema, jsonObjectSchema, wireTimeSchema } from './shape.ts'
import { tagsSchema } from './tags.ts'

const kindOnly = z.looseObject({ kind: z.string() })

/**
 * A conversation as its agent server knows it (contract §11): the fields that a console needs; the rest, of which
 * `agent`, `agent_state` and `secret_registry` hold credentials, is kept unread. Tags are absent on 1.11.4.
 */
export const conversationInfoSchema = z.looseObject({
  id: z.string(),
  title: z.string().nullish(),
  tags: tagsSchema.optional(),
  execution_status: executionStatusSchema.optional(),
  workspace: z.looseObject({ working_dir: z.string().nullish() }).optional(),
  confirmation_policy: kindOnly.optional(),
  security_analyzer: kindOnly.nullish(),
  max_iterations: z.int().optional(),
  stats: conversationStatsSchema.optional(),
  metrics: metricsSchema.nullish(),
  blocked_actions: z.record(z.string(), z.string()).optional(),
  blocked_messages: z.record(z.string(), z.string()).optional(),
  last_user_message_id: z.string().nullish(),
  leaf_event_id: z.string().nullish(),
  created_at: wireTimeSchema.optional(),
  updated_at: wireTimeSchema.optional(),
  forked_from_conversation_id: z.string().nullish(),
  forked_from_event_id: z.string().nullish(),
  parent_conversation_id: z.string().nullish(),
  sub_conversation_ids: z.array(z.string()).optional(),
  agent: jsonObjectSchema.optional(),
  runtime_info: z
    .looseObject({
      runtime_status: z.string().nullish(),
      can_resume: z.boolean().nullish(),
      runtime_error: z.string().nullish(),
    })
    .nullish(),
})
export type ConversationInfo = z.infer<typeof conversationInfoSchema>

export const conversationInfoPageSchema = pageOf(conversationInfoSchema)
export type ConversationInfoPage = z.infer<typeof conversationInfoPageSchema>

/** `GET /server_info`. An app server answers without a version. Detect features by it (contract §16.38). */
export const serverInfoSchema = z.looseObject({
  uptime: z.number(),
  idle_time: z.number(),
  title: z.string().optional(),
  version: z.string().optional(),
  sdk_version: z.string().optional(),
  usable_tools: z.array(z.string()).optional(),
  capabilities: z.array(z.string()).optional(),
})
export type ServerInfo = z.infer<typeof serverInfoSchema>

/** Answer of most commands. PATCH of an unknown conversation answers 200 with false on 1.34.0 (contract §18.1). */
export const successSchema = z.looseObject({ success: z.boolean() })
export type Success = z.infer<typeof successSchema>

/** Body of `respond_to_confirmation`: false rejects **every** waiting action (contract §11). */
export const confirmationAnswerSchema = z.strictObject({ accept: z.boolean(), reason: z.string().optional() })
export type ConfirmationAnswer = z.infer<typeof confirmationAnswerSchema>

import { z } from 'zod'
import { repositoryForWritingSchema } from './appConversations.ts'
import { GIT_PROVIDERS } from './enums.ts'
import { normaliseConversationId } from './ids.ts'
import { messageForSendingSchema } from './messages.ts'
import { secretsForWritingSchema } from './secrets.ts'

const uuidForWritingSchema = z
  .string()
  .refine((id) => normaliseConversationId(id) !== null, { error: 'must be a UUID' })

const scalar = z.union([z.string(), z.number(), z.boolean()])
const scalarList = z.union([z.array(z.string()), z.array(z.int()), z.array(z.number()), z.array(z.boolean())])

/** Agent rule; breaking it ends the start task in ERROR much later (contract §5). */
const spanNameSchema = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9._:/-]+$/, { error: 'may hold only letters, digits and . _ : / -' })

const pluginSchema = z.strictObject({
  source: z.string().min(1),
  ref: z.string().nullish(),
  repo_path: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
})

/**
 * Body of `POST /api/v1/app-conversations` (contract §5), as far as the console offers it. There are no tags in it,
 * and fields that the server does not know would be ignored without a word, so they are refused here.
 */
export const startRequestSchema = z.strictObject({
  initial_message: messageForSendingSchema.nullish(),
  title: z.string().nullish(),
  selected_repository: repositoryForWritingSchema.nullish(),
  selected_branch: z.string().nullish(),
  git_provider: z.enum(GIT_PROVIDERS).nullish(),
  sandbox_id: z.string().min(1).nullish(),
  llm_model: z.string().nullish(),
  conversation_id: uuidForWritingSchema.nullish(),
  parent_conversation_id: uuidForWritingSchema.nullish(),
  agent_type: z.enum(['default', 'plan']).optional(),
  system_message_suffix: z.string().nullish(),
  secrets: secretsForWritingSchema.nullish(),
  plugins: z.array(pluginSchema).nullish(),
  observability_span_name: spanNameSchema.nullish(),
  observability_tags: z.array(z.string().min(1)).nullish(),
  observability_metadata: z.record(z.string().min(1), z.union([scalar, scalarList])).nullish(),
})
export type StartRequest = z.infer<typeof startRequestSchema>

import { z } from 'zod'
import { repositoryForWritingSchema } from './appConversations.ts'
import { CONVERSATION_TRIGGERS, GIT_PROVIDERS } from './enums.ts'
import { normaliseConversationId } from './ids.ts'
import { messageForSendingSchema } from './messages.ts'
import { metadataForWritingSchema, spanNameForWritingSchema } from './observability.ts'
import { secretsForWritingSchema, secretsInText } from './secrets.ts'

const uuidForWritingSchema = z
  .string()
  .refine((id) => normaliseConversationId(id) !== null, { error: 'must be a UUID' })

const pluginSchema = z.strictObject({
  source: z.string().min(1),
  ref: z.string().nullish(),
  repo_path: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
})

/** What a suggested task is about (contract §5). */
export const SUGGESTED_TASK_TYPES = [
  'MERGE_CONFLICTS',
  'FAILING_CHECKS',
  'UNRESOLVED_COMMENTS',
  'OPEN_ISSUE',
  'OPEN_PR',
] as const

const suggestedTaskSchema = z.strictObject({
  git_provider: z.enum(GIT_PROVIDERS),
  task_type: z.enum(SUGGESTED_TASK_TYPES),
  repo: repositoryForWritingSchema,
  issue_number: z.int().min(1),
  title: z.string().min(1),
})

/**
 * Body of `POST /api/v1/app-conversations` (contract §5). There are no tags in it, and fields that the server does not
 * know would be ignored without a word, so they are refused here. `processors` is for integrations of the server.
 */
export const startRequestSchema = z
  .strictObject({
    initial_message: messageForSendingSchema.nullish(),
    suggested_task: suggestedTaskSchema.nullish(),
    title: z.string().nullish(),
    selected_repository: repositoryForWritingSchema.nullish(),
    selected_branch: z.string().nullish(),
    git_provider: z.enum(GIT_PROVIDERS).nullish(),
    sandbox_id: z.string().min(1).nullish(),
    llm_model: z.string().nullish(),
    agent_profile_id: z.string().nullish(),
    conversation_id: uuidForWritingSchema.nullish(),
    parent_conversation_id: uuidForWritingSchema.nullish(),
    agent_type: z.enum(['default', 'plan']).optional(),
    system_message_suffix: z.string().nullish(),
    trigger: z.enum(CONVERSATION_TRIGGERS).nullish(),
    pr_number: z.array(z.int().min(1)).optional(),
    public: z.boolean().nullish(),
    secrets: secretsForWritingSchema.nullish(),
    plugins: z.array(pluginSchema).nullish(),
    observability_span_name: spanNameForWritingSchema.nullish(),
    observability_tags: z.array(z.string().min(1)).nullish(),
    observability_metadata: metadataForWritingSchema.nullish(),
  })
  .check(({ value, issues }) => {
    const { initial_message: message, suggested_task: task, secrets } = value
    if (message != null && task != null) {
      issues.push({
        code: 'custom',
        path: ['suggested_task'],
        message: 'takes the place of a first message: send one of them',
        input: task,
      })
    }
    const text = message?.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') ?? ''
    for (const name of secretsInText(secrets ?? {}, text)) {
      issues.push({
        code: 'custom',
        path: ['secrets', name],
        message: 'has its value in the first message, where the agent, its model and every viewer would see it',
        input: undefined,
      })
    }
  })
export type StartRequest = z.infer<typeof startRequestSchema>

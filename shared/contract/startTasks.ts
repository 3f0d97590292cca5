import { z } from 'zod'
import { contentSchema } from './content.ts'
import { CONVERSATION_TRIGGERS, GIT_PROVIDERS, START_TASK_STATUSES } from './enums.ts'
import { batchOf, pageOf } from './pages.ts'
import { jsonObjectSchema, oneOf, wireTimeSchema } from './shape.ts'
import { SUGGESTED_TASK_TYPES } from './startRequest.ts'

/** The start request as a start task gives it back (contract §5); what was asked is written by `startRequest.ts`. */
const requestEchoSchema = z.looseObject({
  sandbox_id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  initial_message: z
    .looseObject({
      role: oneOf(['user', 'system', 'assistant', 'tool']).optional(),
      content: z.array(contentSchema).optional(),
      run: z.boolean().optional(),
    })
    .nullish(),
  system_message_suffix: z.string().nullish(),
  processors: z.array(jsonObjectSchema).nullish(),
  llm_model: z.string().nullish(),
  agent_profile_id: z.string().nullish(),
  selected_repository: z.string().nullish(),
  selected_branch: z.string().nullish(),
  git_provider: oneOf(GIT_PROVIDERS).nullish(),
  suggested_task: z
    .looseObject({
      git_provider: oneOf(GIT_PROVIDERS),
      task_type: oneOf(SUGGESTED_TASK_TYPES),
      repo: z.string(),
      issue_number: z.int(),
      title: z.string(),
    })
    .nullish(),
  title: z.string().nullish(),
  trigger: oneOf(CONVERSATION_TRIGGERS).nullish(),
  pr_number: z.array(z.int()).optional(),
  parent_conversation_id: z.string().nullish(),
  agent_type: oneOf(['default', 'plan']).optional(),
  public: z.boolean().nullish(),
  observability_metadata: jsonObjectSchema.nullish(),
  observability_tags: z.array(z.string()).nullish(),
  observability_span_name: z.string().nullish(),
  plugins: z
    .array(
      z.looseObject({
        source: z.string(),
        ref: z.string().nullish(),
        repo_path: z.string().nullish(),
        parameters: jsonObjectSchema.nullish(),
      }),
    )
    .nullish(),
  secrets: z.record(z.string(), z.string()).nullish(),
})

/**
 * A conversation on its way (contract §3). `sandbox_id` is there from WAITING_FOR_SANDBOX on, `app_conversation_id`
 * at READY, the error text of ERROR in `detail`.
 */
export const startTaskSchema = z.looseObject({
  id: z.string(),
  created_by_user_id: z.string().nullish(),
  status: oneOf(START_TASK_STATUSES),
  detail: z.string().nullish(),
  app_conversation_id: z.string().nullish(),
  sandbox_id: z.string().nullish(),
  agent_server_url: z.string().nullish(),
  /** Secrets are masked. */
  request: requestEchoSchema.optional(),
  created_at: wireTimeSchema.optional(),
  updated_at: wireTimeSchema.optional(),
})
export type StartTask = z.infer<typeof startTaskSchema>

export const startTaskPageSchema = pageOf(startTaskSchema)
export type StartTaskPage = z.infer<typeof startTaskPageSchema>
export const startTaskBatchSchema = batchOf(startTaskSchema)

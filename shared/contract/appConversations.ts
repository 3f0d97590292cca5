import { z } from 'zod'
import { CONVERSATION_TRIGGERS, GIT_PROVIDERS, SANDBOX_STATUSES } from './enums.ts'
import { metricsSchema } from './metrics.ts'
import { batchOf, pageOf } from './pages.ts'
import { countSchema, executionStatusSchema, oneOf, wireTimeSchema } from './shape.ts'
import { tagsSchema } from './tags.ts'

/**
 * The app server's record of a conversation (contract §2). Only `sandbox_id` is required: older records lack much
 * (contract §16.37). The id stands in `id`, in older documents in `app_conversation_id`: read `appConversationIdOf`.
 */
export const appConversationSchema = z
  .looseObject({
    id: z.string().optional(),
    app_conversation_id: z.string().optional(),
    created_by_user_id: z.string().nullish(),
    sandbox_id: z.string(),
    selected_repository: z.string().nullish(),
    selected_branch: z.string().nullish(),
    git_provider: oneOf(GIT_PROVIDERS).nullish(),
    title: z.string().nullish(),
    trigger: oneOf(CONVERSATION_TRIGGERS).nullish(),
    pr_number: z.array(z.int()).optional(),
    llm_model: z.string().nullish(),
    agent_kind: z.string().optional(),
    metrics: metricsSchema.nullish(),
    parent_conversation_id: z.string().nullish(),
    sub_conversation_ids: z.array(z.string()).optional(),
    public: z.boolean().nullish(),
    tags: tagsSchema.optional(),
    created_at: wireTimeSchema.optional(),
    updated_at: wireTimeSchema.optional(),
    sandbox_status: oneOf(SANDBOX_STATUSES).optional(),
    execution_status: executionStatusSchema.nullish(),
    /** Null unless the sandbox runs. */
    conversation_url: z.string().nullish(),
    /** Key of the sandbox; changes on resume (contract §16.5). Never leaves the gateway. */
    session_api_key: z.string().nullish(),
    acp_server: z.string().nullish(),
    launched_agent_profile: z.looseObject({ agent_profile_id: z.string(), revision: countSchema }).nullish(),
  })
  .check(({ value, issues }) => {
    if (appConversationIdOf(value) !== null) return
    issues.push({ code: 'custom', path: ['id'], message: 'is missing', params: { problem: 'missing' }, input: value })
  })
export type AppConversation = z.infer<typeof appConversationSchema>

/** The record's id as it is written there, or null when it has none. */
export function appConversationIdOf(record: { id?: string | undefined; app_conversation_id?: string | undefined }) {
  return record.id ?? record.app_conversation_id ?? null
}

export const appConversationPageSchema = pageOf(appConversationSchema)
export type AppConversationPage = z.infer<typeof appConversationPageSchema>
export const appConversationBatchSchema = batchOf(appConversationSchema)

const REPOSITORY = /^[^/;&|$`\r\n]+\/[^/;&|$`\r\n]+$/

/** Exactly one `/`, and nothing that a shell reads; a server may answer 500 to others (contract §2). */
export const repositoryForWritingSchema = z
  .string()
  .regex(REPOSITORY, { error: 'must be written as owner/repository, without ; & | $ ` or line breaks' })

/** Body of `PATCH /api/v1/app-conversations/{id}`: absent leaves, null clears. It has no tags (contract §2). */
export const appConversationPatchSchema = z
  .strictObject({
    title: z.string().nullish(),
    public: z.boolean().nullish(),
    selected_repository: repositoryForWritingSchema.nullish(),
    selected_branch: z.string().nullish(),
    git_provider: z.enum(GIT_PROVIDERS).nullish(),
  })
  .check(({ value, issues }) => {
    if (value.selected_repository !== null) return
    for (const name of ['selected_branch', 'git_provider'] as const) {
      if (value[name] == null) continue
      const message = 'has to be cleared with the repository'
      issues.push({ code: 'custom', path: [name], message, input: value })
    }
  })
export type AppConversationPatch = z.infer<typeof appConversationPatchSchema>

/** Body of `switch_profile`: the name of a saved profile (contract §10). */
export const profileSwitchSchema = z.strictObject({ profile_name: z.string().min(1) })
/** Body of `switch_acp_model`: whatever the agent behind ACP calls its model. */
export const acpModelSwitchSchema = z.strictObject({ model: z.string().min(1) })

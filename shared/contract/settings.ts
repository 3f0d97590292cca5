import { z } from 'zod'
import { GIT_PROVIDERS, GROUPING_STRATEGIES } from './enums.ts'
import { jsonObjectSchema, oneOf } from './shape.ts'

const MARKETPLACE_SCOPES = ['instance', 'org', 'personal']

const marketplaceSchema = z.looseObject({
  name: z.string(),
  source: z.string(),
  ref: z.string().nullish(),
  repo_path: z.string().nullish(),
  auto_load: z.boolean().optional(),
  scope: oneOf(MARKETPLACE_SCOPES).nullish(),
})

const conversationSettingsSchema = z.looseObject({
  schema_version: z.int().min(1).optional(),
  max_iterations: z.int().min(1).optional(),
  confirmation_mode: z.boolean().optional(),
  security_analyzer: oneOf(['llm', 'none']).nullish(),
})

/** What settings and users/me share (contract §7, §10). `agent_settings` holds credentials: names in it are read alone. */
const commonSettingsSchema = z.looseObject({
  sandbox_grouping_strategy: oneOf(GROUPING_STRATEGIES).optional(),
  language: z.string().nullish(),
  user_version: z.int().nullish(),
  remote_runtime_resource_factor: z.int().nullish(),
  enable_sound_notifications: z.boolean().optional(),
  enable_proactive_conversation_starters: z.boolean().optional(),
  user_consents_to_analytics: z.boolean().nullish(),
  sandbox_base_container_image: z.string().nullish(),
  sandbox_runtime_container_image: z.string().nullish(),
  disabled_skills: z.array(z.string()).nullish(),
  search_api_key: z.string().nullish(),
  sandbox_api_key: z.string().nullish(),
  max_budget_per_task: z.number().nullish(),
  email: z.string().nullish(),
  email_verified: z.boolean().nullish(),
  git_user_name: z.string().nullish(),
  git_user_email: z.string().nullish(),
  title_llm_profile: z.string().nullish(),
  git_full_clone: z.boolean().optional(),
  v1_enabled: z.boolean().optional(),
  agent_settings: jsonObjectSchema.optional(),
  conversation_settings: conversationSettingsSchema.optional(),
  default_sandbox_spec_id: z.string().nullish(),
  llm_profiles: z.looseObject({ profiles: jsonObjectSchema.optional(), active: z.string().nullish() }).optional(),
  active_agent_profile_id: z.string().nullish(),
  active_agent_profile_revision: z.int().nullish(),
  registered_marketplaces: z.array(marketplaceSchema).optional(),
  inherited_marketplaces: z.array(marketplaceSchema).optional(),
})

/** `GET /api/v1/settings`. */
export const settingsSchema = commonSettingsSchema.extend({
  llm_api_key_set: z.boolean(),
  search_api_key_set: z.boolean().optional(),
  provider_tokens_set: z.partialRecord(z.enum(GIT_PROVIDERS), z.string().nullable()).nullish(),
})
export type Settings = z.infer<typeof settingsSchema>

/** `GET /api/v1/users/me`; `id` is null on a server without accounts. */
export const userSchema = commonSettingsSchema.extend({
  id: z.string().nullish(),
  org_id: z.string().nullish(),
  org_name: z.string().nullish(),
  role: z.string().nullish(),
  permissions: z.array(z.string()).nullish(),
})
export type User = z.infer<typeof userSchema>

/** Body of `POST /api/v1/settings`. A sixth value would lock the account (contract §18.4). */
export const groupingForWritingSchema = z.strictObject({ sandbox_grouping_strategy: z.enum(GROUPING_STRATEGIES) })

/** `GET /api/keys/current`: the best check of an account key (contract §10). Only the cloud has it (recorded: 404). */
export const currentKeySchema = z.looseObject({
  id: z.int(),
  name: z.string().nullish(),
  org_id: z.string(),
  bound_org_id: z.string().nullish(),
  user_id: z.string(),
  auth_type: z.string(),
})
export type CurrentKey = z.infer<typeof currentKeySchema>

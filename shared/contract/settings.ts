import { z } from 'zod'
import { GROUPING_STRATEGIES } from './enums.ts'
import { oneOf } from './shape.ts'

/** Settings of an account (contract §7, §10): what the console reads; the rest is kept. */
export const settingsSchema = z.looseObject({
  sandbox_grouping_strategy: oneOf(GROUPING_STRATEGIES).optional(),
  language: z.string().nullish(),
  default_sandbox_spec_id: z.string().nullish(),
  llm_api_key_set: z.boolean().optional(),
  provider_tokens_set: z.record(z.string(), z.string().nullable()).optional(),
})
export type Settings = z.infer<typeof settingsSchema>

/** `GET /api/v1/users/me`; `id` is null on a server without accounts. */
export const userSchema = settingsSchema.extend({
  id: z.string().nullish(),
  org_id: z.string().nullish(),
  org_name: z.string().nullish(),
  role: z.string().nullish(),
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

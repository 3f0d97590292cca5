import { z } from 'zod'
import { GIT_PROVIDERS } from './enums.ts'
import { oneOf, wireTimeSchema } from './shape.ts'

/** `GET /api/v1/web-client/config` (contract §10): what a client may know without a key. */
export const webClientConfigSchema = z.looseObject({
  app_mode: oneOf(['oss', 'saas']),
  feature_flags: z.looseObject({ deployment_mode: oneOf(['cloud', 'self_hosted']).nullish() }),
  providers_configured: z.array(oneOf(GIT_PROVIDERS)),
  maintenance_start_time: wireTimeSchema.nullable(),
  error_message: z.string().nullable(),
  faulty_models: z.array(z.string()),
  auth_url: z.string().nullable(),
  updated_at: wireTimeSchema,
})
export type WebClientConfig = z.infer<typeof webClientConfigSchema>

/** `GET /api/v1/settings/profiles`: named choices of a model. */
export const profileListSchema = z.looseObject({
  profiles: z.array(
    z.looseObject({
      name: z.string(),
      model: z.string().nullish(),
      base_url: z.string().nullish(),
      api_key_set: z.boolean().optional(),
    }),
  ),
  active_profile: z.string().nullish(),
})
export type ProfileList = z.infer<typeof profileListSchema>

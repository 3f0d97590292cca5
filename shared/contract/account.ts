import { z } from 'zod'
import { GIT_PROVIDERS } from './enums.ts'
import { oneOf, wireTimeSchema } from './shape.ts'

const flag = z.boolean().optional()

const featureFlagsSchema = z.looseObject({
  enable_billing: flag,
  hide_llm_settings: flag,
  enable_jira: flag,
  enable_jira_dc: flag,
  enable_linear: flag,
  hide_users_page: flag,
  hide_billing_page: flag,
  hide_integrations_page: flag,
  hide_personal_workspaces: flag,
  allow_user_llm_configuration: flag,
  enable_acp: flag,
  enable_onboarding: flag,
  enable_automations: flag,
  enable_agent_canvas_banner: flag,
  deployment_mode: oneOf(['cloud', 'self_hosted']).nullish(),
})

const acpProviderSchema = z.looseObject({
  key: z.string(),
  display_name: z.string(),
  default_command: z.array(z.string()),
  default_model: z.string().nullish(),
  available_models: z.array(z.looseObject({ id: z.string(), label: z.string() })).optional(),
  api_key_env_var: z.string().nullish(),
  base_url_env_var: z.string().nullish(),
})

/** `GET /api/v1/web-client/config` (contract §10): what a client may know without a key. */
export const webClientConfigSchema = z.looseObject({
  app_mode: oneOf(['oss', 'saas']),
  posthog_client_key: z.string().nullable(),
  feature_flags: featureFlagsSchema,
  providers_configured: z.array(oneOf(GIT_PROVIDERS)),
  maintenance_start_time: wireTimeSchema.nullable(),
  auth_url: z.string().nullable(),
  recaptcha_site_key: z.string().nullable(),
  faulty_models: z.array(z.string()),
  error_message: z.string().nullable(),
  updated_at: wireTimeSchema,
  github_app_slug: z.string().nullable(),
  gitlab_enabled: flag,
  provider_default_hosts: z.record(z.string(), z.string()).optional(),
  slack_enabled: flag,
  email_enabled: flag,
  email_change_enabled: flag,
  acp_providers: z.array(acpProviderSchema).optional(),
  jira_dc_oauth_host: z.string().nullish(),
  jira_dc_service_account_managed: flag,
  jira_dc_service_account_email: z.string().nullish(),
  jira_dc_service_account_config_error: z.string().nullish(),
  kind: z.literal('WebClientConfig'),
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

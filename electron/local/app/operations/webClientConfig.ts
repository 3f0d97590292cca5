import { json, type Route } from '../../http/route.ts'
import { recordTime } from '../../time.ts'
import type { World } from '../../world/world.ts'

/** What a client needs to know before it has a key. */
export const webClientConfig: Route<World> = {
  method: 'GET',
  path: '/api/v1/web-client/config',
  isPublic: true,
  handle: ({ server }) =>
    json({
      app_mode: 'oss',
      posthog_client_key: null,
      feature_flags: {
        enable_billing: false,
        hide_llm_settings: false,
        enable_jira: false,
        enable_jira_dc: false,
        enable_linear: false,
        hide_users_page: true,
        hide_billing_page: true,
        hide_integrations_page: false,
        hide_personal_workspaces: false,
        allow_user_llm_configuration: true,
        enable_acp: true,
        deployment_mode: null,
        enable_onboarding: false,
        enable_automations: true,
      },
      providers_configured: [],
      maintenance_start_time: null,
      auth_url: null,
      recaptcha_site_key: null,
      faulty_models: [],
      error_message: null,
      updated_at: recordTime(server.startedMs),
      github_app_slug: null,
      kind: 'WebClientConfig',
    }),
}

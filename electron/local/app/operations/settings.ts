import { Refusal } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { World } from '../../world/world.ts'

const STRATEGIES = ['NO_GROUPING', 'GROUP_BY_NEWEST', 'LEAST_RECENTLY_USED', 'FEWEST_CONVERSATIONS', 'ADD_TO_ANY']

/** The account's settings as both settings and users/me show them. */
export function settingsRecord(world: World): JsonObject {
  // An unknown strategy was stored before: the real account is locked from then on (contract §18.4).
  if (!STRATEGIES.includes(String(world.settings.sandbox_grouping_strategy))) throw new Error('not a valid strategy')
  return {
    language: 'en',
    agent_settings: { schema_version: 4, agent_kind: 'openhands', agent: 'CodeActAgent' },
    conversation_settings: {
      schema_version: 1,
      max_iterations: 500,
      confirmation_mode: false,
      security_analyzer: 'llm',
    },
    max_budget_per_task: null,
    git_user_name: 'Local Operator',
    git_user_email: 'operator@localhost',
    ...world.settings,
  }
}

export const getSettings: Route<World> = {
  method: 'GET',
  path: '/api/v1/settings',
  handle: ({ server }) =>
    json({ ...settingsRecord(server), llm_api_key_set: true, search_api_key_set: false, provider_tokens_set: {} }),
}

/** Partial and flat; the real server stores the strategy without looking at it (contract §7). */
export const storeSettings: Route<World> = {
  method: 'POST',
  path: '/api/v1/settings',
  async handle(request) {
    const body = await request.body()
    if (!isObject(body)) throw new Refusal(400, { error: 'Invalid settings' })
    const whole = ['agent_settings', 'conversation_settings'].filter((name) => name in body)
    if (whole.length > 0) throw new Refusal(422, { error: 'Use the *_diff keys', keys: whole })
    settingsRecord(request.server)
    const { sandbox_grouping_strategy: strategy } = body
    if (strategy !== undefined)
      request.server.settings = { ...request.server.settings, sandbox_grouping_strategy: strategy }
    return json({ message: 'Settings stored' })
  },
}

import { GROUPING_STRATEGIES } from '../../../../shared/contract/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { World } from '../../world/world.ts'
import { isLocked } from '../accountRules.ts'

/** The account's settings as both settings and users/me show them. */
export function settingsRecord(world: World): JsonObject {
  return {
    language: 'en',
    agent_settings: {
      schema_version: 4,
      agent_kind: 'openhands',
      agent: 'CodeActAgent',
      mcp_config: { mcpServers: world.account.mcpServers },
    },
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
  handle({ server }) {
    if (!server.account.hasSettings) throw new Refusal(404, { error: 'Settings not found' })
    return json({
      ...settingsRecord(server),
      llm_api_key_set: true,
      search_api_key_set: false,
      provider_tokens_set: Object.fromEntries(server.account.providers),
    })
  },
}

/** Partial and flat; the real server stores the strategy without looking at it, and refuses all when it is wrong (§18.4). */
export const storeSettings: Route<World> = {
  method: 'POST',
  path: '/api/v1/settings',
  async handle({ server, body: read }) {
    const body = await read()
    if (!isObject(body)) throw new Refusal(400, { error: 'Invalid settings' })
    const whole = ['agent_settings', 'conversation_settings'].filter((name) => name in body)
    if (whole.length > 0) throw new Refusal(422, { error: 'Use the *_diff keys', keys: whole })
    if (isLocked(server)) throw new Refusal(400, { error: brokenSettings(server) })
    const { sandbox_grouping_strategy: strategy } = body
    server.account.hasSettings = true
    if (strategy !== undefined) server.settings = { ...server.settings, sandbox_grouping_strategy: strategy }
    return json({ message: 'Settings stored' })
  },
}

function brokenSettings({ settings }: World): string {
  const [last, ...rest] = GROUPING_STRATEGIES.map((value) => `'${value}'`).reverse()
  return `1 validation error for Settings
sandbox_grouping_strategy
  Input should be ${rest.reverse().join(', ')} or ${last} [type=enum, input_value='${settings.sandbox_grouping_strategy}', input_type=str]`
}

import * as z from 'zod'
import type { Json, JsonObject } from '../json.ts'

/** The one organisation of the local account. */
export const ORG_ID = '00000000-0000-4000-8000-000000000001'

/** What is kept of an account over restarts. Nothing here is secret. */
export const SavedAccount = z.object({
  hasSettings: z.boolean(),
  secrets: z.record(z.string(), z.string()),
  providers: z.record(z.string(), z.string().nullable()),
  mcpServers: z.record(z.string(), z.json()),
})
type SavedAccount = z.infer<typeof SavedAccount>

/**
 * Secrets, git providers and MCP servers of the account. Their values are dropped as they come in: no operation gives
 * them back, and the scripted agent uses none.
 */
export class Account {
  /** False for a user who never stored settings. */
  hasSettings = true
  /** Descriptions by name. */
  secrets = new Map<string, string>()
  /** Hosts by provider, for those with a token. */
  providers = new Map<string, string | null>()
  /** As the settings show them: credentials are masked. */
  mcpServers: JsonObject = {}

  saved(): SavedAccount {
    const { hasSettings, secrets, providers, mcpServers } = this
    return {
      hasSettings,
      secrets: Object.fromEntries(secrets),
      providers: Object.fromEntries(providers),
      mcpServers,
    }
  }

  restore({ hasSettings, secrets, providers, mcpServers }: SavedAccount): void {
    this.hasSettings = hasSettings
    this.secrets = new Map(Object.entries(secrets))
    this.providers = new Map(Object.entries(providers))
    this.mcpServers = mcpServers
  }
}

const MASK = '**********'

/** The same names with every value hidden. */
export function masked(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]): [string, Json] => [name, value && MASK]))
}

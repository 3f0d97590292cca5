import { z } from 'zod'
import { GIT_PROVIDERS, GROUPING_STRATEGIES } from '../contract/index.ts'

/** What the server says about the key in use (contract §10). */
export const accountKeySchema = z.object({
  name: z.string().nullable(),
  userId: z.string().nullable(),
  orgId: z.string().nullable(),
  /** The one organisation that the key is bound to; null for a key that is bound to none. */
  boundOrgId: z.string().nullable(),
  authType: z.string().nullable(),
})
export type AccountKey = z.infer<typeof accountKeySchema>

export const accountUserSchema = z.object({
  id: z.string().nullable(),
  email: z.string().nullable(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  role: z.string().nullable(),
  permissions: z.array(z.string()),
  gitUserName: z.string().nullable(),
  gitUserEmail: z.string().nullable(),
})
export type AccountUser = z.infer<typeof accountUserSchema>

/** What a server tells everyone, with or without a key. */
export const serverConfigSchema = z.object({
  appMode: z.string().nullable(),
  deploymentMode: z.string().nullable(),
  providersConfigured: z.array(z.string()),
  /** Milliseconds since the epoch. */
  maintenanceAt: z.number().nullable(),
  errorMessage: z.string().nullable(),
  faultyModels: z.array(z.string()),
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

/** One of the calls that prove that a server is up, and what it answered. */
export const probeSchema = z.object({
  path: z.string(),
  isUp: z.boolean(),
  /** The answer in a few words, or why there is none. */
  says: z.string(),
  ms: z.number(),
})
export type Probe = z.infer<typeof probeSchema>

/** The five values that may ever be sent: another one locks the account (contract §18.4). */
export const groupingStrategySchema = z.enum(GROUPING_STRATEGIES)

/** The settings that the console shows; others stay on the server. */
export const accountSettingsSchema = z.object({
  /** As the server has it; null when it does not say, which means NO_GROUPING. */
  grouping: z.string().nullable(),
  /** Providers with a stored token, and the host each is for. */
  providers: z.array(z.object({ provider: z.string(), host: z.string().nullable() })),
  /** Names of the stored MCP servers; null when the server does not list them. */
  mcpServers: z.array(z.string()).nullable(),
  defaultSandboxSpecId: z.string().nullable(),
})
export type AccountSettings = z.infer<typeof accountSettingsSchema>

/** Named choices of a model, of which a conversation can be given one. */
export const profilesSchema = z.object({
  profiles: z.array(z.object({ name: z.string(), model: z.string().nullable() })),
  active: z.string().nullable(),
})
export type Profiles = z.infer<typeof profilesSchema>

/** A secret of the account, without its value, which no server gives back. */
export const secretEntrySchema = z.object({ name: z.string(), description: z.string().nullable() })
export type SecretEntry = z.infer<typeof secretEntrySchema>

const gitProviderSchema = z.enum(GIT_PROVIDERS)

const remoteServer = {
  name: z.string(),
  url: z.string(),
  /** Empty for none. */
  apiKey: z.string(),
}

/** `shttp`: streamable HTTP. */
export const mcpServerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sse'), ...remoteServer }),
  z.object({ kind: z.literal('shttp'), ...remoteServer }),
  z.object({
    kind: z.literal('stdio'),
    name: z.string(),
    command: z.string(),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()),
  }),
])
export type McpServer = z.infer<typeof mcpServerSchema>

/** What an account has afterwards: a provider that is not in it is removed (contract §10). */
export const registrationSchema = z.object({
  providers: z.array(
    z.object({
      provider: gitProviderSchema,
      /** Null keeps the stored token. */
      token: z.string().nullable(),
      host: z.string().nullable(),
    }),
  ),
  /** Null sends none, which leaves those of the account as they are. */
  mcpServers: z.array(mcpServerSchema).nullable(),
})
export type Registration = z.infer<typeof registrationSchema>

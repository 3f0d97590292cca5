import {
  GIT_PROVIDERS,
  type GitProvider,
  mcpUrlSchema,
  providerTokenForWritingSchema,
} from '../../../shared/contract/index.ts'
import type { AccountSettings, McpServer, Registration } from '../../../shared/domain/index.ts'

/** What becomes of a provider: its stored token stays, a new one comes, or it is left out and so removed. */
export type Fate = 'keep' | 'new' | 'remove'

export interface ProviderDraft {
  provider: GitProvider
  isStored: boolean
  fate: Fate
  host: string
}

/** An MCP server as typed; its credentials stay in their fields. */
export interface McpDraft {
  id: number
  kind: McpServer['kind']
  name: string
  url: string
  command: string
  /** One a line. */
  args: string
}

/** What was changed of what is stored; untouched providers are kept. */
export interface RegistrationDraft {
  providers: Partial<Record<GitProvider, Pick<ProviderDraft, 'fate' | 'host'>>>
  /** Null leaves the servers of the account as they are. */
  mcpServers: McpDraft[] | null
}

export const UNTOUCHED: RegistrationDraft = { providers: {}, mcpServers: null }

const NAMES: Readonly<Record<GitProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  bitbucket_data_center: 'Bitbucket Data Center',
  forgejo: 'Forgejo',
  azure_devops: 'Azure DevOps',
  enterprise_sso: 'Enterprise single sign-on',
}

export function knownProvider(name: string): GitProvider | null {
  return GIT_PROVIDERS.find((provider) => provider === name) ?? null
}

export function providerName(provider: string): string {
  const known = knownProvider(provider)
  return known === null ? provider : NAMES[known]
}

/** The stored providers and those to be added, with what becomes of each. */
export function providersOf(stored: AccountSettings['providers'], draft: RegistrationDraft): ProviderDraft[] {
  return GIT_PROVIDERS.flatMap((provider): ProviderDraft[] => {
    const found = stored.find((one) => one.provider === provider)
    const change = draft.providers[provider]
    if (found === undefined && change === undefined) return []
    return [
      {
        provider,
        isStored: found !== undefined,
        ...(change ?? { fate: 'keep' as const, host: found?.host ?? '' }),
      },
    ]
  })
}

export const tokenField = (provider: GitProvider) => `${provider}.token`
export const keyField = (id: number) => `mcp.${id}.key`
export const environmentField = (id: number) => `mcp.${id}.env`

/** What is wrong, by field: `github.token`, `github.host`, `mcp.3.url`. */
export type Problems = Readonly<Record<string, string>>

/** Everything that will be stored, with the credentials read from their fields; or what is wrong with it. */
export function registrationOf(
  providers: readonly ProviderDraft[],
  mcpServers: readonly McpDraft[] | null,
  read: (field: string) => string,
): { registration: Registration; problems: Problems } {
  const problems: Record<string, string> = {}
  const kept = providers.filter(({ fate }) => fate !== 'remove')
  const registration: Registration = {
    providers: kept.map(({ provider, fate, host }) => {
      const token = fate === 'new' ? read(tokenField(provider)).trim() : null
      const typed = host.trim() === '' ? null : host.trim()
      if (token === '') problems[tokenField(provider)] = 'Enter the token.'
      const { error } = providerTokenForWritingSchema.safeParse({ token: token ?? '', host: typed })
      for (const { path, message } of error?.issues ?? []) {
        problems[`${provider}.${String(path[0])}`] ??= `This ${message}.`
      }
      return { provider, token, host: typed }
    }),
    mcpServers: mcpServers?.map((server) => mcpServerOf(server, read, problems)) ?? null,
  }
  for (const [at, server] of (mcpServers ?? []).entries()) {
    const isRepeat = mcpServers?.slice(0, at).some(({ name }) => name.trim() === server.name.trim())
    if (isRepeat) problems[`mcp.${server.id}.name`] ??= 'Another server of this list has this name.'
  }
  return { registration, problems }
}

function mcpServerOf(draft: McpDraft, read: (field: string) => string, problems: Record<string, string>): McpServer {
  const { id, kind } = draft
  const name = draft.name.trim()
  if (name === '') problems[`mcp.${id}.name`] = 'Enter a name.'
  if (kind === 'stdio') {
    const command = draft.command.trim()
    if (command === '') problems[`mcp.${id}.command`] = 'Enter the command.'
    const args = draft.args.split('\n').filter((line) => line.trim() !== '')
    const env = environmentOf(read(environmentField(id)))
    if (env === null) problems[environmentField(id)] = 'Write NAME=value, one a line.'
    return { kind, name, command, args, env: env ?? {} }
  }
  const url = draft.url.trim()
  const bad = mcpUrlSchema.safeParse(url).error?.issues[0]?.message
  if (bad !== undefined) problems[`mcp.${id}.url`] = `This ${bad}.`
  return { kind, name, url, apiKey: read(keyField(id)).trim() }
}

/** `NAME=value` lines; null when one is none. */
export function environmentOf(text: string): Record<string, string> | null {
  const env: Record<string, string> = {}
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const at = line.indexOf('=')
    const name = line.slice(0, at).trim()
    if (at < 1 || name === '') return null
    env[name] = line.slice(at + 1)
  }
  return env
}

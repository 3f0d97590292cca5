import {
  type AddGitProviders,
  addGitProvidersSchema,
  type GitProvidersForWriting,
  gitProvidersForWritingSchema,
} from '../../../../shared/contract/index.ts'
import { HandrailError, type McpServer, type Registration } from '../../../../shared/domain/index.ts'
import { checked } from '../sending.ts'

/** Names of environment variables whose value is a credential; others, like PATH, stand in ordinary text. */
const SECRET_NAME = /key|token|secret|passw|auth|cred/i

/** Every value in a registration that must never be seen again. */
export function secretsIn({ providers, mcpServers }: Registration): string[] {
  const tokens = providers.flatMap(({ token }) => (token === null ? [] : [token]))
  const credentials = (mcpServers ?? []).flatMap((server) =>
    server.kind === 'stdio'
      ? Object.entries(server.env).flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value] : []))
      : [server.apiKey],
  )
  return [...tokens, ...credentials]
}

/** The body of `POST /api/add-git-providers` (seed §4.3). Throws `invalid-input`, naming the field. */
export function bodyOfSeed(registration: Registration, purpose: string): AddGitProviders {
  const { mcpServers } = registration
  const provider_tokens = providerTokens(registration)
  const body = mcpServers === null ? { provider_tokens } : { mcp_config: seedServers(mcpServers), provider_tokens }
  return checked(addGitProvidersSchema, body, purpose)
}

/** The body of its successor (contract §10). Throws `invalid-input`, naming the field. */
export function bodyOfSuccessor(registration: Registration, purpose: string): GitProvidersForWriting {
  const { mcpServers } = registration
  const mcp_config =
    mcpServers === null
      ? null
      : { mcpServers: Object.fromEntries(mcpServers.map((server) => [server.name, successorServer(server)])) }
  return checked(gitProvidersForWritingSchema, { mcp_config, provider_tokens: providerTokens(registration) }, purpose)
}

/** Two servers of one name would be one in the successor's map, and two providers of one name one everywhere. */
export function refuseRepeats({ providers, mcpServers }: Registration, purpose: string): void {
  const provider = repeated(providers.map((one) => one.provider))
  if (provider !== null) throw repeat(purpose, `provider ${provider}`, `provider_tokens.${provider}`)
  const name = repeated((mcpServers ?? []).map((one) => one.name))
  if (name !== null) throw repeat(purpose, `MCP server “${name}”`, 'mcp_config')
}

function repeated(names: readonly string[]): string | null {
  return names.find((name, at) => names.indexOf(name) !== at) ?? null
}

function repeat(purpose: string, what: string, field: string): HandrailError {
  return new HandrailError({
    code: 'invalid-input',
    message: `Could not ${purpose}: ${what} is there twice.`,
    advice: 'Nothing was sent; leave one of them.',
    field,
  })
}

function providerTokens({ providers }: Registration): AddGitProviders['provider_tokens'] {
  return Object.fromEntries(providers.map(({ provider, token, host }) => [provider, { token: token ?? '', host }]))
}

function seedServers(servers: readonly McpServer[]): NonNullable<AddGitProviders['mcp_config']> {
  const remote = (kind: 'sse' | 'shttp') =>
    servers.flatMap((server) => (server.kind === kind ? [{ url: server.url, api_key: server.apiKey }] : []))
  return {
    sse_servers: remote('sse'),
    stdio_servers: servers.flatMap((server) => {
      if (server.kind !== 'stdio') return []
      const { name, command, args, env } = server
      return [{ name, command, args, env }]
    }),
    shttp_servers: remote('shttp'),
  }
}

type SuccessorServer = NonNullable<GitProvidersForWriting['mcp_config']>['mcpServers'][string]

function successorServer(server: McpServer): SuccessorServer {
  if (server.kind === 'stdio') {
    return { command: server.command, args: server.args, env: server.env, transport: 'stdio' }
  }
  return {
    url: server.url,
    transport: server.kind === 'sse' ? 'sse' : 'streamable-http',
    headers: server.apiKey === '' ? {} : { Authorization: `Bearer ${server.apiKey}` },
  }
}

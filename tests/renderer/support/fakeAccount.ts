import { implement } from '@orpc/server'
import type {
  AccountKey,
  AccountSettings,
  AccountUser,
  Connection,
  Probe,
  Registration,
  SecretEntry,
  ServerConfig,
} from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'
import { refuse } from './refuse.ts'

/** What the far side of an account has, all connections alike. */
export interface FakeAccountState {
  key: AccountKey
  user: AccountUser
  serverConfig: ServerConfig
  probes: Probe[]
  settings: AccountSettings | null
  secrets: SecretEntry[]
  /** How many secrets a page has. */
  secretPage: number
  /** Takes MCP servers without ever listing them, as some servers do. */
  forgetsMcpServers: boolean
}

export function fakeAccountState(): FakeAccountState {
  return {
    key: { name: 'console', userId: 'kim', orgId: 'org-acme', boundOrgId: null, authType: 'api_key' },
    user: {
      id: 'kim',
      email: 'kim@acme.test',
      orgId: 'org-acme',
      orgName: 'Acme',
      role: 'owner',
      permissions: ['view_settings'],
      gitUserName: 'Kim',
      gitUserEmail: 'kim@acme.test',
    },
    serverConfig: {
      appMode: 'saas',
      deploymentMode: 'cloud',
      providersConfigured: ['github', 'gitlab'],
      maintenanceAt: null,
      errorMessage: null,
      faultyModels: [],
    },
    probes: [
      { path: '/alive', isUp: true, says: 'ok', ms: 12 },
      { path: '/health', isUp: true, says: 'OK', ms: 11 },
      { path: '/ready', isUp: false, says: 'Could not ask /ready. The server is not available (HTTP 503).', ms: 31 },
      { path: '/server_info', isUp: true, says: 'up 91 min', ms: 14 },
    ],
    settings: {
      grouping: 'NO_GROUPING',
      providers: [
        { provider: 'github', host: 'github.com' },
        { provider: 'gitlab', host: null },
      ],
      mcpServers: ['search'],
      defaultSandboxSpecId: null,
    },
    secrets: [
      { name: 'NPM_TOKEN', description: 'Publishes packages of acme' },
      { name: 'SENTRY_DSN', description: null },
    ],
    secretPage: 100,
    forgetsMcpServers: false,
  }
}

/** The account's part of the contract over a state in memory. */
export function fakeAccountProcedures(
  state: FakeAccountState,
  setOrganisation: (connectionId: string, orgId: string | null) => Connection,
) {
  const os = implement(contract)
  const find = (id: string) => {
    const found = state.secrets.find(({ name }) => name === id)
    if (found === undefined) throw refuse({ code: 'not-found', message: `The server does not know secret ${id}.` })
    return found
  }
  return {
    account: {
      key: os.account.key.handler(() => state.key),
      user: os.account.user.handler(() => state.user),
      serverConfig: os.account.serverConfig.handler(() => state.serverConfig),
      probes: os.account.probes.handler(() => state.probes),
      setOrganisation: os.account.setOrganisation.handler(({ input }) => {
        const connection = setOrganisation(input.connectionId, input.orgId)
        state.user = { ...state.user, orgId: input.orgId ?? 'org-acme', orgName: null }
        return { connection, summary: `${connection.name} answered.` }
      }),
    },
    settings: {
      read: os.settings.read.handler(() => ({ settings: state.settings })),
      setGrouping: os.settings.setGrouping.handler(({ input }) => {
        const none = { providers: [], mcpServers: null, defaultSandboxSpecId: null }
        state.settings = { ...(state.settings ?? none), grouping: input.strategy }
        return {}
      }),
      profiles: os.settings.profiles.handler(() => ({
        profiles: [{ name: 'default', model: 'claude-sonnet' }],
        active: 'default',
      })),
    },
    secrets: {
      search: os.secrets.search.handler(({ input }) => {
        const found = state.secrets.filter(({ name }) => name.toLowerCase().includes(input.name.toLowerCase()))
        const start = found.findIndex(({ name }) => name === input.pageId) + 1
        const items = found.slice(start, start + state.secretPage)
        return { items, nextPageId: start + items.length < found.length ? (items.at(-1)?.name ?? null) : null }
      }),
      create: os.secrets.create.handler(({ input: { name, description } }) => {
        state.secrets = [...state.secrets, { name, description }]
        return {}
      }),
      change: os.secrets.change.handler(({ input }) => {
        const before = find(input.id)
        state.secrets = state.secrets.map((one) => (one === before ? input.change : one))
        return {}
      }),
      delete: os.secrets.delete.handler(({ input }) => {
        const gone = find(input.id)
        state.secrets = state.secrets.filter((one) => one !== gone)
        return {}
      }),
    },
    gitProviders: {
      register: os.gitProviders.register.handler(({ input }) => {
        const { registration } = input
        state.settings = stored(
          state.settings,
          state.forgetsMcpServers ? { ...registration, mcpServers: null } : registration,
        )
        return {}
      }),
      removeAll: os.gitProviders.removeAll.handler(() => {
        state.settings = state.settings === null ? null : { ...state.settings, providers: [] }
        return {}
      }),
    },
  }
}

function stored(before: AccountSettings | null, { providers, mcpServers }: Registration): AccountSettings {
  return {
    grouping: before?.grouping ?? null,
    defaultSandboxSpecId: null,
    providers: providers.map(({ provider, host }) => ({ provider, host })),
    mcpServers: mcpServers === null ? (before?.mcpServers ?? null) : mcpServers.map(({ name }) => name),
  }
}

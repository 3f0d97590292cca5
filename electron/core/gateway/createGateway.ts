import { type Connection, sharedConnectionId } from '../../../shared/domain/index.ts'
import type { HostPorts } from '../ports.ts'
import { createAccessBook } from './agentServer/accessBook.ts'
import { createAgentRegistry } from './agentServer/agentRegistry.ts'
import { createAgentServerClient } from './agentServer/agentServerClient.ts'
import { createAgentSession } from './agentServer/agentSession.ts'
import { checkAgentServer } from './agentServer/checkAgentServer.ts'
import { createFeatureBook } from './agentServer/features.ts'
import { createAppServerClient } from './appServer/appServerClient.ts'
import { createAppSession } from './appServer/appSession.ts'
import type { GitProviderRoute } from './appServer/gitProviderCalls.ts'
import { isPlainHttpToOtherMachine, normaliseBaseUrl } from './baseUrl.ts'
import { ACCOUNT_LIMITS, createRequestBudget, type RequestBudget } from './budget/requestBudget.ts'
import type { RateLimit } from './budget/slidingWindow.ts'
import { createConnectionLives } from './http/connectionLives.ts'
import { createHttpClient, type HttpClient } from './http/httpClient.ts'
import { heldKey, type KeyLookup } from './keyring.ts'
import { createValueRedactor } from './redaction/valueRedactor.ts'
import { createSharedClient } from './shared/sharedCalls.ts'
import type { AgentServerClient, AppServerClient, Gateway } from './types.ts'

export interface GatewayOptions {
  /** Allows http to other machines, where keys can be read on the way. Default false. */
  allowPlainHttp?: boolean
  /** Limits of an account; default contract §15. */
  limits?: readonly RateLimit[]
  /** Where the server of a connection is now; default its `baseUrl`. May throw why it is nowhere. */
  addressOf?(connection: Connection): string
  /** A value is held for the first time: the archive may hold it already and has to be searched (decision 12). */
  onSecretHeld?(secret: string): void
}

export type GatewayPorts = Pick<HostPorts, 'fetch' | 'proxyFor' | 'clock'>

/** Makes the only code that opens connections to servers. `keys` is the vault, or what holds the local service's key. */
export function createGateway(ports: GatewayPorts, keys: KeyLookup, options: GatewayOptions = {}): Gateway {
  const {
    allowPlainHttp = false,
    limits = ACCOUNT_LIMITS,
    addressOf = ({ baseUrl }) => baseUrl,
    onSecretHeld,
  } = options
  const redactor = createValueRedactor(onSecretHeld)
  const http = createHttpClient(ports, redactor)
  const lives = createConnectionLives(http)
  const book = createAccessBook()
  const features = createFeatureBook()
  const agents = createAgentRegistry({
    book,
    allowPlainHttp,
    createClient: (connectionId, target) =>
      createAgentServerClient(connectionId, target, lives.http(connectionId), { ...ports, redactor }, features),
  })
  const budgets = new Map<string, RequestBudget>()
  const gitProviderRoutes = new Map<string, GitProviderRoute>()

  function budgetOf(connectionId: string): RequestBudget {
    const budget = budgets.get(connectionId) ?? createRequestBudget(ports.clock, limits)
    if (!lives.isOver(connectionId)) budgets.set(connectionId, budget)
    return budget
  }

  function baseUrlOf(connection: Connection): string {
    return normaliseBaseUrl(addressOf(connection), { allowPlainHttp })
  }

  function appClient(
    connection: Connection,
    key: () => Promise<string>,
    budget: RequestBudget,
    http: HttpClient,
  ): AppServerClient {
    const baseUrl = baseUrlOf(connection)
    const session = createAppSession({
      connectionId: connection.id,
      target: { baseUrl, orgId: connection.orgId, key },
      http,
      budget,
      redactor,
      now: () => ports.clock.now(),
      gitProviderRoutes,
      onRecord: book.note,
    })
    return createAppServerClient(session, budget, new URL(baseUrl).host)
  }

  function appServer(connection: Connection): AppServerClient {
    return appClient(
      connection,
      heldKey(keys, redactor, connection),
      budgetOf(connection.id),
      lives.http(connection.id),
    )
  }

  function bareAgent(connection: Connection): AgentServerClient {
    const target = { baseUrl: baseUrlOf(connection), key: heldKey(keys, redactor, connection) }
    return createAgentServerClient(connection.id, target, lives.http(connection.id), { ...ports, redactor }, features)
  }

  return {
    appServer,
    bareAgent,

    shared(typed) {
      // Nothing secret travels: http to another machine is no worse than a browser that opens the same link.
      const baseUrl = normaliseBaseUrl(typed, { allowPlainHttp: true })
      return createSharedClient(baseUrl, http, budgetOf(sharedConnectionId(baseUrl)))
    },

    async agentServer(connection, ref, { refresh }, signal) {
      if (connection.kind === 'agent') return bareAgent(connection)
      return agents.find(connection, appServer(connection), ref, refresh, signal)
    },

    async check(connection, key, signal) {
      const baseUrl = baseUrlOf(connection)
      const held = heldKey({ get: async () => key }, redactor, connection)
      const summary =
        connection.kind === 'app'
          ? await appClient(connection, held, createRequestBudget(ports.clock, limits), http).check(signal)
          : await checkAgentServer(createAgentSession({ baseUrl, key: held }, http), signal)
      return isPlainHttpToOtherMachine(new URL(baseUrl))
        ? `${summary} Warning: with http the key can be read by everyone on the way.`
        : summary
    },

    budgets: () => [...budgets].map(([connectionId, budget]) => ({ connectionId, ...budget.state() })),

    forget(connectionId) {
      lives.end(connectionId)
      budgets.delete(connectionId)
      book.forgetConnection(connectionId)
    },

    redact: redactor.redact,
    holdSecret(value) {
      redactor.hold(value)
    },
  }
}

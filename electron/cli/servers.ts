import { randomUUID } from 'node:crypto'
import { type Connection, type ConversationRef, HandrailError } from '../../shared/domain/index.ts'
import {
  type AgentServerClient,
  type AppServerClient,
  createGateway,
  type Gateway,
  normaliseBaseUrl,
} from '../core/gateway/index.ts'
import { type Connections, createConnections, createVault, type Vault } from '../core/vault/index.ts'
import { proxyFromEnv } from '../host/proxyFromEnv.ts'
import { routeThroughProxies } from '../host/routeThroughProxies.ts'
import { systemClock } from '../host/systemClock.ts'
import type { CliOptions } from './options.ts'

/** The servers that a data folder knows, and their keys. */
export interface Servers {
  gateway: Gateway
  connections: Connections
  vault: Vault
  /** Given for this run; null when the vault's are to be used. */
  key: string | null
}

export async function openServers({
  dataDir,
  passphrase,
  key,
}: Pick<CliOptions, 'dataDir' | 'passphrase' | 'key'>): Promise<Servers> {
  routeThroughProxies(process.env)
  const vault = await createVault({ dataDir, keyProtection: null, passphrase })
  if (passphrase !== null && vault.status().state === 'locked') {
    throw new HandrailError({
      code: 'unauthorized',
      message: `The passphrase does not open the keys in ${dataDir}.`,
      advice: 'Give the right one, or the key itself in HANDRAIL_KEY and no passphrase.',
    })
  }
  const connections = await createConnections({ dataDir })
  const ports = {
    fetch: globalThis.fetch,
    proxyFor: async (url: string) => proxyFromEnv(url, process.env),
    clock: systemClock,
  }
  const gateway = createGateway(ports, { get: async (id) => key ?? vault.get(id).catch(noKey) })
  return { gateway, connections, vault, key }
}

function noKey(cause: unknown): never {
  throw new HandrailError(
    {
      code: 'locked',
      message: 'The vault gives no key for this connection.',
      advice: 'Set HANDRAIL_PASSPHRASE to open the vault, or HANDRAIL_KEY to the key itself.',
    },
    { cause },
  )
}

/**
 * The connection of an address: a stored one, or one that is stored now with the key of this run, which goes to the
 * vault when that is open.
 */
export async function connectionAt(
  { gateway, connections, vault, key }: Servers,
  address: string,
  signal: AbortSignal,
): Promise<{ connection: Connection; isKeyKept: boolean }> {
  const baseUrl = normaliseBaseUrl(address, { allowPlainHttp: false })
  const known = connections.list().find((one) => one.baseUrl === baseUrl)
  if (known !== undefined) return { connection: known, isKeyKept: true }
  if (key === null) {
    throw new HandrailError({
      code: 'not-found',
      message: `No connection to ${baseUrl} is stored here.`,
      advice: 'Set HANDRAIL_KEY to its key, or connect to it in Handrail first.',
    })
  }
  const made: Connection = {
    id: randomUUID(),
    name: new URL(baseUrl).host,
    kind: 'app',
    baseUrl,
    isLocal: false,
    orgId: null,
    createdAt: systemClock.now(),
  }
  const connection = await checked(gateway, made, key, signal)
  const { state, needsPassphrase } = vault.status()
  const isKeyKept = state === 'open' || (state === 'empty' && !needsPassphrase)
  if (isKeyKept) await vault.put(connection.id, key)
  await connections.add(connection)
  return { connection, isKeyKept }
}

/** An app server, or else a bare agent server; what the first said when it is neither. */
async function checked(gateway: Gateway, made: Connection, key: string, signal: AbortSignal): Promise<Connection> {
  try {
    await gateway.check(made, key, signal)
    return made
  } catch (error) {
    const agent: Connection = { ...made, kind: 'agent' }
    return gateway.check(agent, key, signal).then(
      () => agent,
      () => {
        throw error
      },
    )
  }
}

export interface Sides {
  agent: AgentServerClient | null
  app: AppServerClient | null
}

/** Who can be asked for the events of a conversation: a sandbox that sleeps has no agent server. */
export async function sidesOf(
  { gateway }: Pick<Servers, 'gateway'>,
  connection: Connection,
  ref: ConversationRef,
  signal: AbortSignal,
): Promise<Sides> {
  if (connection.kind === 'agent') return { agent: gateway.bareAgent(connection), app: null }
  const app = gateway.appServer(connection)
  try {
    return { agent: await gateway.agentServer(connection, ref, { refresh: true }, signal), app }
  } catch (error) {
    const isAtRest = error instanceof HandrailError && ['conflict', 'not-found'].includes(error.failure.code)
    if (!isAtRest) throw error
    return { agent: null, app }
  }
}

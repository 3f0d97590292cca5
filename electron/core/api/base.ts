import { implement } from '@orpc/server'
import type { Connection, ConversationRef, ListedConnection } from '../../../shared/domain/index.ts'
import { HandrailError } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'
import type { WholeArchive } from '../archive/index.ts'
import { type Engine, failureOf } from '../engine/index.ts'
import type { AgentServerClient, Gateway } from '../gateway/index.ts'
import type { HostPorts } from '../ports.ts'
import type { SavedFilters } from '../savedFilters.ts'
import type { Troubles } from '../troubles.ts'
import type { Vault } from '../vault/index.ts'
import type { ViewRegistry } from './viewRegistry.ts'

/** The rooms that the router joins; made in `createCore.ts`. */
export interface Rooms {
  ports: HostPorts
  vault: Vault
  archive: WholeArchive
  gateway: Gateway
  engine: Engine
  views: ViewRegistry
  troubles: Troubles
  filters: SavedFilters
  connections: {
    /** With the local service's, also while it does not run. */
    list(): Promise<ListedConnection[]>
    /** Starts the local service again after it failed. */
    startLocal(): void
    get(id: string): Connection
    add(connection: Connection): Promise<void>
    remove(id: string, forgetEvents: boolean): Promise<void>
    isKept(id: string): boolean
    /** Whether anything of it is kept on the disk. What was kept is forgotten when not. */
    keep(id: string, isKept: boolean): Promise<void>
  }
}

/**
 * Every failure leaves the core as the contract's one typed error, also one in the midst of a stream; a defect is
 * logged with its stack.
 */
export function failing(rooms: Rooms) {
  return implement(contract).use(async ({ next, errors, path }) => {
    const typed = (error: unknown) => {
      const failure = failureOf(error)
      if (failure.code === 'internal') {
        rooms.ports.log('error', `rpc ${path.join('.')}`, {
          error: error instanceof Error ? error.stack : String(error),
        })
      }
      return errors.FAILURE({ data: failure, message: failure.message })
    }
    try {
      const result = await next()
      return isStream(result.output) ? { ...result, output: failingStream(result.output, typed) } : result
    } catch (error) {
      throw typed(error)
    }
  })
}
export type Base = ReturnType<typeof failing>

/** The signal of a call; a transport always gives one. */
export function signalOf(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal
}

/**
 * Runs a call on the agent server of a conversation. A refused key is read anew once: it changes when a sandbox
 * resumes (contract §4).
 */
export async function withAgent<T>(
  rooms: Pick<Rooms, 'gateway' | 'connections'>,
  ref: ConversationRef,
  call: (agent: AgentServerClient) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const connection = rooms.connections.get(ref.connectionId)
  if (connection.kind === 'agent') return call(rooms.gateway.bareAgent(connection))
  try {
    return await call(await rooms.gateway.agentServer(connection, ref, { refresh: false }, signal))
  } catch (error) {
    const isStale = error instanceof HandrailError && ['unauthorized', 'unreachable'].includes(error.failure.code)
    if (!isStale || signal.aborted) throw error
    return call(await rooms.gateway.agentServer(connection, ref, { refresh: true }, signal))
  }
}

function isStream(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output
}

async function* failingStream<T>(items: AsyncIterable<T>, typed: (error: unknown) => Error): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw typed(error)
  }
}

import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '../../shared/rpc/index.ts'
import type { HostConnection, NoContext } from './hostConnection.ts'

export type RpcClient = ContractRouterClient<Contract, NoContext>

function queryUtils(client: RpcClient) {
  return createTanstackQueryUtils(client)
}
export type RpcQueries = ReturnType<typeof queryUtils>

export interface Rpc {
  readonly client: RpcClient
  /** TanStack Query options and keys for every procedure. */
  readonly orpc: RpcQueries
  readonly connection: HostConnection
}

export function createRpc(connection: HostConnection): Rpc {
  const client: RpcClient = createORPCClient(connection)
  return { client, orpc: queryUtils(client), connection }
}

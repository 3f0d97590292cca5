import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { Rpc } from './client.ts'
import type { HostStatus } from './hostConnection.ts'

const RpcContext = createContext<Rpc | null>(null)

/** Gives the page its host. After a reconnect every query that is on screen asks again. */
export function RpcProvider({ rpc, children }: { rpc: Rpc; children: ReactNode }) {
  const queries = useQueryClient()
  useEffect(() => {
    return rpc.connection.subscribe(() => {
      const status = rpc.connection.status()
      if (status.state === 'open' && status.generation > 1) void queries.invalidateQueries()
    })
  }, [rpc, queries])
  return <RpcContext.Provider value={rpc}>{children}</RpcContext.Provider>
}

export function useRpc(): Rpc {
  const rpc = useContext(RpcContext)
  if (rpc === null) throw new Error('useRpc needs an RpcProvider around it.')
  return rpc
}

export function useHostStatus(): HostStatus {
  const { connection } = useRpc()
  return useSyncExternalStore(connection.subscribe, connection.status)
}

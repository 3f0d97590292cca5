import { useQuery } from '@tanstack/react-query'
import type { Connection } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { useConnectionChoice } from '../../state/connectionChoice.ts'

const NONE: readonly Connection[] = []

export function useConnections() {
  const { orpc } = useRpc()
  const query = useQuery(orpc.connections.list.queryOptions({ input: {} }))
  return { ...query, connections: query.data ?? NONE }
}

/** The connections that lists show now: the chosen one, or all. */
export function useShownConnections(): readonly Connection[] {
  const { connections } = useConnections()
  const chosen = useConnectionChoice((state) => state.chosen)
  const found = connections.filter((connection) => connection.id === chosen)
  return found.length > 0 ? found : connections
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Connection, ListedConnection } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { useConnectionChoice } from '../../state/connectionChoice.ts'

const NONE: readonly ListedConnection[] = []
/** Starting the local service is the only thing that changes the list by itself. */
const LOOK_EVERY_MS = 1_000

export function useConnections() {
  const { orpc } = useRpc()
  const query = useQuery(
    orpc.connections.list.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (state.data?.some(isStarting) ? LOOK_EVERY_MS : false),
    }),
  )
  return { ...query, connections: query.data ?? NONE }
}

/** The connections that lists show now: the chosen one, or all. */
export function useShownConnections(): readonly Connection[] {
  const { connections } = useConnections()
  const chosen = useConnectionChoice((state) => state.chosen)
  const found = connections.filter((connection) => connection.id === chosen)
  return found.length > 0 ? found : connections
}

/** Names by id; none when all that is shown is of one connection. */
export function useConnectionNames(): ReadonlyMap<string, string> {
  const shown = useShownConnections()
  return useMemo(() => new Map(shown.length > 1 ? shown.map(({ id, name }) => [id, name]) : []), [shown])
}

const isStarting = ({ service }: ListedConnection) => service?.state === 'starting'

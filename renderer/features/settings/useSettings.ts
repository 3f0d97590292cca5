import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRpc } from '../../rpc/index.ts'

/** The stored settings of a connection's account; `settings` is null for a user who never stored any. */
export function useSettings(connectionId: string) {
  const { orpc } = useRpc()
  return useQuery(orpc.settings.read.queryOptions({ input: { connectionId } }))
}

/** Asks again for everything that the page shows of a connection. */
export function useRefresh(connectionId: string | undefined): () => void {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  return () => {
    if (connectionId === undefined) return
    for (const queryKey of [orpc.account.key(), orpc.settings.key(), orpc.secrets.key()]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
}

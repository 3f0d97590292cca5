import { type Query, useQueries } from '@tanstack/react-query'
import type { Connection, Failure, Sandbox } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'

/** While a sandbox starts: no conversation in it tells of its end. */
const STARTING_REFRESH_MS = 3_000

export interface ShownSandboxes {
  sandboxes: readonly Sandbox[]
  isPending: boolean
  isFetching: boolean
  failures: readonly { connection: Connection; failure: Failure }[]
  refetch: () => void
}

/** The sandboxes of these connections; a bare agent server has none. */
export function useSandboxes(connections: readonly Connection[]): ShownSandboxes {
  const { orpc } = useRpc()
  const servers = connections.filter(({ kind }) => kind === 'app')
  const answers = useQueries({
    queries: servers.map(({ id }) =>
      orpc.sandboxes.list.queryOptions({ input: { connectionId: id }, refetchInterval: whileStarting }),
    ),
  })
  return {
    sandboxes: answers.flatMap(({ data }) => data ?? []),
    isPending: answers.some(({ isPending }) => isPending),
    isFetching: answers.some(({ isFetching }) => isFetching),
    failures: servers.flatMap((connection, index) => {
      const error = answers[index]?.error
      return error ? [{ connection, failure: failureOf(error) }] : []
    }),
    refetch: () => {
      for (const answer of answers) void answer.refetch()
    },
  }
}

function whileStarting({ state }: Pick<Query<Sandbox[]>, 'state'>): number | false {
  return state.data?.some(({ status }) => status === 'STARTING') ? STARTING_REFRESH_MS : false
}

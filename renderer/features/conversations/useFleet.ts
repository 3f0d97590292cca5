import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection, Conversation, Failure } from '../../../shared/domain/index.ts'
import type { Fleet } from '../../../shared/rpc/index.ts'
import { failureOf, type StreamCall, useRpc, useStream } from '../../rpc/index.ts'

export interface FleetFailure {
  connection: Connection
  failure: Failure
}

export interface ShownFleet {
  conversations: readonly Conversation[]
  /** False while a server's pages are missing. */
  isComplete: boolean
  /** Pages are on their way; not so where the last attempt failed. */
  isComing: boolean
  /** No answer at all yet, not even from the archive. */
  isPending: boolean
  /** The oldest of the newest answers, in milliseconds since the epoch; null when one has none. */
  fetchedAt: number | null
  failures: readonly FleetFailure[]
}

/** The conversations of these connections, as far as they are known. */
export function useFleet(connections: readonly Connection[]): ShownFleet {
  const { orpc } = useRpc()
  const answers = useQueries({
    queries: connections.map(({ id }) => orpc.conversations.list.queryOptions({ input: { connectionId: id } })),
  })
  const failures = connections.flatMap((connection, index) => {
    const answer = answers[index]
    const failure = answer?.error ? failureOf(answer.error) : answer?.data?.failure
    return failure ? [{ connection, failure }] : []
  })
  const fleets = answers.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return {
    conversations: fleets.flatMap((fleet) => fleet.conversations),
    isComplete: answers.every(({ data, error }) => error !== null || data?.isComplete === true),
    isComing: answers.some(({ data, error }) => error === null && data?.isComplete !== true && !data?.failure),
    isPending: answers.some(({ isPending }) => isPending),
    fetchedAt: oldest(fleets, connections.length),
    failures,
  }
}

function oldest(fleets: readonly Fleet[], expected: number): number | null {
  const times = fleets.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]))
  return times.length === 0 || times.length < expected ? null : Math.min(...times)
}

/** Asks the servers now. A failure is part of the fleet it gives back, or of the list that is asked again. */
export function useRefreshFleet(connections: readonly Connection[]) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(0)
  const refresh = useCallback(() => {
    for (const { id: connectionId } of connections) {
      const queryKey = orpc.conversations.list.queryKey({ input: { connectionId } })
      setAsking((count) => count + 1)
      client.conversations
        .refresh({ connectionId })
        .then(
          (fleet) => queries.setQueryData(queryKey, fleet),
          () => queries.invalidateQueries({ queryKey }),
        )
        .finally(() => setAsking((count) => count - 1))
    }
  }, [client, orpc, queries, connections])
  return { refresh, isRefreshing: asking > 0 }
}

/** Keeps every list and record on screen in step with the host's signals. Once per page, in the frame. */
export function useFleetSignals(): void {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const isHidden = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'hidden')
  const call = useCallback<StreamCall<{ connectionId: string }>>(
    (signal) => client.conversations.changes({ isHidden }, { signal }),
    [client, isHidden],
  )
  const takeNews = useCallback(
    (input: { connectionId: string } | undefined) => {
      const of = input === undefined ? {} : { input }
      void queries.invalidateQueries({ queryKey: orpc.conversations.list.key(of) })
      void queries.invalidateQueries({ queryKey: orpc.conversations.get.key(of) })
      void queries.invalidateQueries({ queryKey: orpc.sandboxes.list.key(of) })
    },
    [orpc, queries],
  )
  useStream(call, ({ connectionId }) => takeNews({ connectionId }))
  const wasHidden = useRef(isHidden)
  useEffect(() => {
    // What changed while the page was not seen is asked for when it is.
    if (wasHidden.current && !isHidden) takeNews(undefined)
    wasHidden.current = isHidden
  }, [isHidden, takeNews])
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

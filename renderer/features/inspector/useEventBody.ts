import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConversationRef, EventBody, Failure } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'

/** The most that one call gives, and as much as an editor takes without a pause that can be felt. */
export const PART_LENGTH = 2_000_000

export interface LoadedBody {
  /** What was read so far, in order; the first part alone when the event is small. */
  parts: readonly string[]
  /** UTF-16 units read so far. */
  length: number
  totalLength: number
  deviations: EventBody['deviations']
  redactions: number
  isComplete: boolean
}

export interface EventBodyState {
  body: LoadedBody | null
  failure: Failure | null
  isLoading: boolean
  loadNext: () => void
  retry: () => void
}

/**
 * JSON of an event, its first part at once and the others when asked for. `version`: changes when the stored event
 * did, as the stored form of an event wins over the live one.
 */
export function useEventBody(conversation: ConversationRef, eventId: string | null, version: string): EventBodyState {
  const { client } = useRpc()
  const query = useInfiniteQuery({
    queryKey: ['event', conversation, eventId, version],
    enabled: eventId !== null,
    // A body of many megabytes need not stay for long.
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      client.event.get({ ...conversation, eventId: eventId ?? '', offset: pageParam, length: PART_LENGTH }, { signal }),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.json.length, 0)
      return read < last.totalLength && last.json.length > 0 ? read : undefined
    },
  })
  const { data, hasNextPage } = query
  const body = useMemo((): LoadedBody | null => {
    const first = data?.pages[0]
    if (!data || !first) return null
    const { totalLength, deviations, redactions } = first
    const parts = data.pages.map((page) => page.json)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    return { parts, length, totalLength, deviations, redactions, isComplete: !hasNextPage }
  }, [data, hasNextPage])
  return {
    body,
    failure: query.error === null ? null : failureOf(query.error),
    isLoading: query.isFetching,
    loadNext: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}

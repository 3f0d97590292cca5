import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Connection, Conversation, ConversationFilter } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { conversationKey } from './listRows.ts'
import type { FleetFailure } from './useFleet.ts'

export interface ServerSearch {
  conversations: readonly Conversation[]
  /** What the servers count, sub-conversations included; null until all have answered. */
  counted: number | null
  isAsking: boolean
  hasMore: boolean
  failures: readonly FleetFailure[]
  more: () => void
  retry: () => void
  cancel: () => void
}

/** The servers that have more, with the page to ask for. */
type Next = readonly { connectionId: string; pageId: string | null }[]

/**
 * Asks the servers themselves, a page of each at a time: finds what the list has not loaded yet, and what it never has.
 * `known` are the list's records, which are newer than what a page said once. Null asks nothing.
 */
export function useServerSearch(
  connections: readonly Connection[],
  filter: ConversationFilter | null,
  known: readonly Conversation[],
): ServerSearch {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const servers = connections.filter(({ kind }) => kind === 'app')
  const ids = servers.map(({ id }) => id)
  const queryKey = [...orpc.conversations.find.key(), ids, filter]
  const first: Next = ids.map((connectionId) => ({ connectionId, pageId: null }))
  const pages = useInfiniteQuery({
    queryKey,
    enabled: filter !== null && ids.length > 0,
    initialPageParam: first,
    queryFn: async ({ pageParam, signal }) => {
      const answers = await Promise.allSettled(
        pageParam.map(({ connectionId, pageId }) =>
          client.conversations.find({ connectionId, pageId, filter: filter ?? never() }, { signal }),
        ),
      )
      signal.throwIfAborted()
      return { asked: pageParam, answers }
    },
    getNextPageParam: ({ asked, answers }): Next | undefined => {
      const next = answers.flatMap((answer, index) => {
        const pageId = answer.status === 'fulfilled' ? answer.value.nextPageId : null
        const connectionId = asked[index]?.connectionId
        return pageId === null || connectionId === undefined ? [] : [{ connectionId, pageId }]
      })
      return next.length === 0 ? undefined : next
    },
  })
  const counts = useQueries({
    queries:
      filter === null
        ? []
        : ids.map((connectionId) => orpc.conversations.count.queryOptions({ input: { connectionId, filter } })),
    combine: (answers) => answers.map(({ data }) => data?.count ?? null),
  })

  const { data } = pages
  const conversations = useMemo(() => {
    const newest = new Map(known.map((one) => [conversationKey(one), one]))
    const found = new Map<string, Conversation>()
    for (const { answers } of data?.pages ?? []) {
      for (const answer of answers) {
        if (answer.status !== 'fulfilled') continue
        for (const one of answer.value.conversations)
          found.set(conversationKey(one), newest.get(conversationKey(one)) ?? one)
      }
    }
    return [...found.values()]
  }, [data, known])
  const failures = (data?.pages ?? []).flatMap(({ asked, answers }) =>
    answers.flatMap((answer, index) => {
      const connection = servers.find(({ id }) => id === asked[index]?.connectionId)
      return answer.status === 'rejected' && connection !== undefined
        ? [{ connection, failure: failureOf(answer.reason) }]
        : []
    }),
  )
  return {
    conversations,
    counted:
      counts.length > 0 && counts.every((count) => count !== null)
        ? counts.reduce((sum, count) => sum + count, 0)
        : null,
    isAsking: pages.isFetching,
    hasMore: pages.hasNextPage,
    failures,
    more: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
    cancel: () => void queries.cancelQueries({ queryKey }),
  }
}

function never(): never {
  throw new Error('a search needs a filter')
}

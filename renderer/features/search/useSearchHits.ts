import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  type ConversationRef,
  type Failure,
  parseSearchQuery,
  type SearchHit,
  type SearchPage,
} from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import type { SearchField } from './searchFields.ts'

const PAGE = 50

export interface SearchHits {
  /** What is wrong with the text; null when nothing is. The hits are then those of the last text that was right. */
  problem: string | null
  /** Null until the first answer, and when nothing is looked for. */
  found: Pick<SearchPage, 'total' | 'isMore' | 'lacking'> | null
  hits: readonly SearchHit[]
  /** Something is looked for. */
  isAsked: boolean
  isAsking: boolean
  hasMore: boolean
  failure: Failure | null
  more: () => void
  retry: () => void
  cancel: () => void
}

/** Looks for what is typed in a conversation, or in those of a connection, at once: a newer text ends the search for an older one, whose answer is never shown. */
export function useSearchHits(
  conversation: ConversationRef | null,
  connectionId: string | undefined,
  { text, order }: SearchField,
): SearchHits {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const query = useMemo(() => parseSearchQuery(text), [text])
  const [right, setRight] = useState('')
  const asked = query.state === 'wrong' ? right : query.state === 'empty' ? '' : text.trim()
  if (asked !== right) setRight(asked)
  const queryKey = [...orpc.search.find.key(), conversation, connectionId, asked, order]
  const pages = useInfiniteQuery({
    queryKey,
    enabled: asked !== '',
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      client.search.find(
        { query: asked, conversation, connectionId, order, offset: pageParam, limit: PAGE },
        { signal },
      ),
    getNextPageParam: ({ nextOffset }) => nextOffset,
    placeholderData: keepPreviousData,
    // What is stored grows all the time.
    staleTime: 0,
    retry: false,
  })
  const failure = useFailure(pages.error)
  const data = asked === '' ? undefined : pages.data
  return {
    problem: query.state === 'wrong' ? query.problem : null,
    found: data?.pages[0] ?? null,
    hits: withoutDoubles(data?.pages ?? []),
    isAsked: asked !== '',
    isAsking: pages.isFetching,
    hasMore: pages.hasNextPage,
    failure: asked === '' ? null : failure,
    more: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
    cancel: () => void queries.cancelQueries({ queryKey }),
  }
}

/** Events that came between two pages push others from the first to the second. */
function withoutDoubles(pages: readonly SearchPage[]): SearchHit[] {
  const hits = new Map<string, SearchHit>()
  for (const hit of pages.flatMap((page) => page.hits)) if (!hits.has(hitKey(hit))) hits.set(hitKey(hit), hit)
  return [...hits.values()]
}

/** Forks have the ids of the events that they were made of. */
export function hitKey({ conversation, eventId }: SearchHit): string {
  return `${conversation.connectionId}/${conversation.conversationId}/${eventId}`
}

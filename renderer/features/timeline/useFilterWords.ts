import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { FilterWords } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'

const NONE: FilterWords = { kinds: [], sources: [], tools: [], tags: [] }
/** New kinds and tools are rare; a person who misses one types it. */
const FRESH_MS = 10_000

/** Words that occur in a conversation, asked for while somebody types a filter. */
export function useFilterWords(store: ViewStore, isTyping: boolean): FilterWords {
  const { client } = useRpc()
  const view = useSyncExternalStore(store.subscribe, () => store.getSnapshot().viewId)
  const { connectionId, conversationId } = store.spec.conversation
  const { data } = useQuery({
    queryKey: ['filter words', connectionId, conversationId],
    queryFn: ({ signal }) => (view === null ? NONE : client.view.words({ view }, { signal })),
    enabled: isTyping && view !== null,
    staleTime: FRESH_MS,
  })
  return data ?? NONE
}

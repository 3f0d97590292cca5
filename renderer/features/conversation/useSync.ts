import { useCallback, useState } from 'react'
import type { ConversationRef, LiveFacts, SyncState } from '../../../shared/domain/index.ts'
import { type StreamCall, type StreamStatus, useRpc, useStream } from '../../rpc/index.ts'
import type { PreparedSync } from './preparedSync.ts'

interface Watched {
  state: SyncState
  facts: LiveFacts
}

export interface Sync {
  /** Null until the host said anything; then the newest, also while the host is away. */
  state: SyncState | null
  facts: LiveFacts | null
  stream: StreamStatus & { retry: () => void }
}

/** Keeps the conversation in step with its server while the page is there, and tells how far that is. */
export function useSync(conversation: ConversationRef, prepared: PreparedSync | null): Sync {
  const { client } = useRpc()
  const { connectionId, conversationId } = conversation
  const [watched, setWatched] = useState<Watched | null>(null)
  const call = useCallback<StreamCall<Watched>>(
    (signal) => prepared?.take(signal) ?? client.sync.watch({ connectionId, conversationId }, { signal }),
    [client, connectionId, conversationId, prepared],
  )
  const stream = useStream(call, setWatched)
  return { state: watched?.state ?? null, facts: watched?.facts ?? null, stream }
}

import type { ConversationRef } from '../../../shared/domain/index.ts'
import type { RpcClient } from '../../rpc/index.ts'

/** A page that was given up before it was drawn stops what it began. */
const UNUSED_MS = 5_000

/** A conversation that is brought in step before the page that watches it is drawn. */
export interface PreparedSync {
  /** The stream that was begun, to be read until `signal` aborts; null for everybody after the first. */
  take(signal: AbortSignal): ReturnType<RpcClient['sync']['watch']> | null
}

export function prepareSync(client: RpcClient, conversation: ConversationRef): PreparedSync {
  const abort = new AbortController()
  const stream = client.sync.watch(conversation, { signal: abort.signal })
  // Whoever takes it is told.
  stream.catch(() => undefined)
  const unused = setTimeout(() => abort.abort(), UNUSED_MS)
  let isTaken = false
  return {
    take(signal) {
      if (isTaken || abort.signal.aborted) return null
      isTaken = true
      clearTimeout(unused)
      signal.addEventListener('abort', () => abort.abort(signal.reason))
      return stream
    },
  }
}

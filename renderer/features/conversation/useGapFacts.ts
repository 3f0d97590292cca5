import { useCallback } from 'react'
import type { ConversationRef, SyncState } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { formatCount } from '../../ui/index.ts'
import type { GapFacts } from '../timeline/index.ts'

/** What the sync knows of events that are not here. */
export function useGapFacts(conversation: ConversationRef, state: SyncState | null): GapFacts {
  const { client } = useRpc()
  const onAskAgain = useCallback(() => {
    // What comes of it is told by the status bar.
    client.sync.askAgain(conversation).catch(() => undefined)
  }, [client, conversation])
  return {
    progress: progressOf(state),
    halted: haltedBy(state),
    asked: state?.server == null ? null : { side: state.server.side, at: state.server.checkedAt },
    canAskAgain: (state?.missing ?? 0) > 0,
    onAskAgain,
  }
}

function progressOf(state: SyncState | null): string | null {
  if (state?.sync.phase !== 'backfilling') return null
  const { stored, total } = state.sync
  return total === null ? `${formatCount(stored)} stored` : `${formatCount(stored)} of ${formatCount(total)} stored`
}

function haltedBy(state: SyncState | null): string | null {
  switch (state?.sync.phase) {
    case 'paused':
      return 'reading is paused'
    case 'stopped':
      return 'reading has stopped'
    default:
      return null
  }
}

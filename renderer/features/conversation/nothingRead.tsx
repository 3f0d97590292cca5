import { useMutation } from '@tanstack/react-query'
import type { ConversationRef, SyncState } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, EmptyState } from '../../ui/index.ts'

/** In place of events: why none is read, and how to begin. */
export function NothingRead({ conversation, sync }: { conversation: ConversationRef; sync: SyncState['sync'] }) {
  const { orpc } = useRpc()
  const { connectionId, conversationId } = conversation
  const retry = useMutation(orpc.sync.retry.mutationOptions())
  if (sync.phase !== 'stopped') return null
  return (
    <EmptyState
      title="Nothing of it is here"
      action={
        sync.canRetry && (
          <Button
            variant="primary"
            isPending={retry.isPending}
            onPress={() => retry.mutate({ connectionId, conversationId })}
          >
            Read it from its server
          </Button>
        )
      }
    >
      {sync.reason}
    </EmptyState>
  )
}

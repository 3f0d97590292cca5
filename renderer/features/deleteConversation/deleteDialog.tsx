import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation, Deletion } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import {
  type Affected,
  ConfirmDialog,
  conversationTone,
  conversationWord,
  FailureBanner,
  ProgressBar,
  shortId,
} from '../../ui/index.ts'

export interface DeleteDialogProps {
  record: Conversation
  onClose: () => void
  /** After it is gone on the server. */
  onDeleted?: () => void
}

/** Deleting takes others along: they are asked for and named first, and nothing is deleted before they are known. */
export function DeleteDialog({ record, onClose, onDeleted }: DeleteDialogProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { connectionId, conversationId } = record
  const input = { connectionId, conversationId }
  const { data, error, refetch } = useQuery(
    orpc.conversations.deletion.queryOptions({ input, staleTime: 0, gcTime: 0 }),
  )
  const failure = useFailure(error)
  const going = data === undefined ? [] : affected(record, data)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete “${nameOf(record)}”?`}
      confirmLabel={going.length > 1 ? `Delete all ${going.length}` : 'Delete'}
      canConfirm={data !== undefined}
      isDangerous
      affected={{ heading: going.length > 1 ? `All ${going.length} will be gone` : 'It will be gone', items: going }}
      onConfirm={async (signal) => {
        await client.conversations.delete(input, { signal })
        void queries.invalidateQueries({ queryKey: orpc.conversations.key() })
        void queries.invalidateQueries({ queryKey: orpc.sandboxes.key() })
        onDeleted?.()
      }}
    >
      {data !== undefined ? (
        consequences(record, data)
      ) : failure !== null ? (
        <FailureBanner failure={failure} onRetry={() => void refetch()} />
      ) : (
        <ProgressBar label="Looking what would go with it…" />
      )}
    </ConfirmDialog>
  )
}

function affected(record: Conversation, { subConversations, sandbox }: Deletion): Affected[] {
  const conversations = [record, ...subConversations].map((one, index) => ({
    id: one.conversationId,
    name: nameOf(one),
    state: index === 0 ? conversationWord(one) : `sub-conversation · ${conversationWord(one)}`,
    tone: conversationTone(one),
  }))
  if (sandbox === null || sandbox.others.length > 0) return conversations
  return [
    ...conversations,
    { id: sandbox.id, name: `sandbox ${shortId(sandbox.id)}`, state: 'with all its files', tone: 'danger' },
  ]
}

function consequences(record: Conversation, { sandbox }: Deletion): string {
  const kept = 'What the archive here holds of it stays readable.'
  if (sandbox === null) return kept
  if (sandbox.others.length === 0) {
    return `It is the last conversation in its sandbox, which the server removes a moment later: work that was not pushed is lost. ${kept}`
  }
  const others = sandbox.others.map(nameOf).join(', ')
  const atWork =
    record.executionStatus === 'running' ? ' Its agent is at work, and may go on there: interrupt it first.' : ''
  return `Its sandbox stays for ${others}; so do the files in it.${atWork} ${kept}`
}

function nameOf({ title, conversationId }: Conversation): string {
  return title ?? `untitled · ${shortId(conversationId)}`
}

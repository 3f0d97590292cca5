import { useRpc } from '../../rpc/index.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'

/** Has the agent replace most of what it has in mind by a summary. */
export function CondenseDialog({ record, onClose }: ActionDialogProps) {
  const { client } = useRpc()
  const { connectionId, conversationId } = record
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Condense what the agent has in mind?"
      confirmLabel="Condense"
      onConfirm={async (signal) => {
        await client.agent.condense({ connectionId, conversationId }, { signal })
      }}
    >
      A model writes a summary of the steps so far, and the agent goes on with that instead of them. It costs one call
      of the model and cannot be taken back; all events stay in the timeline.
    </ConfirmDialog>
  )
}

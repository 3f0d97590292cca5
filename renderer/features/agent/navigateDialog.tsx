import { useQueryClient } from '@tanstack/react-query'
import type { EventRow } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'
import { stepIdOf } from './step.ts'

export interface NavigateDialogProps extends ActionDialogProps {
  row: EventRow
  onDone: (note: string) => void
}

/** Moves the head of the conversation to a step, after saying what that does and what it does not. */
export function NavigateDialog({ record, row, onClose, onDone }: NavigateDialogProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { connectionId, conversationId } = record
  const ref = { connectionId, conversationId }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Go back to here?"
      confirmLabel="Go back"
      affected={{
        heading: 'The conversation goes on after',
        items: [{ id: row.id, name: row.summary || row.label, state: row.label }],
      }}
      onConfirm={async (signal) => {
        const { note } = await client.agent.navigate({ ...ref, eventId: stepIdOf(row) }, { signal })
        await queries.invalidateQueries({ queryKey: orpc.agent.settings.key({ input: ref }) })
        onDone(note)
      }}
    >
      What came after this step is no longer in the agent’s mind; its events stay in the timeline, and you can go back
      to them the same way. The files in the sandbox stay as they are now.
    </ConfirmDialog>
  )
}

import { Button, Dialog } from '../../ui/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'
import { GoalForm } from './goalForm.tsx'

/** Sets a goal from the menu; its state is in the Agent part of the page. */
export function GoalDialog({ record, status, onClose }: ActionDialogProps) {
  const { connectionId, conversationId } = record
  return (
    <Dialog isOpen onClose={onClose} title="Set a goal" footer={<Button onPress={onClose}>Close</Button>}>
      <GoalForm
        conversation={{ connectionId, conversationId }}
        blocked={status.executionStatus === 'running' ? 'The agent runs: a goal can be set when it rests.' : null}
        autoFocus
        onStarted={onClose}
      />
    </Dialog>
  )
}

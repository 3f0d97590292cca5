import { useState } from 'react'
import type { LiveFacts } from '../../../shared/domain/index.ts'
import { Button, Dialog, plural, TextField } from '../../ui/index.ts'
import { PendingList } from './pendingList.tsx'

export interface RejectDialogProps {
  isOpen: boolean
  pending: LiveFacts['pending']
  onClose: () => void
  onReject: (reason: string) => void
}

/** The agent reads the reason, so one is asked for. */
export function RejectDialog({ isOpen, pending, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Reject ${plural(pending.length, 'action')}`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            isDisabled={reason.trim() === ''}
            onPress={() => {
              onReject(reason.trim())
              setReason('')
            }}
          >
            Reject{pending.length > 1 && ` all ${pending.length}`}
          </Button>
        </>
      }
    >
      <PendingList pending={pending} />
      <TextField
        label="Reason, for the agent"
        placeholder="What should it do instead?"
        rows={3}
        autoFocus
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}

import { useState } from 'react'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { Button, Tooltip } from '../../ui/index.ts'
import type { ActionDialogProps, ConversationAction } from '../conversationActions/index.ts'
import { ExportDialog } from './exportDialog.tsx'

const KEYS = 'w'

/** Beside the server's download: what is stored here, also when the server has it no more. */
export const EXPORT: ConversationAction = {
  id: 'export',
  label: 'Export what is archived…',
  keys: KEYS,
  Dialog: ({ record: { connectionId, conversationId }, onClose }: ActionDialogProps) => (
    <ExportDialog conversation={{ connectionId, conversationId }} onClose={onClose} />
  ),
}

/** For the heads of conversations that have no other actions. */
export function ExportButton({ conversation }: { conversation: ConversationRef }) {
  const [isOpen, setIsOpen] = useState(false)
  useShortcut({ keys: KEYS, label: 'Export what is archived', scope: 'Conversation' }, () => setIsOpen(true))
  return (
    <>
      <Tooltip text="Write what is archived to a file" keys={KEYS}>
        <Button onPress={() => setIsOpen(true)}>Export…</Button>
      </Tooltip>
      {isOpen && <ExportDialog conversation={conversation} onClose={() => setIsOpen(false)} />}
    </>
  )
}

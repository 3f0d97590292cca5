import { useState } from 'react'
import type { ArchiveUsage } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { ConfirmDialog, formatBytes, plural, TextField } from '../../ui/index.ts'
import { bytesOnDisk, useDeletion } from '../clearing/index.ts'
import { type KeptConnection, sumOf } from './keptRows.ts'

const WORD = 'wipe'

export interface WipeDialogProps {
  usage: ArchiveUsage
  /** False while it is looked at anew. */
  isMeasured: boolean
  connections: readonly KeptConnection[]
  onClose: () => void
  onDeleted: () => void
}

/** Everything at once: only who types the word means it. */
export function WipeDialog({ usage, isMeasured, connections, onClose, onDeleted }: WipeDialogProps) {
  const { client } = useRpc()
  const deletion = useDeletion()
  const [typed, setTyped] = useState('')
  const { conversations } = usage
  const { events } = sumOf(conversations)
  const onlyHere = conversations.filter(({ otherCopy }) => otherCopy !== 'server').length
  const open = conversations.filter(({ isOpen }) => isOpen).length
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Wipe the whole archive?"
      confirmLabel="Wipe everything"
      canConfirm={isMeasured && typed.trim().toLowerCase() === WORD}
      isDangerous
      affected={{
        heading: `${plural(conversations.length, 'conversation')}, ${plural(events, 'event')}, ${formatBytes(bytesOnDisk(usage))} on this disk`,
        items: connections
          .filter((connection) => connection.conversations > 0)
          .map((connection) => ({
            id: connection.id,
            name: connection.name,
            state: `${plural(connection.conversations, 'conversation')} · ${plural(connection.events, 'event')} · ${formatBytes(connection.bytes)}`,
          })),
        whenNone: 'No events are kept; the stored lists of conversations go.',
      }}
      onConfirm={async (signal) => {
        const run = (held: AbortSignal) => client.archive.wipe({}, { signal: held })
        await deletion({ what: 'the whole archive', events, usage }, run, signal)
        onDeleted()
      }}
    >
      <p>
        Every event of every connection that is kept here is deleted, what was imported and what was set aside as
        damaged, too. {onlyHere > 0 && `Of ${plural(onlyHere, 'conversation')} this is the only copy: gone for good. `}
        What servers have is not touched, and is read again when it is opened.
        {open > 0 && ` ${plural(open, 'conversation')} open now ${open === 1 ? 'stays' : 'stay'} open and empty.`}
      </p>
      <p>Keys, connections, saved filters, drafts and exported files are not touched.</p>
      <TextField label={`Type “${WORD}” to go on`} value={typed} onChange={setTyped} autoComplete="off" />
    </ConfirmDialog>
  )
}

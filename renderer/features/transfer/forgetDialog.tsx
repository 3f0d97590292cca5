import { useQueryClient } from '@tanstack/react-query'
import type { Imported } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { ConfirmDialog, plural } from '../../ui/index.ts'
import { nameOf } from './nameOf.ts'

/** Asks before the only copy that Handrail has is removed. */
export function ForgetDialog(props: { imported: Pick<Imported, 'record' | 'events'>; onClose: () => void }) {
  const { imported, onClose } = props
  const { record, events } = imported
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Remove this imported conversation?"
      confirmLabel="Remove"
      isDangerous
      affected={{
        heading: 'Removed from this machine',
        items: [{ id: record.conversationId, name: nameOf(record), state: plural(events, 'event') }],
      }}
      onConfirm={async (signal) => {
        await client.imports.forget({ conversationId: record.conversationId }, { signal })
        await queries.invalidateQueries({ queryKey: orpc.imports.list.key() })
      }}
    >
      Its events are removed from the archive. The file that it came from is not touched; it can be imported again.
    </ConfirmDialog>
  )
}

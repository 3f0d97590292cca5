import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedConnection } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Check, ConfirmDialog, FailureBanner, formatBytes, ProgressBar, plural } from '../../ui/index.ts'
import { useDeletion } from '../clearing/index.ts'

/** Whether anything of a connection is kept on this disk. Keeping nothing deletes what was kept, and asks first. */
export function KeepSwitch({ connection }: { connection: ListedConnection }) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const keep = useMutation({
    async mutationFn() {
      const stages = await client.archive.keep({ connectionId: connection.id, isKept: true })
      // It is done when anything is told; space that is still given back is of something else.
      for await (const _stage of stages) break
    },
    onSettled: () => queries.invalidateQueries({ queryKey: orpc.connections.list.key() }),
  })
  const failure = useFailure(keep.error)
  return (
    <>
      <Check
        isSelected={connection.keepsNothing === true}
        onChange={(keepsNothing) => (keepsNothing ? setIsAsking(true) : keep.mutate())}
        description={
          connection.keepsNothing === true
            ? 'Its events and its list are in memory only: a conversation’s until half a minute after nobody shows it. The search over all conversations does not find them.'
            : 'Its events stay on this disk until you delete them.'
        }
      >
        Keep nothing of {connection.name} on this disk
      </Check>
      {failure !== null && <FailureBanner failure={failure} onRetry={() => keep.mutate()} />}
      {isAsking && <KeepNothingDialog connection={connection} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function KeepNothingDialog({ connection, onClose }: { connection: ListedConnection; onClose: () => void }) {
  const { client, orpc } = useRpc()
  const deletion = useDeletion()
  const { data, error, refetch } = useQuery(orpc.archive.usage.queryOptions({ input: {}, staleTime: 0, gcTime: 0 }))
  const failure = useFailure(error)
  const kept = (data?.conversations ?? []).filter(({ connectionId }) => connectionId === connection.id)
  const events = kept.reduce((sum, one) => sum + one.events, 0)
  const bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
  const onlyHere = kept.filter(({ otherCopy }) => otherCopy !== 'server').length
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Keep nothing of ${connection.name} on this disk?`}
      confirmLabel={kept.length === 0 ? 'Keep nothing' : 'Delete and keep nothing'}
      canConfirm={data !== undefined}
      isDangerous
      affected={{
        heading: 'Deleted from this disk now',
        items:
          kept.length === 0
            ? []
            : [
                {
                  id: connection.id,
                  name: plural(kept.length, 'conversation'),
                  state: `${plural(events, 'event')} · ${formatBytes(bytes)}`,
                  tone: 'danger',
                },
              ],
        ...(data === undefined ? {} : { whenNone: 'No event of it is on this disk.' }),
      }}
      onConfirm={async (signal) => {
        if (data === undefined) return
        const wish = { connectionId: connection.id, isKept: false }
        const run = (held: AbortSignal) => client.archive.keep(wish, { signal: held })
        await deletion({ what: `what was kept of ${connection.name}`, events, usage: data }, run, signal)
      }}
    >
      <p>
        From now on its events are read from the server each time and held in memory, a conversation’s until half a
        minute after no page shows it. Nothing of them is written to this disk, not even for a moment; what the system
        swaps out of memory is beyond Handrail. Its list of conversations is not kept either.
      </p>
      <p>
        The server’s own copies are not touched. The search over all conversations does not find what is only in memory;
        search and filters inside an open conversation do. Files that you export stay where you put them.
      </p>
      {onlyHere > 0 && (
        <p>
          <strong>{plural(onlyHere, 'conversation')}</strong> of it {onlyHere === 1 ? 'is' : 'are'} no longer listed by
          the server: expect that {onlyHere === 1 ? 'it is' : 'they are'} gone for good.
        </p>
      )}
      {failure !== null && <FailureBanner failure={failure} onRetry={() => void refetch()} />}
      {data === undefined && failure === null && <ProgressBar label="Measuring what is kept of it…" />}
    </ConfirmDialog>
  )
}

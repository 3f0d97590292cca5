import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection, ListedConnection } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { useConnectionChoice } from '../../state/connectionChoice.ts'
import { Button, Check, ConfirmDialog, EmptyState, FailureBanner, Pill, ProgressBar } from '../../ui/index.ts'
import styles from './connections.module.css'
import { KeepSwitch } from './keepSwitch.tsx'
import { useConnections } from './useConnections.ts'

export function ConnectionList() {
  const { connections, error, isPending, refetch } = useConnections()
  const [removing, setRemoving] = useState<Connection | null>(null)
  const failure = useFailure(error)
  if (failure !== null) return <FailureBanner failure={failure} onRetry={() => void refetch()} />
  if (isPending) return <ProgressBar label="Reading the connections…" />
  if (connections.length === 0) {
    return <EmptyState title="No connection yet">Connect to a server with the form beside this.</EmptyState>
  }
  return (
    <>
      <ul className={styles.list} aria-label="Connections">
        {connections.map((connection) => (
          <ConnectionItem key={connection.id} connection={connection} onRemove={() => setRemoving(connection)} />
        ))}
      </ul>
      {removing !== null && <RemoveDialog connection={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function ConnectionItem({ connection, onRemove }: { connection: ListedConnection; onRemove: () => void }) {
  return (
    <li>
      <div className={styles.item}>
        <div className={styles.itemText}>
          <div className={styles.itemName}>
            {connection.name}
            {connection.isLocal && <Pill tone="accent">local, for trying out</Pill>}
            {connection.kind === 'agent' && <Pill>bare agent server</Pill>}
          </div>
          <div className={styles.address}>
            {connection.baseUrl === '' ? 'not running' : connection.baseUrl}
            {connection.orgId !== null && ` · organisation ${connection.orgId}`}
          </div>
        </div>
        {!connection.isLocal && (
          <Button variant="danger" onPress={onRemove} aria-label={`Remove ${connection.name}`}>
            Remove…
          </Button>
        )}
      </div>
      <div className={styles.itemState}>
        <KeepSwitch connection={connection} />
      </div>
      {connection.service !== undefined && <LocalServiceState service={connection.service} />}
    </li>
  )
}

/** Nothing while it runs. */
function LocalServiceState({ service }: { service: NonNullable<ListedConnection['service']> }) {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const start = useMutation(
    orpc.connections.startLocal.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.connections.list.key() }),
    }),
  )
  switch (service.state) {
    case 'running':
      return null
    case 'starting':
      return (
        <div className={styles.itemState}>
          <ProgressBar label="Starting the local service…" />
        </div>
      )
    case 'failed':
      return (
        <div className={styles.itemState}>
          <FailureBanner failure={service.failure} onRetry={() => start.mutate({})} />
        </div>
      )
  }
}

function RemoveDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { client } = useRpc()
  const queries = useQueryClient()
  const { chosen, choose } = useConnectionChoice()
  const [forgetEvents, setForgetEvents] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${connection.name}?`}
      confirmLabel={forgetEvents ? 'Remove with its events' : 'Remove'}
      isDangerous
      onConfirm={async (signal) => {
        await client.connections.remove({ id: connection.id, forgetEvents }, { signal })
        if (chosen === connection.id) choose(null)
        await queries.invalidateQueries()
      }}
    >
      <p>
        The connection to <strong>{connection.baseUrl}</strong> and its key go from this machine. Nothing on the server
        changes: its conversations go on.
      </p>
      <Check
        isSelected={forgetEvents}
        onChange={setForgetEvents}
        description={
          forgetEvents
            ? 'Every event seen over this connection is deleted here, for good.'
            : 'The events seen so far stay in the archive.'
        }
      >
        Also delete its archived events
      </Check>
    </ConfirmDialog>
  )
}

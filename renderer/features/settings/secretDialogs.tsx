import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Connection, SecretEntry } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, ConfirmDialog, Dialog, FailureBanner, TextField } from '../../ui/index.ts'
import { nameProblem } from './secretForm.tsx'
import styles from './settings.module.css'
import { useAction } from './useAction.ts'

interface SecretDialogProps {
  connection: Connection
  secret: SecretEntry
  onClose: () => void
}

/** Name and description. Servers take no new value for a secret that is there (contract §10). */
export function SecretDialog({ connection, secret, onClose }: SecretDialogProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const action = useAction()
  const [name, setName] = useState(secret.name)
  const [description, setDescription] = useState(secret.description ?? '')
  const problem = name.trim() === secret.name ? null : nameProblem(name.trim(), [])

  async function save() {
    const change = { name: name.trim(), description: description.trim() === '' ? null : description.trim() }
    const isSaved = await action.run((signal) =>
      client.secrets.change({ connectionId: connection.id, id: secret.name, change }, { signal }),
    )
    await queries.invalidateQueries({ queryKey: orpc.secrets.key() })
    if (isSaved) onClose()
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Change ${secret.name}`} canClose={!action.isBusy}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!action.isBusy && problem === null) void save()
        }}
      >
        <TextField label="Name" value={name} onChange={setName} error={problem} isMono autoFocus autoComplete="off" />
        <TextField label="Description" value={description} onChange={setDescription} autoComplete="off" />
        {name.trim() !== secret.name && problem === null && (
          <Banner tone="warn" title={`Conversations that start from now on no longer find ${secret.name}.`}>
            They get its value as {name.trim()}.
          </Banner>
        )}
        <p className={styles.note}>The value stays as it is. For another one, delete the secret and store it again.</p>
        {action.failure !== null && <FailureBanner failure={action.failure} onRetry={() => void save()} />}
        {action.wasLeft && (
          <Banner tone="warn" title="You stopped waiting.">
            It may have been changed all the same: look at the list.
          </Banner>
        )}
        <div className={styles.actions}>
          <Button onPress={action.isBusy ? action.leave : onClose}>{action.isBusy ? 'Stop waiting' : 'Cancel'}</Button>
          <Button type="submit" variant="primary" isPending={action.isBusy} isDisabled={problem !== null}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function DeleteSecretDialog({ connection, secret, onClose }: SecretDialogProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete ${secret.name}?`}
      confirmLabel="Delete secret"
      isDangerous
      onConfirm={async (signal) => {
        try {
          await client.secrets.delete({ connectionId: connection.id, id: secret.name }, { signal })
        } finally {
          await queries.invalidateQueries({ queryKey: orpc.secrets.key() })
        }
      }}
    >
      <p>
        <strong className={styles.mono}>{secret.name}</strong>
        {secret.description !== null && ` (${secret.description})`} goes from the account on {connection.name}, for
        everyone who uses it. Its value cannot be had back. Conversations that start from now on do not get it.
      </p>
    </ConfirmDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Connection } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner, ProgressBar, TextField } from '../../ui/index.ts'
import styles from './settings.module.css'
import { useAction } from './useAction.ts'

/** Which organisation an unbound key acts for (`X-Org-Id`); kept with the connection once the server took it. */
export function OrganisationForm({ connection }: { connection: Connection }) {
  const { client } = useRpc()
  const queries = useQueryClient()
  const action = useAction()
  const [typed, setTyped] = useState(connection.orgId ?? '')
  const [done, setDone] = useState<string | null>(null)
  const isChanged = typed.trim() !== (connection.orgId ?? '')

  if (connection.isLocal) {
    return <p className={styles.note}>The local service has one organisation; others are chosen with a connection.</p>
  }

  async function save() {
    setDone(null)
    const orgId = typed.trim() === '' ? null : typed.trim()
    const isSaved = await action.run(async (signal) => {
      const { summary } = await client.account.setOrganisation({ connectionId: connection.id, orgId }, { signal })
      setDone(summary)
    })
    // Everything of this connection is now that of another organisation.
    if (isSaved) await queries.invalidateQueries()
  }

  return (
    <form
      className={styles.form}
      aria-label="Organisation"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (isChanged && !action.isBusy) void save()
      }}
    >
      <TextField
        label="Organisation id"
        placeholder="the key’s own"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          action.clear()
        }}
        description="Sent as X-Org-Id with every call. Only a key that is bound to no organisation can choose one."
        error={action.failure?.field === 'orgId' ? action.failure.message : null}
        isDisabled={action.isBusy}
        isMono
      />
      {action.failure !== null && <FailureBanner failure={action.failure} onRetry={() => void save()} />}
      {action.wasLeft && <Banner tone="info" title="Nothing was changed." />}
      {done !== null && (
        <Banner tone="ok" title="The organisation is kept.">
          {done}
        </Banner>
      )}
      {action.isBusy ? (
        <ProgressBar label="Checking the key with this organisation…" onCancel={action.leave} />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" isDisabled={!isChanged}>
            Check and keep
          </Button>
        </div>
      )}
    </form>
  )
}

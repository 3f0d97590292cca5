import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Failure } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, Dialog, FailureBanner, SecretField } from '../../ui/index.ts'
import styles from './connections.module.css'

export interface PassphraseDialogProps {
  isOpen: boolean
  onClose: () => void
  onUnlocked: () => void
}

/** Opens the vault; when it is still empty, sets its passphrase. Like a key, the passphrase stays in its input. */
export function PassphraseDialog({ isOpen, onClose, onUnlocked }: PassphraseDialogProps) {
  const { orpc } = useRpc()
  const status = useQuery(orpc.vault.status.queryOptions({ input: {}, enabled: isOpen, staleTime: 0 }))
  const isNew = status.data?.state === 'empty'
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={isNew ? 'Choose a passphrase' : 'Unlock the keys'} width="narrow">
      {status.data === undefined ? null : <PassphraseForm isNew={isNew} onClose={onClose} onUnlocked={onUnlocked} />}
    </Dialog>
  )
}

function PassphraseForm({ isNew, onClose, onUnlocked }: Omit<PassphraseDialogProps, 'isOpen'> & { isNew: boolean }) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function unlock() {
    const passphrase = first.current?.value ?? ''
    setFailure(null)
    if (passphrase === '') return setProblem('Enter the passphrase.')
    if (isNew && passphrase !== second.current?.value) return setProblem('The two are not the same.')
    setProblem(null)
    setIsBusy(true)
    try {
      await client.vault.unlock({ passphrase })
      if (first.current !== null) first.current.value = ''
      if (second.current !== null) second.current.value = ''
      void queries.invalidateQueries({ queryKey: orpc.vault.key() })
      onUnlocked()
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isBusy) void unlock()
      }}
    >
      <p className={styles.explanation}>
        {isNew
          ? 'This machine offers Handrail no protected place for keys, so they are encrypted under a passphrase. It is asked for at each start and cannot be recovered.'
          : 'The keys of your connections are encrypted under a passphrase.'}
      </p>
      <SecretField
        label={isNew ? 'New passphrase' : 'Passphrase'}
        inputRef={first}
        error={isNew ? null : problem}
        autoFocus
        onEdit={() => setProblem(null)}
      />
      {isNew && <SecretField label="Once more" inputRef={second} error={problem} onEdit={() => setProblem(null)} />}
      {failure !== null && <FailureBanner failure={failure} />}
      <div className={styles.actions}>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {isNew ? 'Set passphrase' : 'Unlock'}
        </Button>
      </div>
    </form>
  )
}

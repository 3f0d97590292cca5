import { type FormEvent, useState } from 'react'
import type { SavedFilter } from '../../../shared/domain/index.ts'
import { failureOf } from '../../rpc/index.ts'
import { Button, Dialog, FailureBanner, TextField } from '../../ui/index.ts'
import styles from './savedFilters.module.css'

export interface FilterNameDialogProps {
  /** With an empty name: a new one. */
  saved: SavedFilter
  onSave: (named: SavedFilter, signal: AbortSignal) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a filter. A failure leaves what was typed. */
export function FilterNameDialog({ saved, onSave, onClose }: FilterNameDialogProps) {
  const [name, setName] = useState(saved.name)
  const [underWay, setUnderWay] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const canSave = name.trim() !== '' && name.trim().length <= 100

  async function save() {
    if (!canSave || underWay !== null) return
    const abort = new AbortController()
    setUnderWay(abort)
    setFailure(null)
    try {
      await onSave({ ...saved, name: name.trim() }, abort.signal)
      onClose()
    } catch (error) {
      if (!abort.signal.aborted) setFailure(error)
    } finally {
      setUnderWay(null)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={saved.name === '' ? 'Save this filter' : 'Rename the filter'}
      width="narrow"
      canClose={underWay === null}
    >
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField label="Name" value={name} onChange={setName} maxLength={100} autoFocus />
        <code className={styles.text}>{saved.text}</code>
        {failure !== null && <FailureBanner failure={failureOf(failure)} onRetry={() => void save()} />}
        <div className={styles.actions}>
          <Button onPress={() => (underWay === null ? onClose() : underWay.abort())}>
            {underWay === null ? 'Cancel' : 'Stop waiting'}
          </Button>
          <Button type="submit" variant="primary" isDisabled={!canSave} isPending={underWay !== null}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

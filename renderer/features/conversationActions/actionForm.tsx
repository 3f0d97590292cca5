import type { FormEvent, ReactNode } from 'react'
import { useShortcut } from '../../app/shortcuts.ts'
import { Button, Dialog, FailureBanner, Kbd } from '../../ui/index.ts'
import type { CommandState } from '../composer/index.ts'
import styles from './conversationActions.module.css'

export interface ActionFormProps {
  title: string
  saveLabel: string
  command: CommandState<'save'>
  canSave: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** Fields and one save: its progress can be left, its failure leaves what was typed and can be tried again. */
export function ActionForm({ title, saveLabel, command, canSave, onSave, onClose, children }: ActionFormProps) {
  const isBusy = command.state === 'running'
  const submit = () => {
    if (canSave && !isBusy) onSave()
  }
  useShortcut({ keys: 'mod+Enter', label: saveLabel, scope: title, whileTyping: true }, submit)
  return (
    <Dialog isOpen onClose={onClose} title={title} canClose={!isBusy}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        {children}
        {command.state === 'failed' && (
          <FailureBanner failure={command.failure} onRetry={canSave ? onSave : undefined} />
        )}
        <div className={styles.actions}>
          <Button onPress={() => (isBusy ? command.cancel() : onClose())}>{isBusy ? 'Stop waiting' : 'Cancel'}</Button>
          <Button type="submit" variant="primary" isDisabled={!canSave} isPending={isBusy}>
            {saveLabel} <Kbd keys="mod+Enter" />
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What a failed save says about one of the fields; null for the others. */
export function fieldFailure(command: CommandState<'save'>, ...names: string[]): string | null {
  if (command.state !== 'failed') return null
  const { field, message } = command.failure
  return field !== null && names.includes(field) ? message : null
}

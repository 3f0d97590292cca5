import { useNewConversation } from '../../state/newConversation.ts'
import { Button, IconButton, SecretField, TextField } from '../../ui/index.ts'
import styles from './newConversation.module.css'
import type { Problems } from './readDraft.ts'

export interface SecretRowsProps {
  problems: Problems
  /** The value fields by row. */
  secretFields: Map<number, HTMLInputElement>
  onSecretEdit: () => void
}

/** Names and values; a value is in its field and nowhere else until the start is sent. */
export function SecretRows({ problems, secretFields, onSecretEdit }: SecretRowsProps) {
  const { draft, change } = useNewConversation()
  const names = draft.secretNames

  function remove(index: number) {
    // Values move with their rows: those after it go up by one.
    for (let row = index; row < names.length - 1; row += 1) {
      const [field, next] = [secretFields.get(row), secretFields.get(row + 1)]
      if (field !== undefined && next !== undefined) field.value = next.value
    }
    change({ secretNames: names.toSpliced(index, 1) })
  }

  return (
    <>
      <p className={styles.kept}>
        For this conversation only, from its first action on; they win over stored secrets of the same name. They are
        sent once and never shown again. Do not write a value into the message.
      </p>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; values are moved when one goes.
        <div className={styles.row} key={index}>
          <TextField
            label={`Name of secret ${index + 1}`}
            placeholder="NAME"
            value={name}
            onChange={(next) => change({ secretNames: names.with(index, next.trim()) })}
            error={problems[`secrets.${index}`] ?? null}
            isMono
          />
          <SecretField
            label={`Value of secret ${index + 1}`}
            inputRef={(field) => {
              if (field === null) secretFields.delete(index)
              else secretFields.set(index, field)
            }}
            onEdit={onSecretEdit}
          />
          <IconButton label={`Remove secret ${name === '' ? index + 1 : name}`} onPress={() => remove(index)}>
            ×
          </IconButton>
        </div>
      ))}
      <div>
        <Button onPress={() => change({ secretNames: [...names, ''] })}>Add a secret</Button>
      </div>
    </>
  )
}

import { type FormEvent, useState } from 'react'
import { Button, TextField } from '../../ui/index.ts'
import styles from './work.module.css'

export interface RootFormProps {
  root: string
  /** Absent where nothing is compared. */
  gitRef?: string
  onGo: (root: string, gitRef: string) => void
}

/** Which folder to look at, and what to compare it with; asked for when it is sent, not at every letter. */
export function RootForm({ root, gitRef, onGo }: RootFormProps) {
  const [typed, setTyped] = useState({ root, gitRef: gitRef ?? '' })
  const problem = typed.root.startsWith('/') ? null : 'An absolute path.'
  const isNew = typed.root !== root || (gitRef !== undefined && typed.gitRef !== gitRef)
  return (
    <form
      className={styles.root}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (problem === null) onGo(typed.root, typed.gitRef.trim())
      }}
    >
      <TextField
        label="Folder"
        isLabelHidden
        value={typed.root}
        onChange={(next) => setTyped({ ...typed, root: next })}
        error={problem}
        isMono
      />
      {gitRef !== undefined && (
        <TextField
          label="Compare with"
          isLabelHidden
          placeholder="commit or branch"
          value={typed.gitRef}
          onChange={(next) => setTyped({ ...typed, gitRef: next })}
          isMono
        />
      )}
      {isNew && (
        <Button type="submit" isDisabled={problem !== null}>
          Go
        </Button>
      )}
    </form>
  )
}

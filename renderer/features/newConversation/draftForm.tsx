import { type FormEvent, useRef, useState } from 'react'
import { type Connection, type StartRequest, startWarnings } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Banner, Button, Kbd, plural, TextField } from '../../ui/index.ts'
import { MessageFields } from './messageFields.tsx'
import { MoreFields } from './moreFields.tsx'
import styles from './newConversation.module.css'
import { type Problems, readDraft } from './readDraft.ts'
import { SandboxChoice } from './sandboxChoice.tsx'
import { SuggestedTaskFields } from './suggestedTaskFields.tsx'

export interface DraftFormProps {
  /** An app server. */
  connection: Connection
  onStart: (request: StartRequest) => void
  onClose: () => void
}

/** All that a start request can hold: what everybody says in sight, the rest behind headings. */
export function DraftForm({ connection, onStart, onClose }: DraftFormProps) {
  const { draft, change } = useNewConversation()
  const [hasTried, setHasTried] = useState(false)
  const [, setSecretEdits] = useState(0)
  /** Values stay in their fields; this only knows where those are. */
  const secretFields = useRef(new Map<number, HTMLInputElement>())
  const values = () => draft.secretNames.map((_, index) => secretFields.current.get(index)?.value ?? '')
  const read = readDraft(draft, connection.id, values())
  // What is not filled in yet is no mistake; a repository that cannot be one is.
  const problems: Problems = hasTried ? read.problems : only(read.problems, 'repository')
  const count = Object.keys(problems).length
  const canStart = draft.text.trim() !== '' || draft.suggestedTask !== null

  function start() {
    if (!canStart) return
    setHasTried(true)
    const { request, problems: found } = readDraft(draft, connection.id, values())
    if (Object.keys(found).length === 0) onStart(request)
  }
  useShortcut({ keys: 'mod+Enter', label: 'Start', scope: 'New conversation', whileTyping: true }, start)

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        start()
      }}
    >
      {draft.suggestedTask === null ? (
        <MessageFields />
      ) : (
        <SuggestedTaskFields task={draft.suggestedTask} problems={problems} />
      )}
      <TextField
        label="Title"
        placeholder="the server makes one when empty"
        value={draft.title}
        onChange={(title) => change({ title })}
        maxLength={200}
      />
      <div className={styles.pair}>
        <TextField
          label="Repository"
          placeholder="owner/name, or none"
          value={draft.repository}
          onChange={(repository) => change({ repository })}
          error={problems.repository ?? null}
          isMono
        />
        <TextField
          label="Branch"
          placeholder="the default branch"
          value={draft.branch}
          onChange={(branch) => change({ branch })}
          isMono
        />
      </div>
      <SandboxChoice connection={connection} value={draft.sandboxId} onChange={(sandboxId) => change({ sandboxId })} />
      <MoreFields
        problems={problems}
        secretFields={secretFields.current}
        onSecretEdit={() => setSecretEdits((edits) => edits + 1)}
      />
      {startWarnings(read.request).map(({ field, text }) => (
        <Banner key={text} tone="warn" title={field === 'plugins' ? 'A placeholder without a secret' : 'Whose token?'}>
          {text}
        </Banner>
      ))}
      <div className={styles.actions}>
        <span className={styles.kept}>
          {count > 0
            ? `${plural(count, 'field')} to mend: ${Object.values(problems)[0]}`
            : 'What you type is kept until it is started; values of secrets only while this is open.'}
        </span>
        <Button onPress={onClose}>Close</Button>
        <Button type="submit" variant="primary" isDisabled={!canStart || problems.repository !== undefined}>
          Start <Kbd keys="mod+Enter" />
        </Button>
      </div>
    </form>
  )
}

function only(problems: Problems, field: string): Problems {
  const problem = problems[field]
  return problem === undefined ? {} : { [field]: problem }
}

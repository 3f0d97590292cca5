import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { secretProblem } from '../../../shared/contract/index.ts'
import type { Connection } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner, ProgressBar, SecretArea, TextField } from '../../ui/index.ts'
import { useSettingsDraft } from './draftStore.ts'
import styles from './settings.module.css'
import { useAction } from './useAction.ts'

type Problems = Partial<Record<'name' | 'value' | 'description', string>>

/** The value is read from its field on submit and handed to the call; it is nowhere else, and gone once stored. */
export function SecretForm({ connection, known }: { connection: Connection; known: readonly string[] }) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const value = useRef<HTMLTextAreaElement>(null)
  const action = useAction()
  const { draft, change } = useSettingsDraft(connection.id)
  const { secretName: name, secretDescription: description } = draft
  const [problems, setProblems] = useState<Problems>({})
  const [added, setAdded] = useState<string | null>(null)

  async function add() {
    const typed = value.current?.value ?? ''
    const found = problemsOf(name.trim(), typed, known)
    setProblems(found)
    setAdded(null)
    action.clear()
    if (Object.keys(found).length > 0) return
    const secret = { name: name.trim(), description: description.trim() === '' ? null : description.trim() }
    const isStored = await action.run((signal) =>
      client.secrets.create({ connectionId: connection.id, ...secret, value: typed }, { signal }),
    )
    if (isStored) {
      if (value.current !== null) value.current.value = ''
      change({ secretName: '', secretDescription: '' })
      setAdded(secret.name)
    }
    await queries.invalidateQueries({ queryKey: orpc.secrets.key() })
  }

  const { failure } = action
  const refused = (field: keyof Problems) => problems[field] ?? (failure?.field === field ? failure.message : null)
  return (
    <form
      className={styles.form}
      aria-label="Add a secret"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!action.isBusy) void add()
      }}
    >
      <h3 className={styles.subtitle}>Add a secret</h3>
      <div className={styles.pair}>
        <TextField
          label="Name"
          placeholder="NPM_TOKEN"
          value={name}
          onChange={(text) => {
            change({ secretName: text })
            setProblems({})
          }}
          error={refused('name')}
          isDisabled={action.isBusy}
          isMono
          autoComplete="off"
        />
        <TextField
          label="Description"
          placeholder="what it is for"
          value={description}
          onChange={(text) => change({ secretDescription: text })}
          error={refused('description')}
          isDisabled={action.isBusy}
          autoComplete="off"
        />
      </div>
      <SecretArea
        label="Value"
        inputRef={value}
        description="May have several lines, as a private key has."
        error={refused('value')}
        onEdit={() => setProblems({})}
      />
      {failure !== null && <FailureBanner failure={failure} onRetry={() => void add()} />}
      {action.wasLeft && (
        <Banner tone="warn" title="You stopped waiting.">
          The server may have stored it all the same: the list above was read again. What you typed is still here.
        </Banner>
      )}
      {added !== null && <Banner tone="ok" title={`${added} is stored.`} />}
      {action.isBusy ? (
        <ProgressBar label={`Storing ${name.trim()}…`} onCancel={action.leave} />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            Store secret
          </Button>
        </div>
      )}
    </form>
  )
}

function problemsOf(name: string, value: string, known: readonly string[]): Problems {
  const badName = nameProblem(name, known)
  const badValue = valueProblem(value)
  return { ...(badName === null ? {} : { name: badName }), ...(badValue === null ? {} : { value: badValue }) }
}

function valueProblem(value: string): string | null {
  if (value === '') return 'Enter the value.'
  const problem = secretProblem('NAME', value)
  return problem === null ? null : sentence(problem)
}

/** What is wrong with the name of a secret to be stored beside `known`; null when nothing. */
export function nameProblem(name: string, known: readonly string[]): string | null {
  if (name === '') return 'Enter a name.'
  if (name.includes('/')) return 'A name may not hold a slash.'
  if (known.includes(name)) return 'There is a secret of this name. Servers take no new value for it: delete it first.'
  const problem = secretProblem(name, '')
  return problem === null ? null : sentence(problem)
}

function sentence(problem: string): string {
  return `This ${problem}.`
}

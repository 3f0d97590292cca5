import { useQuery } from '@tanstack/react-query'
import type { Connection, Failure, Sandbox } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, Kbd, ProgressBar, Select } from '../../ui/index.ts'
import styles from './creation.module.css'
import { RoomNote } from './roomNote.tsx'
import { specName } from './sandboxStatus.ts'
import { SpecFacts } from './specFacts.tsx'

export interface Choice {
  connectionId: string
  /** Null for the server's usual one. */
  specId: string | null
}

const USUAL = 'usual'

export interface CreationFormProps {
  connections: readonly Connection[]
  sandboxes: readonly Sandbox[]
  choice: Choice
  onChange: (choice: Choice) => void
  /** Why the sandbox was not made; the choice is kept. */
  failure: Failure | null
  isAsking: boolean
  onCreate: () => void
  onLeave: () => void
}

export function CreationForm(props: CreationFormProps) {
  const { connections, sandboxes, choice, onChange, failure, isAsking, onCreate, onLeave } = props
  const { connectionId, specId } = choice
  const create = { keys: 'mod+Enter', label: 'Create the sandbox', scope: 'New sandbox', whileTyping: true }
  useShortcut({ ...create, isEnabled: !isAsking }, onCreate)
  return (
    <div className={styles.form}>
      {failure !== null && <FailureBanner failure={failure} onRetry={onCreate} />}
      {connections.length > 1 && (
        <Select
          label="Server"
          value={connectionId}
          onChange={(id) => onChange({ connectionId: id, specId: null })}
          choices={connections.map(({ id, name, baseUrl }) => ({ id, name, detail: baseUrl }))}
        />
      )}
      <SpecChoice
        key={connectionId}
        connectionId={connectionId}
        value={specId}
        onChange={(id) => onChange({ connectionId, specId: id })}
      />
      <RoomNote sandboxes={sandboxes} connectionId={connectionId} waking={null} />
      {isAsking && <ProgressBar label="Asking the server for a sandbox…" />}
      <div className={styles.actions}>
        <span className={styles.note}>It counts against the account for as long as it runs.</span>
        <Button onPress={onLeave}>{isAsking ? 'Stop waiting' : 'Close'}</Button>
        <Button variant="primary" onPress={onCreate} isPending={isAsking}>
          Create sandbox <Kbd keys="mod+Enter" />
        </Button>
      </div>
    </div>
  )
}

interface SpecChoiceProps {
  connectionId: string
  value: string | null
  onChange: (specId: string | null) => void
}

function SpecChoice({ connectionId, value, onChange }: SpecChoiceProps) {
  const { orpc } = useRpc()
  const { data, error, isPending, refetch } = useQuery(orpc.sandboxes.specs.queryOptions({ input: { connectionId } }))
  const failure = useFailure(error)
  const specs = data ?? []
  const chosen = specs.find(({ id }) => id === value)
  return (
    <>
      <Select
        label="Spec"
        value={value ?? USUAL}
        onChange={(id) => onChange(id === USUAL ? null : id)}
        choices={[
          { id: USUAL, name: 'The server’s usual spec' },
          ...specs.map(({ id }) => ({ id, name: specName(id), detail: id })),
        ]}
      />
      {isPending && <ProgressBar label="Asking which specs there are…" />}
      {failure !== null && <FailureBanner failure={failure} onRetry={() => void refetch()} />}
      {chosen !== undefined && <SpecFacts spec={chosen} />}
    </>
  )
}

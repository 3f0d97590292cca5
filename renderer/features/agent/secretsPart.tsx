import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { addedSecretProblem } from '../../../shared/contract/index.ts'
import type { AgentSettings, ConversationRef } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, SecretArea, TextField } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import styles from './agent.module.css'
import { CommandNotice } from './commandNotice.tsx'
import { Part } from './part.tsx'

/** Shorter values are not taken out of what the agent prints: they occur by chance. */
const SHORTEST_HELD = 8

export interface SecretsPartProps {
  conversation: ConversationRef
  settings: AgentSettings
}

/** Gives the agent's commands a secret. Its value lives in the field alone and goes one way. */
export function SecretsPart({ conversation, settings }: SecretsPartProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { command, run } = useCommand<'secret'>()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [given, setGiven] = useState<readonly string[]>([])
  const value = useRef<HTMLTextAreaElement>(null)
  const names = [...new Set([...settings.secretNames, ...given])].sort()

  async function give() {
    const field = value.current
    if (field === null || command.state === 'running') return
    const wrong = addedSecretProblem(name.trim(), field.value)
    setProblem(wrong)
    if (wrong !== null) return
    const secrets = { [name.trim()]: field.value }
    const isGiven = await run('secret', (signal) => client.agent.addSecrets({ ...conversation, secrets }, { signal }))
    if (!isGiven) return
    field.value = ''
    setGiven((before) => [...before, name.trim()])
    setName('')
    await queries.invalidateQueries({ queryKey: orpc.agent.settings.key({ input: conversation }) })
  }

  return (
    <Part
      name="Secrets"
      about="For the agent’s commands, as environment variables. A value is sent once and shown nowhere; giving a name again replaces its value."
    >
      {names.length > 0 && (
        <p className={styles.names}>
          Known to be there: <code>{names.join(', ')}</code>
        </p>
      )}
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void give()
        }}
      >
        <TextField
          label="Name"
          placeholder="API_TOKEN"
          isMono
          value={name}
          onChange={(text) => {
            setName(text)
            setProblem(null)
          }}
          error={problem === null ? null : `The secret ${problem}.`}
        />
        <SecretArea
          label="Value"
          inputRef={value}
          onEdit={() => setProblem(null)}
          description={`From ${SHORTEST_HELD} characters on, Handrail also takes it out of everything that comes back.`}
        />
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            isDisabled={name.trim() === ''}
            isPending={command.state === 'running'}
          >
            Give it to the agent
          </Button>
        </div>
      </form>
      <CommandNotice command={command} doing="Giving the secret…" />
    </Part>
  )
}

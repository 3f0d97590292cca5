import type { FormEvent } from 'react'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, Kbd, TextField } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import styles from './agent.module.css'
import { USUAL_ITERATIONS, useAgentDrafts, useDraft } from './agentDrafts.ts'
import { CommandNotice } from './commandNotice.tsx'

export interface GoalFormProps {
  conversation: ConversationRef
  /** Why no goal can be set now; null when one can. */
  blocked: string | null
  autoFocus?: boolean
  onStarted?: () => void
}

/** Sets a goal. What is typed stays until the server took it. */
export function GoalForm({ conversation, blocked, autoFocus = false, onStarted }: GoalFormProps) {
  const { client } = useRpc()
  const { command, run } = useCommand<'goal'>()
  const { objective, iterations } = useDraft(conversation)
  const { change } = useAgentDrafts.getState()
  const most = Number(iterations)
  const isCount = Number.isInteger(most) && most >= 1
  const canStart = objective.trim() !== '' && isCount && blocked === null && command.state !== 'running'

  async function start() {
    if (!canStart) return
    const isStarted = await run('goal', (signal) =>
      client.agent.startGoal({ ...conversation, objective: objective.trim(), maxIterations: most }, { signal }),
    )
    if (!isStarted) return
    change(conversation, { objective: '', iterations: String(USUAL_ITERATIONS) })
    onStarted?.()
  }
  useShortcut(
    { keys: 'mod+Enter', label: 'Set the goal', scope: 'Goal', whileTyping: true, isEnabled: canStart && autoFocus },
    () => void start(),
  )

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void start()
      }}
    >
      <TextField
        label="Objective"
        placeholder="What must be true in the end?"
        rows={3}
        value={objective}
        onChange={(text) => change(conversation, { objective: text })}
        autoFocus={autoFocus}
      />
      <TextField
        label="At most this many rounds"
        inputMode="numeric"
        value={iterations}
        onChange={(text) => change(conversation, { iterations: text })}
        error={isCount ? null : 'A whole number from 1 on.'}
        description="After each run the server audits the work; while the goal is not reached the agent runs again."
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isDisabled={!canStart} isPending={command.state === 'running'}>
          Set the goal {autoFocus && <Kbd keys="mod+Enter" />}
        </Button>
        {blocked !== null && <span className={styles.quiet}>{blocked}</span>}
      </div>
      <CommandNotice command={command} doing="Setting the goal…" />
    </form>
  )
}

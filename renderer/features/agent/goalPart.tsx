import type { ConversationRef, Goal } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, Pill, type Tone } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import styles from './agent.module.css'
import { CommandNotice } from './commandNotice.tsx'
import { GoalForm } from './goalForm.tsx'
import { Part } from './part.tsx'

export interface GoalPartProps {
  conversation: ConversationRef
  /** Live, from the newest `goal` update. */
  goal: Goal | null
  isRunning: boolean
}

/** The goal that the agent works at, as it stands, and a new one. */
export function GoalPart({ conversation, goal, isRunning }: GoalPartProps) {
  const { client } = useRpc()
  const { command, run } = useCommand<'stop' | 'resume'>()
  const isActive = goal?.isActive === true
  const busy = isActive || isRunning
  const stop = () => run('stop', (signal) => client.agent.stopGoal(conversation, { signal }))
  const resume = () => run('resume', (signal) => client.agent.resumeGoal(conversation, { signal }))
  return (
    <Part name="Goal" about="The agent runs again and again until an audit finds the goal reached. A message ends it.">
      {goal !== null && (
        <div className={styles.goal}>
          <p className={styles.objective}>{goal.objective}</p>
          <p className={styles.goalState}>
            <Pill tone={TONES[goal.status] ?? 'neutral'}>{WORDS[goal.status] ?? goal.status}</Pill>
            <span>
              round {goal.iteration}
              {goal.maxIterations !== null && ` of at most ${goal.maxIterations}`}
            </span>
            {goal.verdict?.score != null && <span>audit: {Math.round(goal.verdict.score * 100)} %</span>}
          </p>
          {goal.verdict !== null && goal.verdict.missing !== '' && (
            <p className={styles.quiet}>Outstanding: {goal.verdict.missing}</p>
          )}
          <div className={styles.actions}>
            {isActive && (
              <Button isPending={command.state === 'running'} onPress={() => void stop()}>
                Stop the goal
              </Button>
            )}
            {!isActive && goal.status === 'interrupted' && (
              <Button isDisabled={isRunning} isPending={command.state === 'running'} onPress={() => void resume()}>
                Resume the goal
              </Button>
            )}
          </div>
        </div>
      )}
      <CommandNotice command={command} doing="Telling the agent server…" />
      {!isActive && (
        <GoalForm
          conversation={conversation}
          blocked={busy ? 'The agent runs: a goal can be set when it rests.' : null}
        />
      )}
    </Part>
  )
}

const WORDS: Record<string, string> = {
  running: 'at work',
  complete: 'reached',
  capped: 'out of rounds',
  interrupted: 'interrupted',
}
const TONES: Record<string, Tone> = { running: 'agent', complete: 'ok', capped: 'warn', interrupted: 'warn' }

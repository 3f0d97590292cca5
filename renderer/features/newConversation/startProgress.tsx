import { Button, cx, FailureBanner, Spinner } from '../../ui/index.ts'
import { StartQueue } from '../composer/index.ts'
import { START_STEPS } from './followStartTask.ts'
import styles from './newConversation.module.css'
import type { StartState } from './useStart.ts'

export interface StartProgressProps {
  state: Exclude<StartState, { phase: 'editing' }>
  onAskAgain: () => void
  onLeave: () => void
}

/** The start task's way, step by step, as the server tells it. */
export function StartProgress({ state, onAskAgain, onLeave }: StartProgressProps) {
  const current = state.task?.status ?? 'WORKING'
  return (
    <>
      <ol className={styles.steps} aria-label="Start of the conversation">
        {steps(current, state.seen).map(({ status, name, place }) => (
          <li
            key={status}
            className={cx(styles.step, styles[place])}
            aria-current={place === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden={place !== 'current'}>
              {place === 'current' ? (
                <Spinner label="Under way" />
              ) : place === 'done' ? (
                '✓'
              ) : place === 'skipped' ? (
                '–'
              ) : (
                '·'
              )}
            </span>
            <span className={styles.stepName}>{name}</span>
            <span className={styles.status}>{status}</span>
          </li>
        ))}
      </ol>
      {state.task?.detail && <p className={styles.kept}>{state.task.detail}</p>}
      {state.task !== null && <StartQueue task={state.task} />}
      {state.phase === 'lost' && <FailureBanner failure={state.failure} onRetry={onAskAgain} />}
      <div className={styles.actions}>
        <span className={styles.kept}>The start goes on at the server when this is closed.</span>
        <Button onPress={onLeave}>Close</Button>
      </div>
    </>
  )
}

type Place = 'done' | 'skipped' | 'current' | 'ahead'

/** The usual steps, and a status that Handrail does not know where it was seen: at the end. */
function steps(current: string, seen: readonly string[]): { status: string; name: string; place: Place }[] {
  const unknown = seen.filter((status) => !START_STEPS.some((step) => step.status === status))
  const all = [...START_STEPS, ...unknown.map((status) => ({ status, name: status }))]
  const at = all.findIndex(({ status }) => status === current)
  return all.map(({ status, name }, index) => {
    if (index === at) return { status, name, place: 'current' }
    if (index > at) return { status, name, place: 'ahead' }
    return { status, name, place: seen.includes(status) ? 'done' : 'skipped' }
  })
}

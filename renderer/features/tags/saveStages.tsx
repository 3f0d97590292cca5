import { Banner, cx, FailureBanner, Spinner } from '../../ui/index.ts'
import { changeText } from './changeText.ts'
import styles from './tags.module.css'
import type { TagSave } from './useTagSave.ts'

const STAGES = ['saving', 'saved on the agent server', 'visible in search'] as const
/** A bare agent server has no search of its own that lags. */
const OWN_STAGES = STAGES.slice(0, 2)

type Saving = Extract<TagSave, { phase: 'saving' | 'saved' }>

/** How far a save is, and what it means when the last stage does not come. */
export function SaveStages({ save, isBareAgent }: { save: Saving; isBareAgent: boolean }) {
  const reached = reachedStage(save)
  const isOver = save.phase === 'saved' && (save.stage.stage === 'not-visible' || save.failure !== null)
  return (
    <>
      <ol className={styles.stages} aria-label="Saving the tags">
        {(isBareAgent ? OWN_STAGES : STAGES).map((name, index) => {
          const isDone = index < reached
          const isCurrent = index === reached && !isOver
          return (
            <li
              key={name}
              className={cx(styles.stage, isDone && styles.done, isCurrent && styles.current)}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {isDone ? (
                <span aria-hidden="true">✓</span>
              ) : isCurrent ? (
                <Spinner label="Under way" />
              ) : (
                <span aria-hidden="true">·</span>
              )}
              {name}
            </li>
          )
        })}
      </ol>
      {save.phase === 'saved' && <Outcome save={save} isBareAgent={isBareAgent} />}
    </>
  )
}

function Outcome({ save, isBareAgent }: { save: Extract<TagSave, { phase: 'saved' }>; isBareAgent: boolean }) {
  if (save.failure !== null) {
    return (
      <FailureBanner
        failure={{
          ...save.failure,
          message: `The tags are saved; watching for them in search failed. ${save.failure.message}`,
        }}
      />
    )
  }
  if (save.stage.stage === 'not-visible') {
    return (
      <Banner tone="warn" title="Saved, but not in search yet.">
        The agent server has the tags. After 30 seconds the app server still shows an older value of{' '}
        {save.stage.missing.join(', ')}; it may follow later. Nothing has to be saved again.
      </Banner>
    )
  }
  return (
    <>
      {save.merged.length > 0 && (
        <Banner tone="info" title="Somebody else changed tags meanwhile; that was kept.">
          {save.merged.map(changeText).join('; ')}.
        </Banner>
      )}
      {save.edit.remove.length > 0 && !isBareAgent && (
        <Banner tone="info" title={`${save.edit.remove.join(', ')} removed on the agent server.`}>
          The app server keeps showing removed tags: its view only ever adds.
        </Banner>
      )}
    </>
  )
}

/** How many stages are behind: 3 when all are. */
function reachedStage(save: Saving): number {
  if (save.phase === 'saving') return 0
  return save.stage.stage === 'visible' ? 3 : 2
}

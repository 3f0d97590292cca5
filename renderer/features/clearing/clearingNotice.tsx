import { Banner, Button, formatBytes, ProgressBar, plural } from '../../ui/index.ts'
import styles from './clearing.module.css'
import { type Clearing, useClearing } from './clearingStore.ts'

/** How far the space of what was deleted is; nothing when nothing was. */
export function ClearingNotice() {
  const { clearing, dismiss } = useClearing()
  const dismissal = (
    <Button variant="quiet" onPress={dismiss}>
      Dismiss
    </Button>
  )
  switch (clearing.state) {
    case 'none':
      return null
    case 'running':
      return <Running {...clearing} />
    case 'done':
      return (
        <Banner
          tone="ok"
          isStrip
          title={`Deleted here: ${clearing.what}. ${formatBytes(clearing.freedBytes)} came back to the disk.`}
          actions={dismissal}
        >
          What the log of the archive took is in this. It takes {formatBytes(clearing.bytes)} now.
        </Banner>
      )
    case 'left':
      return (
        <Banner tone="info" isStrip title={`Deleted here: ${clearing.what}.`} actions={dismissal}>
          Its space comes back in the background, also after a restart.
        </Banner>
      )
    case 'failed':
      return (
        <Banner
          tone="danger"
          isStrip
          title={`Deleted here: ${clearing.what}. ${clearing.failure.message}`}
          actions={dismissal}
        >
          Handrail goes on giving the space back when nothing else is to be done. {clearing.failure.advice}
        </Banner>
      )
  }
}

function Running({ what, events, stage, leave }: Extract<Clearing, { state: 'running' }>) {
  return (
    <div className={styles.running}>
      <div className={styles.bar}>
        <ProgressBar label={`Deleted: ${what}. ${WORDS[stage.stage]}`} {...progressOf(stage, events)} />
      </div>
      <Button onPress={leave}>Go on in the background</Button>
    </div>
  )
}

type Stage = Extract<Clearing, { state: 'running' }>['stage']

const WORDS: Record<Stage['stage'], string> = {
  deleting: 'Events leave the file…',
  returning: 'The disk gets its space back…',
  clearing: 'Words leave the search index…',
  erasing: 'The old file is overwritten…',
  done: 'Done.',
}

function progressOf(stage: Stage, events: number): { value?: number; detail?: string } {
  switch (stage.stage) {
    case 'deleting':
      return {
        value: events === 0 ? 0 : Math.max(0, 1 - stage.eventsLeft / events),
        detail: `${plural(stage.eventsLeft, 'event')} left`,
      }
    case 'returning':
    case 'erasing':
      return { detail: `${formatBytes(stage.bytesLeft)} left` }
    case 'clearing':
    case 'done':
      return {}
  }
}

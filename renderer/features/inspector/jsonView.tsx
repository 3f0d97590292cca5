import { Banner, Button, CopyText, FailureBanner, formatCount, Spinner } from '../../ui/index.ts'
import { JsonEditor } from './jsonEditor.tsx'
import styles from './jsonView.module.css'
import { type EventBodyState, PART_LENGTH } from './useEventBody.ts'

/** The stored, redacted JSON of an event: the first part at once, more on demand. */
export function JsonView({ eventId, label, state }: { eventId: string; label: string; state: EventBodyState }) {
  const { body, failure, isLoading } = state
  if (failure !== null && body === null) return <FailureBanner failure={failure} onRetry={state.retry} />
  if (body === null) return <Spinner label="Reading the event" />
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <CopyText value={eventId} label={`the id of the ${label}`} />
        <span className={styles.size}>{formatCount(body.totalLength)} characters</span>
      </div>
      {!body.isComplete && (
        <Banner
          tone="info"
          isStrip
          title={`The first ${formatCount(body.length)} of ${formatCount(body.totalLength)} characters`}
          actions={
            <Button isPending={isLoading} onPress={state.loadNext}>
              Load next part
            </Button>
          }
        >
          Large events are read in parts of {formatCount(PART_LENGTH)} characters.
        </Banner>
      )}
      {failure !== null && <FailureBanner failure={failure} onRetry={state.loadNext} isStrip />}
      <JsonEditor parts={body.parts} label={`JSON of the ${label}`} />
    </div>
  )
}

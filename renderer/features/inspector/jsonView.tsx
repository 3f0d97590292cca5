import { useMemo } from 'react'
import { Banner, Button, FailureBanner, formatCount, Spinner } from '../../ui/index.ts'
import { CopyText } from './copyText.tsx'
import { JsonEditor } from './jsonEditor.tsx'
import styles from './jsonView.module.css'
import { type EventBodyState, PART_LENGTH } from './useEventBody.ts'

/** Indenting costs a parse; above this the text is shown as it is stored. */
const INDENT_LIMIT = 1_000_000

/** The stored, redacted JSON of an event: the first part at once, more on demand. */
export function JsonView({ eventId, label, state }: { eventId: string; label: string; state: EventBodyState }) {
  const { body, failure, isLoading } = state
  const isIndented = body?.isComplete === true && body.totalLength <= INDENT_LIMIT
  const source = useMemo(() => (body === null ? '' : isIndented ? indented(body.json) : body.json), [body, isIndented])
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
          title={`The first ${formatCount(body.json.length)} of ${formatCount(body.totalLength)} characters`}
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
      <JsonEditor source={source} label={`JSON of the ${label}`} />
    </div>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json // Not JSON after all: it is shown as it was stored.
  }
}

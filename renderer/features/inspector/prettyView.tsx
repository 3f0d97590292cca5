import { type ReactNode, useMemo } from 'react'
import type { EventRow } from '../../../shared/domain/index.ts'
import { Banner, Button, CopyText, FailureBanner, formatCount, Spinner } from '../../ui/index.ts'
import { formatDuration, formatRowCost } from '../timeline/index.ts'
import { describeEvent } from './describeEvent.ts'
import { exitCode } from './describeObservation.ts'
import { parseEvent, text, type WireObject } from './eventFields.ts'
import styles from './inspector.module.css'
import pretty from './pretty.module.css'
import { field, fields } from './sections.ts'
import { Fields, Sections } from './sectionViews.tsx'
import type { EventBodyState } from './useEventBody.ts'

/** Parsing more than this may be felt as a pause. */
const PARSE_LIMIT = 1_000_000

export interface PrettyViewProps {
  row: EventRow
  event: EventBodyState
  /** The observation, rejection or error that answered the action; its body is null when there is none. */
  answer: EventBodyState | null
  onJson: () => void
}

/** What happened, in words: the action and its answer together. */
export function PrettyView({ row, event, answer, onJson }: PrettyViewProps) {
  const parsed = useParsed(event)
  const parsedAnswer = useParsed(answer)
  const failure = event.failure ?? answer?.failure ?? null
  if (failure !== null) {
    const retry = () => {
      if (event.failure !== null) event.retry()
      if (answer?.failure) answer.retry()
    }
    return (
      <div className={styles.message}>
        <FailureBanner failure={failure} onRetry={retry} />
      </div>
    )
  }
  const command = text(parsed.event, 'action', 'command')
  return (
    <div className={styles.pretty}>
      <Fields items={headFields(row, parsed.event, parsedAnswer.event)} />
      <Ids row={row} />
      <Deviations event={event} answer={answer} />
      <Part state={parsed} name={row.pairedId === null ? 'event' : 'action'} onJson={onJson}>
        {parsed.event !== null && <Sections sections={describeEvent(parsed.event)} />}
      </Part>
      {answer !== null && (
        <Part state={parsedAnswer} name="result" onJson={onJson}>
          {parsedAnswer.event !== null && <Sections sections={describeEvent(parsedAnswer.event, command)} />}
        </Part>
      )}
    </div>
  )
}

interface Parsed {
  state: 'none' | 'loading' | 'too-large' | 'unreadable' | 'parsed'
  event: WireObject | null
  length: number
}

function useParsed(state: EventBodyState | null): Parsed {
  const body = state?.body ?? null
  const isAbsent = state === null
  return useMemo((): Parsed => {
    if (isAbsent) return { state: 'none', event: null, length: 0 }
    if (body === null) return { state: 'loading', event: null, length: 0 }
    const length = body.totalLength
    if (length > PARSE_LIMIT) return { state: 'too-large', event: null, length }
    const event = parseEvent(body.parts.join(''))
    return event === null ? { state: 'unreadable', event, length } : { state: 'parsed', event, length }
  }, [isAbsent, body])
}

function Part(props: { state: Parsed; name: string; onJson: () => void; children: ReactNode }) {
  const { state, name, onJson, children } = props
  switch (state.state) {
    case 'none':
    case 'parsed':
      return children
    case 'loading':
      return (
        <div className={styles.message}>
          <Spinner label={`Reading the ${name}`} />
        </div>
      )
    case 'too-large':
      return (
        <div className={styles.message}>
          <Banner
            tone="info"
            title={`The ${name} has ${formatCount(state.length)} characters`}
            actions={<Button onPress={onJson}>Show it as JSON</Button>}
          >
            Too large to lay out without holding up the page.
          </Banner>
        </div>
      )
    case 'unreadable':
      return (
        <div className={styles.message}>
          <Banner
            tone="warn"
            title={`The ${name} is not a JSON object`}
            actions={<Button onPress={onJson}>Show it as stored</Button>}
          >
            It is kept exactly as it came.
          </Banner>
        </div>
      )
    default:
      return state.state satisfies never
  }
}

function headFields(row: EventRow, event: WireObject | null, answer: WireObject | null) {
  const tone = row.flags.isError ? 'danger' : row.span.state === 'pending' ? 'warn' : undefined
  const code = exitCode(answer)
  const cost = [
    row.costUsd === null ? null : formatRowCost(row.costUsd),
    row.tokens === null ? null : `${formatCount(row.tokens)} tokens`,
  ].filter((part) => part !== null)
  const [section] = fields(
    field(row.tool === null ? 'event' : 'action', row.summary, row.isCode ? undefined : 'prose'),
    field('result', resultText(row, code), tone),
    field('risk', row.risk, row.risk === 'HIGH' ? 'danger' : row.risk === 'MEDIUM' ? 'warn' : undefined),
    field('source', text(event, 'source')),
    field('cost', cost.join(' · ')),
    field('time', text(event, 'timestamp')),
  )
  return section?.kind === 'fields' ? section.items : []
}

function resultText(row: EventRow, code: number | null): string {
  const { state, durationUs } = row.span
  if (state === 'instant') return row.result
  const words = row.result !== '' ? row.result : code === null ? state : `exit ${code}`
  return durationUs === null ? words : `${words} after ${formatDuration(durationUs)}`
}

function Ids({ row }: { row: EventRow }) {
  return (
    <dl className={pretty.fields}>
      <div className={pretty.field}>
        <dt>{row.pairedId === null ? 'id' : 'action id'}</dt>
        <dd>
          <CopyText value={row.id} label="the id" />
        </dd>
      </div>
      {row.pairedId !== null && (
        <div className={pretty.field}>
          <dt>result id</dt>
          <dd>
            <CopyText value={row.pairedId} label="the id of the result" />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What the event has that the contract does not say, and what was taken out of it. */
function Deviations({ event, answer }: { event: EventBodyState; answer: EventBodyState | null }) {
  const bodies = [event.body, answer?.body ?? null].filter((body) => body !== null)
  const deviations = bodies.flatMap((body) => body.deviations)
  const redactions = bodies.reduce((sum, body) => sum + body.redactions, 0)
  return (
    <>
      {deviations.length > 0 && (
        <details className={styles.deviations}>
          <summary>
            {deviations.length === 1 ? '1 deviation' : `${formatCount(deviations.length)} deviations`} from the contract
          </summary>
          <ul>
            {deviations.slice(0, 200).map((deviation) => (
              <li key={`${deviation.path} ${deviation.problem} ${deviation.message}`}>
                <code>{deviation.path || '(root)'}</code> {deviation.problem}: {deviation.message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {redactions > 0 && (
        <p className={styles.redactions}>
          {redactions === 1 ? '1 secret was' : `${formatCount(redactions)} secrets were`} replaced by a marker before
          the event was stored.
        </p>
      )}
    </>
  )
}

// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and of fixed height, a table cannot hold them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row.
import { type CSSProperties, memo } from 'react'
import type { EventRow as EventRowShape, SpanState } from '../../../shared/domain/index.ts'
import { cx } from '../../ui/index.ts'
import { LANE_GLYPHS, LANE_NAMES } from './lanes.ts'
import styles from './row.module.css'
import { formatBytes, formatDuration, formatMoment, formatOffset, formatRowCost, formatTokens } from './timeText.ts'

export interface EventRowProps {
  row: EventRowShape
  domId: string
  isSelected: boolean
  /** Microseconds since the epoch that times are relative to; null shows the clock. */
  originUs: number | null
  onPress: (position: number) => void
  onOpen: () => void
}

const LARGE = 1_000_000

/** One span or event on one line. Memoised: while following, only new and changed rows render. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { row, domId, isSelected, originUs, onPress, onOpen } = props
  const { flags, span } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys; it holds the focus and names this row active.
    <div
      role="row"
      id={domId}
      aria-rowindex={row.position + 2}
      aria-selected={isSelected}
      data-event-id={row.id}
      className={cx(
        styles.row,
        styles[row.lane],
        isSelected && styles.selected,
        flags.isError && styles.error,
        flags.isCondensed && styles.condensed,
      )}
      onClick={() => onPress(row.position)}
      onDoubleClick={onOpen}
    >
      <span role="gridcell" className={styles.index} title={indexTitle(row)}>
        {row.logIndex === null ? `~${row.position + 1}` : row.logIndex + 1}
      </span>
      <span
        role="gridcell"
        className={styles.time}
        title={row.timeUs === null ? 'unreadable time' : formatMoment(row.timeUs)}
      >
        {timeOf(row, originUs)}
      </span>
      <span role="gridcell" className={styles.glyph} title={LANE_NAMES[row.lane]}>
        <span aria-hidden="true">{LANE_GLYPHS[row.lane]}</span>
        <span className={styles.spoken}>{LANE_NAMES[row.lane]}</span>
      </span>
      <span role="gridcell" className={styles.label} title={labelTitle(row)}>
        {row.label}
      </span>
      <span role="gridcell" className={cx(styles.summary, row.isCode && styles.code)} title={row.summary}>
        {flags.isNonconforming && (
          <span className={styles.mark} title="Deviates from the contract; the inspector lists how">
            !
          </span>
        )}
        {row.summary === '' ? <span className={styles.nothing}>no summary</span> : row.summary}
        {row.bytes >= LARGE && <span className={styles.size}>{formatBytes(row.bytes)}</span>}
      </span>
      <span role="gridcell" className={styles.bar} title={spanTitle(row)}>
        {row.timeUs !== null && <SpanBar row={row} originUs={originUs ?? 0} />}
        <span className={styles.spoken}>{spanTitle(row)}</span>
      </span>
      <span role="gridcell" className={styles.cost}>
        {row.costUsd === null || row.costUsd === 0 ? '' : formatRowCost(row.costUsd)}
      </span>
      <span role="gridcell" className={styles.tokens}>
        {row.tokens === null || row.tokens === 0 ? '' : formatTokens(row.tokens)}
      </span>
      <span role="gridcell" className={cx(styles.result, styles[RESULT_TONES[span.state]])} title={row.result}>
        {row.result}
      </span>
    </div>
  )
})

const RESULT_TONES: Record<SpanState, 'plain' | 'failed' | 'rejected' | 'waiting'> = {
  instant: 'plain',
  done: 'plain',
  running: 'waiting',
  pending: 'waiting',
  failed: 'failed',
  rejected: 'rejected',
}

/**
 * Placed by CSS variables: start and length of the row here, the stretch of time in sight on the list. So scrolling
 * through time changes one element, not every row.
 */
function SpanBar({ row, originUs }: { row: EventRowShape; originUs: number }) {
  const start = ((row.timeUs ?? 0) - originUs) / 1000
  const isOpen = row.span.state === 'running' || row.span.state === 'pending'
  const place: CSSProperties & Record<`--${string}`, number> = {
    '--at': start,
    '--for': (row.span.durationUs ?? 0) / 1000,
  }
  return <i className={cx(styles.span, styles[`span-${row.span.state}`], isOpen && styles.open)} style={place} />
}

function timeOf(row: EventRowShape, originUs: number | null): string {
  if (row.timeUs === null) return '–'
  if (originUs === null) return new Date(row.timeUs / 1000).toLocaleTimeString()
  return formatOffset(row.timeUs - originUs)
}

function indexTitle(row: EventRowShape): string {
  if (row.logIndex === null) return 'Place in the log not confirmed by the server yet'
  const place = `Event ${row.logIndex + 1} of the server's log`
  return row.flags.isProvisional ? `${place}, provisional` : place
}

/** Also why the row is faint: the agent's memory and the log are two things. */
function labelTitle({ kind, tool, flags }: EventRowShape): string {
  const what = tool === null ? kind : `${kind} · ${tool}`
  return flags.isCondensed ? `${what} · condensed: the agent no longer has it in its context` : what
}

function spanTitle(row: EventRowShape): string {
  const { state, durationUs } = row.span
  if (state === 'instant') return ''
  return durationUs === null ? state : `${state} after ${formatDuration(durationUs)}`
}

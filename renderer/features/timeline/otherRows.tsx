// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and of fixed height, a table cannot hold them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row.
import { Button } from 'react-aria-components'
import type { Draft, GapRow as GapRowShape } from '../../../shared/domain/index.ts'
import { ROW_HEIGHT } from '../../state/viewStoreScroll.ts'
import { cx, formatCount, plural } from '../../ui/index.ts'
import styles from './row.module.css'
import { formatClock } from './timeText.ts'

/** A stretch of rows that the archive does not hold, drawn as one: as high as the events it stands for. */
export interface GapRun {
  position: number
  rows: number
  /** It goes on above or below what is drawn. */
  isCutAbove: boolean
  isCutBelow: boolean
  reason: GapRowShape['reason']
  /** The whole gap as the archive tells it. */
  whole: Pick<GapRowShape, 'first' | 'total' | 'fromUs' | 'toUs'>
}

/** What is known of events that are not here. */
export interface GapFacts {
  /** How far a load is that will bring them; null when none is under way. */
  progress: string | null
  /** Why nothing brings them now; null while something does. */
  halted: string | null
  /** Which server was asked for all of them, and when (milliseconds since the epoch); null when none was. */
  asked: { side: 'agent' | 'app'; at: number } | null
  /** There is something to ask for again. */
  canAskAgain: boolean
  onAskAgain: () => void
}

export interface GapBlockProps {
  gap: GapRun
  facts: GapFacts
  isSelected: boolean
}

export function GapBlock({ gap, facts, isSelected }: GapBlockProps) {
  const count = plural(gap.whole.total, 'event')
  return (
    <div
      role="row"
      aria-rowindex={gap.position + 2}
      className={cx(
        styles.gap,
        gap.reason === 'missing' && styles.missing,
        isSelected && styles.selected,
        // Where the loaded rows are, the words are in sight.
        gap.isCutAbove && !gap.isCutBelow && styles.textBelow,
        gap.isCutBelow && !gap.isCutAbove && styles.textAbove,
      )}
      style={{ height: gap.rows * ROW_HEIGHT }}
    >
      <span role="gridcell" className={styles.gapText}>
        {gap.reason === 'loading' ? (
          <LoadingText count={count} facts={facts} />
        ) : (
          <MissingText count={count} whole={gap.whole} facts={facts} />
        )}
      </span>
    </div>
  )
}

function LoadingText({ count, facts: { progress, halted } }: { count: string; facts: GapFacts }) {
  if (halted !== null) return `${count} not read: ${halted}`
  return (
    <>
      {count} still loading
      {progress !== null && <span className={styles.gapNote}> · {progress}</span>}
    </>
  )
}

/** Where they would be, and which server was asked for them in vain. */
function MissingText({ count, whole, facts }: { count: string; whole: GapRun['whole']; facts: GapFacts }) {
  const { first, total, fromUs, toUs } = whole
  const { asked, onAskAgain } = facts
  const places =
    total === 1 ? `row ${formatCount(first + 1)}` : `rows ${formatCount(first + 1)} to ${formatCount(first + total)}`
  const times = [
    fromUs === null ? null : `after ${formatClock(fromUs)}`,
    toUs === null ? null : `before ${formatClock(toUs)}`,
  ]
  return (
    <>
      {count} missing: {[places, ...times].filter((part) => part !== null).join(', ')}.
      {asked !== null && ` The ${asked.side} server does not give them, asked at ${formatClock(asked.at * 1000)}.`}{' '}
      <Button className={styles.askAgain ?? ''} onPress={onAskAgain}>
        Ask again
      </Button>
    </>
  )
}

/** A row whose content is on its way from the archive: milliseconds, so it only keeps the place. */
export function PlaceholderRow({ position }: { position: number }) {
  return (
    <div role="row" aria-rowindex={position + 2} aria-busy="true" className={styles.row}>
      <span role="gridcell" className={styles.index}>
        {position + 1}
      </span>
    </div>
  )
}

const TAIL = 240

/** Text that is being streamed: its newest words, on one line; the event that it becomes takes its place. */
export function DraftRow({ draft, position }: { draft: Draft; position: number }) {
  const text = draft.text.replaceAll(/\s+/g, ' ').trim()
  const tail = text.length > TAIL ? `…${text.slice(-TAIL)}` : text
  return (
    <div role="row" aria-rowindex={position + 2} className={cx(styles.row, styles.draft)}>
      <span role="gridcell" className={styles.index} />
      <span role="gridcell" className={styles.time}>
        now
      </span>
      <span role="gridcell" className={styles.glyph}>
        <span aria-hidden="true">◆</span>
      </span>
      <span role="gridcell" className={styles.label}>
        {draft.kind === 'reasoning' ? 'thinking' : 'writing'}
      </span>
      <span role="gridcell" className={cx(styles.draftText, draft.kind === 'reasoning' && styles.reasoning)}>
        <span className={styles.draftTail}>
          <bdi dir="ltr">{tail}</bdi>
        </span>
        <span className={styles.caret} aria-hidden="true" />
      </span>
    </div>
  )
}

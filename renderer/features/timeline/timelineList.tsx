// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and of fixed height, a table cannot hold them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row.
import type { CSSProperties, ReactNode, Ref } from 'react'
import type { Row } from '../../../shared/domain/index.ts'
import type { ViewSnapshot } from '../../state/viewStore.ts'
import { EventRow } from './eventRow.tsx'
import { DraftRow, GapBlock, type GapFacts, type GapRun, PlaceholderRow } from './otherRows.tsx'
import styles from './timeline.module.css'
import { timeRangeOf } from './timeRange.ts'

export interface TimelineListProps {
  snapshot: ViewSnapshot
  layerRef: Ref<HTMLDivElement>
  originUs: number | null
  gapFacts: GapFacts
  rowId: (eventId: string) => string
  onPress: (position: number) => void
  onOpen: () => void
}

/** The rows in and around sight, in document flow: each is 28 pixels high, a gap as high as what it stands for. */
export function TimelineList(props: TimelineListProps) {
  const { snapshot, layerRef, originUs, gapFacts, rowId, onPress, onOpen } = props
  const range = timeRangeOf(snapshot.rows, originUs ?? 0)
  const rangeStyle: CSSProperties & Record<`--${string}`, number> = {
    '--range-start': range.start,
    '--range-length': range.length,
  }
  const isAtEnd = snapshot.first + snapshot.rows.length >= snapshot.count
  const selection = snapshot.selection
  return (
    <div role="rowgroup" className={styles.layer} ref={layerRef} data-first={snapshot.first} style={rangeStyle}>
      {segments(snapshot.rows, snapshot.first, snapshot.count).map(({ row, position, gap }): ReactNode => {
        if (gap) {
          const isSelected =
            selection?.id === null && selection.position >= position && selection.position < position + gap.rows
          return <GapBlock key={`gap-${position}`} gap={gap} facts={gapFacts} isSelected={isSelected} />
        }
        if (row?.type !== 'event') return <PlaceholderRow key={`empty-${position}`} position={position} />
        return (
          <EventRow
            key={row.id}
            row={row}
            domId={rowId(row.id)}
            isSelected={selection?.id === row.id}
            originUs={originUs}
            onPress={onPress}
            onOpen={onOpen}
          />
        )
      })}
      {isAtEnd &&
        snapshot.drafts.map((draft, index) => (
          <DraftRow key={`${draft.itemId}-${draft.kind}`} draft={draft} position={snapshot.count + index} />
        ))}
    </div>
  )
}

interface Segment {
  position: number
  row: Row | undefined
  gap: GapRun | null
}

/** Rows one by one, neighbouring gap positions joined into one block. */
function segments(rows: readonly (Row | undefined)[], first: number, count: number): Segment[] {
  const joined: Segment[] = []
  rows.forEach((row, index) => {
    const position = first + index
    const before = joined.at(-1)
    if (row?.type !== 'gap') {
      joined.push({ position, row, gap: null })
    } else if (before?.gap && before.gap.reason === row.reason) {
      before.gap.rows += 1
      before.gap.isCutBelow = index === rows.length - 1 && position < count - 1
    } else {
      const gap: GapRun = {
        position,
        rows: 1,
        isCutAbove: index === 0 && first > 0,
        isCutBelow: index === rows.length - 1 && position < count - 1,
        reason: row.reason,
        whole: row,
      }
      joined.push({ position, row, gap })
    }
  })
  return joined
}

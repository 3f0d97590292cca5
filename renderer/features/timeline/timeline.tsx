// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and of fixed height, a table cannot hold them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { Failure } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { failureOf } from '../../rpc/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'
import { scrollerHeight } from '../../state/viewStoreScroll.ts'
import { Button, cx, EmptyState, FailureBanner, formatCount, Spinner } from '../../ui/index.ts'
import type { GapFacts } from './otherRows.tsx'
import rowStyles from './row.module.css'
import styles from './timeline.module.css'
import { handleTimelineKey } from './timelineKeys.ts'
import { TimelineList } from './timelineList.tsx'
import { useScroller } from './useScroller.ts'

export interface TimelineProps {
  store: ViewStore
  /** Takes the keys. */
  gridRef: RefObject<HTMLDivElement | null>
  /** Microseconds since the epoch that times are relative to; null shows the clock. */
  originUs: number | null
  gapFacts: GapFacts
  isFiltered: boolean
  /** In place of the words that nothing is there yet. */
  whenEmpty?: ReactNode
  onClearFilter: () => void
  onRetry: () => void
  /** Enter or a double click: show the selected event in full. */
  onOpen: () => void
  onNextError: (direction: 1 | -1) => void
}

export function Timeline(props: TimelineProps) {
  const {
    store,
    gridRef,
    originUs,
    gapFacts,
    isFiltered,
    whenEmpty = null,
    onClearFilter,
    onRetry,
    onOpen,
    onNextError,
  } = props
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const layer = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const rowId = useCallback((eventId: string) => `${gridId}-${eventId}`, [gridId])
  const onPress = useCallback((position: number) => store.select(position), [store])
  useScroller(store, gridRef, layer, snapshot.first)
  useTimelineShortcuts(store, gridRef.current, onNextError)
  useShortcut(
    { keys: 'y a', label: 'Ask again for what is missing', scope: 'Timeline', isEnabled: gapFacts.canAskAgain },
    gapFacts.onAskAgain,
  )

  // A conversation that was just opened takes the keys at once, unless someone is already elsewhere in the page.
  useEffect(() => {
    if (document.activeElement === document.body) gridRef.current?.focus({ preventScroll: true })
  }, [gridRef])

  const selectedId = snapshot.selection?.id ?? null
  const isSelectedDrawn =
    selectedId !== null && snapshot.rows.some((row) => row?.type === 'event' && row.id === selectedId)
  const failure: Failure | null = snapshot.error === null ? null : failureOf(snapshot.error)

  function onKeyDown(event: KeyboardEvent) {
    if (handleTimelineKey(event, store, { onOpen, onNextError })) event.preventDefault()
  }

  return (
    <section className={styles.timeline} aria-label="Timeline">
      {/* That the host is away is said above every page. */}
      {failure !== null && failure.code !== 'unreachable' && snapshot.phase !== 'failed' && (
        <FailureBanner failure={failure} isStrip />
      )}
      <div
        ref={gridRef}
        role="grid"
        aria-label="Events"
        aria-rowcount={snapshot.count + 1}
        aria-colcount={9}
        aria-activedescendant={isSelectedDrawn && selectedId !== null ? rowId(selectedId) : undefined}
        tabIndex={0}
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        <TimelineHead />
        <div className={styles.content} style={{ height: scrollerHeight(snapshot.count + snapshot.drafts.length) }}>
          <div className={styles.port}>
            <TimelineList
              snapshot={snapshot}
              layerRef={layer}
              originUs={originUs}
              gapFacts={gapFacts}
              rowId={rowId}
              onPress={onPress}
              onOpen={onOpen}
            />
          </div>
        </div>
      </div>
      {snapshot.phase === 'failed' && failure !== null && (
        <div className={styles.over}>
          <FailureBanner failure={failure} onRetry={onRetry} />
        </div>
      )}
      {snapshot.phase === 'opening' && snapshot.count === 0 && (
        <div className={styles.over}>
          <Spinner label="Opening the timeline" />
        </div>
      )}
      {snapshot.phase === 'open' && snapshot.count === 0 && snapshot.drafts.length === 0 && (
        <div className={styles.over}>
          {isFiltered || whenEmpty === null ? (
            <NothingHere isFiltered={isFiltered} onClearFilter={onClearFilter} />
          ) : (
            whenEmpty
          )}
        </div>
      )}
      {snapshot.newCount > 0 && (
        <div className={styles.newest}>
          <Button variant="primary" onPress={() => store.follow()}>
            {formatCount(snapshot.newCount)} new ↓
          </Button>
        </div>
      )}
    </section>
  )
}

function TimelineHead() {
  const columns = [
    ['index', '#'],
    ['time', 'time'],
    ['glyph', ''],
    ['label', 'kind / tool'],
    ['summary', 'what happened'],
    ['bar', 'duration'],
    ['cost', 'cost'],
    ['tokens', 'tokens'],
    ['result', 'result'],
  ]
  return (
    <div role="row" aria-rowindex={1} className={cx(rowStyles.head, styles.head)}>
      {columns.map(([name, text]) => (
        <span key={name} role="columnheader" className={rowStyles[name ?? '']}>
          {name === 'glyph' ? <span className={rowStyles.spoken}>who acted</span> : text}
        </span>
      ))}
    </div>
  )
}

function NothingHere({ isFiltered, onClearFilter }: { isFiltered: boolean; onClearFilter: () => void }) {
  if (!isFiltered)
    return <EmptyState title="No events yet">They appear here as soon as the agent does anything.</EmptyState>
  return (
    <EmptyState title="Nothing matches the filter" action={<Button onPress={onClearFilter}>Clear the filter</Button>}>
      The events are still there.
    </EmptyState>
  )
}

/** Keys that work wherever the focus is, as long as nobody types. */
function useTimelineShortcuts(
  store: ViewStore,
  grid: HTMLElement | null,
  onNextError: (direction: 1 | -1) => void,
): void {
  const scope = 'Timeline'
  useShortcut({ keys: 'j', label: 'Next row', scope }, () => {
    grid?.focus()
    void store.moveSelection(1)
  })
  useShortcut({ keys: 'k', label: 'Row before', scope }, () => {
    grid?.focus()
    void store.moveSelection(-1)
  })
  useShortcut({ keys: 'e', label: 'Next error, with Shift the one before', scope }, (event) =>
    onNextError(event.shiftKey ? -1 : 1),
  )
  useShortcut({ keys: 'End', label: 'Follow the newest row', scope }, () => store.selectEdge('last'))
}

import { memo, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isReadOnlyConnection, type SyncState } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'
import { cx } from '../../ui/index.ts'
import { EventActions } from '../agent/index.ts'
import { Composer, ConfirmBar } from '../composer/index.ts'
import { Inspector } from '../inspector/index.ts'
import {
  FilterBar,
  OverviewStrip,
  selectError,
  Timeline,
  type TimelineLook,
  useTimelineFilter,
  useTimelineLook,
  useTimelineLooks,
  useTimelineView,
} from '../timeline/index.ts'
import styles from './conversation.module.css'
import { useInspectorPane, useWidth } from './inspectorPane.ts'
import { blockedReason } from './liveStatus.ts'
import { NothingRead } from './nothingRead.tsx'
import { PaneDivider } from './paneDivider.tsx'
import type { SectionProps } from './section.ts'
import { useGapFacts } from './useGapFacts.ts'
import { useOrigin } from './useOrigin.ts'

/** Filter, strip, timeline and inspector, with what a person says to the agent below. */
export function Workspace({ conversation, record, sync, status, prepared }: SectionProps) {
  const look = useTimelineLook(conversation)
  const changeLook = useCallback(
    (part: Partial<TimelineLook>) => useTimelineLooks.getState().change(conversation, part),
    [conversation],
  )
  const [attempt, setAttempt] = useState(0)
  const timelineFilter = useTimelineFilter(conversation)
  const { filter } = timelineFilter
  const store = useTimelineView(conversation, filter, look.order, attempt, prepared)
  const frame = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { width, isNarrow } = useWidth(frame)
  const pane = useInspectorPane()
  const isOpen = isNarrow ? pane.isOpenOver : pane.isOpen
  const toggle = () => pane.setOpen(!isOpen, isNarrow)
  const { setOpen } = pane
  // The same function while it does the same: each row has it, and would render anew for another.
  const openPane = useCallback(() => setOpen(true, isNarrow), [setOpen, isNarrow])
  const closePane = useCallback(() => setOpen(false, isNarrow), [setOpen, isNarrow])
  const nextError = useNextError(store)
  const { originUs, noteStart } = useOrigin(record.createdAt)
  const gapFacts = useGapFacts(conversation, sync.state)
  const isReadOnly = isReadOnlyConnection(conversation.connectionId)
  useShortcut({ keys: 'v', label: 'Show or hide the inspector', scope: 'Conversation' }, toggle)
  useShortcut(
    { keys: 'Escape', label: 'Close the inspector', scope: 'Conversation', isEnabled: isOpen && isNarrow },
    () => {
      pane.setOpen(false, isNarrow)
      grid.current?.focus({ preventScroll: true })
    },
  )

  return (
    <div className={styles.workspace} ref={frame}>
      <FilterBar
        store={store}
        timelineFilter={timelineFilter}
        look={look}
        onChange={changeLook}
        events={eventCount(sync.state)}
        isInspectorOpen={isOpen}
        onToggleInspector={toggle}
      />
      <OverviewStrip store={store} clock={look.clock} onStart={noteStart} />
      <div className={styles.columns}>
        <div className={styles.left}>
          <Timeline
            store={store}
            gridRef={grid}
            originUs={originUs}
            gapFacts={gapFacts}
            isFiltered={filter.length > 0}
            whenEmpty={
              sync.state?.sync.phase === 'stopped' ? (
                <NothingRead conversation={conversation} sync={sync.state.sync} />
              ) : null
            }
            onClearFilter={() => timelineFilter.change([])}
            onRetry={() => setAttempt(attempt + 1)}
            onOpen={openPane}
            onNextError={nextError.find}
          />
          <div className={styles.noteHolder}>
            {nextError.note !== '' && (
              <p className={styles.note} role="status">
                {nextError.note}
              </p>
            )}
          </div>
          {!isReadOnly && (sync.facts?.pending.length ?? 0) > 0 && (
            <ConfirmBar
              conversation={conversation}
              pending={sync.facts?.pending ?? []}
              onShow={(eventId) => void store.selectId(eventId)}
              onGone={() => grid.current?.focus({ preventScroll: true })}
            />
          )}
          {!isReadOnly && <Composer conversation={conversation} blocked={blockedReason(status, record)} />}
        </div>
        {isOpen && !isNarrow && <PaneDivider pageWidth={width ?? 0} />}
        {isOpen && (
          <div
            className={cx(styles.right, isNarrow && styles.over)}
            style={{ width: isNarrow ? undefined : Math.min(pane.width, (width ?? 4000) * 0.6) }}
          >
            <SelectedPane
              conversation={conversation}
              record={record}
              status={status}
              store={store}
              onClose={closePane}
            />
          </div>
        )}
      </div>
    </div>
  )
}

type SelectedPaneProps = Pick<SectionProps, 'conversation' | 'record' | 'status'> & {
  store: ViewStore
  onClose: () => void
}

/** The inspector of the selected row; drawn anew when that is another one, not with every row that arrives. */
const SelectedPane = memo(({ conversation, record, status, store, onClose }: SelectedPaneProps) => {
  const row = useSyncExternalStore(store.subscribe, () => store.getSnapshot().selection?.row ?? null)
  const isReadOnly = isReadOnlyConnection(conversation.connectionId)
  return (
    <Inspector
      conversation={conversation}
      row={row}
      actions={(row) => !isReadOnly && <EventActions key={row.id} record={record} status={status} row={row} />}
      onClose={onClose}
    />
  )
})

/** Events that exist as far as anyone knows: the server may have more than is stored, or fewer than it once had. */
function eventCount(state: SyncState | null): number | null {
  return state === null ? null : Math.max(state.localCount, state.server?.count ?? 0)
}

const NOTE_MS = 4000

/** Goes from error to error; says when there is none further on. */
function useNextError(store: ViewStore): { find: (direction: 1 | -1) => void; note: string } {
  const { client } = useRpc()
  const [note, setNote] = useState('')
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => {
    if (note === '') return
    const timer = setTimeout(() => setNote(''), NOTE_MS)
    return () => clearTimeout(timer)
  }, [note])
  const find = useCallback(
    (direction: 1 | -1) => {
      underWay.current?.abort()
      const abort = new AbortController()
      underWay.current = abort
      selectError(store, client.view, direction, abort.signal)
        .then((isFound) => {
          if (!abort.signal.aborted)
            setNote(isFound ? '' : direction > 0 ? 'No error after this.' : 'No error before this.')
        })
        .catch(() => {
          if (!abort.signal.aborted) setNote('The errors could not be searched.')
        })
    },
    [client, store],
  )
  return { find, note }
}

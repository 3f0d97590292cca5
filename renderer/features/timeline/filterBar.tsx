import { memo, useSyncExternalStore } from 'react'
import { ToggleButton } from 'react-aria-components'
import { LANES, type ViewOrder } from '../../../shared/domain/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'
import { Button, cx, formatCount, IconButton, Segments, Tooltip } from '../../ui/index.ts'
import styles from './filterBar.module.css'
import { hasErrors, lanesOf, withErrors, withLane } from './filterEdits.ts'
import { FilterField } from './filterField.tsx'
import { TagNote } from './filterNotes.tsx'
import { LANE_GLYPHS, LANE_NAMES } from './lanes.ts'
import { SavedFilters } from './savedFilters.tsx'
import type { TimelineLook } from './timelineStore.ts'
import type { TimelineFilter } from './useTimelineFilter.ts'

export interface FilterBarProps {
  store: ViewStore
  timelineFilter: TimelineFilter
  look: TimelineLook
  onChange: (part: Partial<TimelineLook>) => void
  /** Events of the conversation, stored or known of; null when not known. */
  events: number | null
  isInspectorOpen: boolean
  onToggleInspector: () => void
}

export function FilterBar(props: FilterBarProps) {
  const { store, timelineFilter, look, onChange, events, isInspectorOpen, onToggleInspector } = props
  const { filter, unreadable, change } = timelineFilter
  const { order, clock } = look
  const lanes = lanesOf(filter)
  return (
    <div className={styles.bar} role="toolbar" aria-label="Filter">
      <div className={styles.chips}>
        {LANES.map((lane) => (
          <Tooltip key={lane} text={`Events of ${LANE_NAMES[lane]}`}>
            <ToggleButton
              className={cx(styles.chip, styles[lane])}
              isSelected={lanes.includes(lane)}
              onChange={() => change(withLane(filter, lane))}
            >
              <span className={styles.glyph} aria-hidden="true">
                {LANE_GLYPHS[lane]}
              </span>
              <span className={styles.name}>{LANE_NAMES[lane]}</span>
            </ToggleButton>
          </Tooltip>
        ))}
        <ToggleButton
          className={cx(styles.chip, styles.errors)}
          isSelected={hasErrors(filter)}
          onChange={(isOn) => change(withErrors(filter, isOn))}
        >
          <span className={styles.glyph} aria-hidden="true">
            ✕
          </span>
          errors only
        </ToggleButton>
        {filter.length > 0 && (
          <Button variant="quiet" onPress={() => change([])}>
            Clear
          </Button>
        )}
      </div>
      <FilterField filter={filter} onChange={change} store={store} unreadable={unreadable} />
      <SavedFilters filter={filter} onApply={change} />
      <Looks clock={clock} order={order} onChange={onChange} />
      <RowCount store={store} events={events} isFiltered={filter.length > 0} order={order} />
      <IconButton
        label={isInspectorOpen ? 'Hide the inspector' : 'Show the inspector'}
        keys="v"
        onPress={onToggleInspector}
      >
        <span className={cx(styles.pane, isInspectorOpen && styles.paneOpen)} aria-hidden="true" />
      </IconButton>
      <TagNote filter={filter} />
    </div>
  )
}

/** Drawn anew for its own changes only: a changed filter must not wait for it. */
const Looks = memo(
  ({ clock, order, onChange }: Pick<TimelineLook, 'clock' | 'order'> & Pick<FilterBarProps, 'onChange'>) => (
    <>
      <Segments
        label="Time of the strip"
        value={clock}
        onChange={(next) => onChange({ clock: next })}
        choices={[
          { id: 'active', name: 'active time' },
          { id: 'wall', name: 'clock time' },
        ]}
      />
      <Segments<ViewOrder>
        label="Rows"
        value={order}
        onChange={(next) => onChange({ order: next })}
        choices={[
          { id: 'spans', name: 'spans' },
          { id: 'raw', name: 'raw' },
        ]}
      />
    </>
  ),
)

function RowCount(props: { store: ViewStore; events: number | null; isFiltered: boolean; order: ViewOrder }) {
  const { store, events, isFiltered, order } = props
  const rows = useSyncExternalStore(store.subscribe, () => store.getSnapshot().count)
  return (
    <span className={styles.count} aria-live="polite">
      {countText(rows, events, isFiltered, order)}
    </span>
  )
}

function countText(rows: number, events: number | null, filtered: boolean, order: ViewOrder): string {
  if (filtered) return events === null ? formatCount(rows) : `${formatCount(rows)} of ${formatCount(events)}`
  if (order === 'raw' || events === null) return `${formatCount(rows)} events`
  return `${formatCount(rows)} rows · ${formatCount(events)} events`
}

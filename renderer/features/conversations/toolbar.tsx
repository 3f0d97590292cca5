import type { RefObject } from 'react'
import { useShortcut } from '../../app/shortcuts.ts'
import { type Grouping, useConversationList } from '../../state/conversationList.ts'
import {
  Button,
  formatAge,
  formatCount,
  formatTime,
  Hint,
  SearchField,
  Segments,
  Spinner,
  Tooltip,
  useNow,
} from '../../ui/index.ts'
import styles from './conversations.module.css'
import type { ShownFleet } from './useFleet.ts'

const GROUPINGS: readonly { id: Grouping; name: string }[] = [
  { id: 'status', name: 'by status' },
  { id: 'flat', name: 'flat' },
  { id: 'sandbox', name: 'by sandbox' },
]
const SCOPE = 'Conversations'

export interface ToolbarProps {
  fleet: ShownFleet
  shown: number
  /** The strip of the search says how much there is. */
  isSearch: boolean
  filterRef: RefObject<HTMLInputElement | null>
  isRefreshing: boolean
  onRefresh: () => void
  onLeaveFilter: () => void
  /** Absent where no server can be asked. */
  onSearch: (() => void) | undefined
}

export function Toolbar(props: ToolbarProps) {
  const { fleet, shown, filterRef, isRefreshing, onRefresh, onLeaveFilter, onSearch, isSearch } = props
  const { grouping, groupBy, text, filter } = useConversationList()
  useShortcut({ keys: '/', label: 'Filter the list', scope: SCOPE }, () => filterRef.current?.focus())
  useShortcut({ keys: 'r', label: 'Ask the servers now', scope: SCOPE }, onRefresh)
  useShortcut(
    { keys: 'f', label: 'Ask the servers with a filter…', scope: SCOPE, isEnabled: onSearch !== undefined },
    () => onSearch?.(),
  )
  useShortcut({ keys: 'v', label: 'Group: by status, flat, by sandbox', scope: SCOPE }, () => groupBy(after(grouping)))
  return (
    <div className={styles.toolbar}>
      <Segments label="Grouping" value={grouping} onChange={groupBy} choices={GROUPINGS} />
      <SearchField
        label="Filter conversations"
        placeholder="type to filter by title, repository, tag, id…"
        value={text}
        onChange={filter}
        inputRef={filterRef}
        onLeave={onLeaveFilter}
      />
      {!isSearch && <Progress fleet={fleet} shown={shown} isRefreshing={isRefreshing} />}
      {onSearch !== undefined && (
        <Tooltip text="Ask the servers by title, time or sandbox, and for sub-conversations" keys="f">
          <Button onPress={onSearch}>Search…</Button>
        </Tooltip>
      )}
      <Button onPress={onRefresh} isDisabled={isRefreshing}>
        Refresh
      </Button>
    </div>
  )
}

function Progress({ fleet, shown, isRefreshing }: Pick<ToolbarProps, 'fleet' | 'shown' | 'isRefreshing'>) {
  const now = useNow()
  const count = fleet.conversations.length
  const isLoading = isRefreshing || fleet.isComing
  const extent = shown === count ? formatCount(count) : `${formatCount(shown)} of ${formatCount(count)}`
  return (
    <span className={styles.extent} role="status">
      {isLoading && <Spinner label="Asking the servers" />}
      <span>
        {extent} · {fleet.isComplete ? 'all loaded' : fleet.isComing ? 'more coming' : 'not all loaded'} ·
      </span>
      {fleet.fetchedAt === null ? (
        <Hint text="No server has answered yet: this is what the archive holds.">from the archive</Hint>
      ) : (
        <Hint text={`Newest answer of the servers: ${formatTime(fleet.fetchedAt)}`}>
          {agoWords(formatAge(fleet.fetchedAt, now))}
        </Hint>
      )}
    </span>
  )
}

function agoWords(age: string): string {
  return age === 'now' ? 'fetched just now' : `fetched ${age} ago`
}

function after(grouping: Grouping): Grouping {
  const index = GROUPINGS.findIndex(({ id }) => id === grouping)
  return GROUPINGS[(index + 1) % GROUPINGS.length]?.id ?? 'flat'
}

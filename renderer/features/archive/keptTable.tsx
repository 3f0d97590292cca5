import type { Ref } from 'react'
import {
  Button,
  Checkbox,
  GridList,
  GridListItem,
  ListLayout,
  type Selection,
  Virtualizer,
} from 'react-aria-components'
import { cx, formatAge, formatBytes, formatCount, formatTime, Pill, useNow } from '../../ui/index.ts'
import styles from './archive.module.css'
import type { KeptColumn, KeptRow, KeptSort } from './keptRows.ts'

const ROW_HEIGHT = 32

const COLUMNS: readonly { id: KeptColumn; name: string; title?: string }[] = [
  { id: 'title', name: 'conversation' },
  { id: 'events', name: 'events' },
  { id: 'bytes', name: 'on disk', title: 'Blocks, columns and tail as measured, and its share of all else' },
  { id: 'share', name: 'of raw', title: 'Of the size of its events as JSON' },
  { id: 'last', name: 'last event' },
  { id: 'opened', name: 'opened', title: 'When it was last opened here' },
]

export interface KeptTableProps {
  rows: readonly KeptRow[]
  /** Keys of rows. */
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  sort: KeptSort
  onSort: (sort: KeptSort) => void
  onOpen: (row: KeptRow) => void
  listRef: Ref<HTMLDivElement>
}

/** Arrows go from row to row, Space marks, Enter opens. */
export function KeptTable({ rows, selected, onSelect, sort, onSort, onOpen, listRef }: KeptTableProps) {
  const now = useNow()
  return (
    <div className={styles.table}>
      <Heads sort={sort} onSort={onSort} />
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT }}>
        <GridList
          ref={listRef}
          className={styles.rows ?? ''}
          aria-label="Conversations in the archive"
          items={rows}
          dependencies={[now]}
          selectionMode="multiple"
          disallowTypeAhead
          selectedKeys={selected}
          onSelectionChange={(keys: Selection) =>
            onSelect(new Set(keys === 'all' ? rows.map(({ key }) => key) : [...keys].map(String)))
          }
          onAction={(key) => {
            const row = rows.find((one) => one.key === key)
            if (row !== undefined) onOpen(row)
          }}
        >
          {(row) => <Row row={row} now={now} />}
        </GridList>
      </Virtualizer>
    </div>
  )
}

/** Pressing a name sorts by it, numbers the largest first; pressing it again turns the order round. */
function Heads({ sort, onSort }: Pick<KeptTableProps, 'sort' | 'onSort'>) {
  return (
    <div className={cx(styles.columns, styles.heads)}>
      <span />
      {COLUMNS.map(({ id, name, title }) => {
        const isSorted = sort.column === id
        const isDescending = isSorted ? !sort.isDescending : id !== 'title'
        return (
          <span key={id} className={cx(id !== 'title' && styles.number)} title={title}>
            <Button
              className={cx(styles.sort, isSorted && styles.sorted)}
              aria-label={`Order by ${name}${isSorted ? (sort.isDescending ? ', now descending' : ', now ascending') : ''}`}
              onPress={() => onSort({ column: id, isDescending })}
            >
              {name}
              {isSorted && <span aria-hidden="true">{sort.isDescending ? ' ↓' : ' ↑'}</span>}
            </Button>
          </span>
        )
      })}
    </div>
  )
}

function Row({ row, now }: { row: KeptRow; now: number }) {
  const { kept, name, connection, share } = row
  return (
    <GridListItem
      id={row.key}
      className={cx(styles.columns, styles.row)}
      textValue={`${name}, ${formatCount(kept.events)} events, ${formatBytes(kept.bytes)}`}
    >
      <Checkbox slot="selection" className={styles.mark ?? ''}>
        <span className={styles.box} aria-hidden="true">
          ✓
        </span>
      </Checkbox>
      <span className={styles.name}>
        <span className={styles.title}>{name}</span>
        <span className={styles.connection}>{connection}</span>
        {kept.isOpen && <Pill tone="accent">open</Pill>}
        {kept.otherCopy !== 'server' && <Pill tone="warn">only copy</Pill>}
      </span>
      <span className={styles.number}>{formatCount(kept.events)}</span>
      <span className={styles.number}>{formatBytes(kept.bytes)}</span>
      <span className={styles.number}>{Math.round(100 * share)} %</span>
      <span className={styles.number} title={formatTime(kept.lastEventAt)}>
        {formatAge(kept.lastEventAt, now)}
      </span>
      <span className={styles.number} title={formatTime(kept.openedAt)}>
        {formatAge(kept.openedAt, now)}
      </span>
    </GridListItem>
  )
}

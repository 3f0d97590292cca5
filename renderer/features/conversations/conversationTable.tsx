// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtualized grid places its rows itself; table elements cannot.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { Conversation } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useConversationList } from '../../state/conversationList.ts'
import { Count, useNow } from '../../ui/index.ts'
import { useConnectionNames } from '../connections/index.ts'
import { ColumnHeads } from './columnHeads.tsx'
import { ConversationRow } from './conversationRow.tsx'
import styles from './conversations.module.css'
import type { ListRow } from './listRows.ts'

const ROW_HEIGHT = 32
const SCOPE = 'Conversations'

export interface ConversationTableProps {
  rows: readonly ListRow[]
  gridRef: RefObject<HTMLDivElement | null>
  onOpen: (conversation: Conversation) => void
  /** False where its server cannot delete. */
  canDelete: (conversation: Conversation) => boolean
  onDelete: (conversation: Conversation) => void
}

/** The list itself: one focusable grid that draws only the rows in sight. */
export function ConversationTable({ rows, gridRef, onOpen, canDelete, onDelete }: ConversationTableProps) {
  const baseId = useId()
  const now = useNow()
  const names = useConnectionNames()
  const scroller = useRef<HTMLDivElement>(null)
  const selected = useConversationList((state) => state.selected)
  const select = useConversationList((state) => state.select)
  const selectedIndex = rows.findIndex((row) => row.kind === 'conversation' && row.key === selected)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]?.key ?? index,
  })

  // The row that was left is in sight again when the list comes back. A field keeps the focus: the list also comes
  // back while someone types the filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) gridRef.current?.focus({ preventScroll: true })
    if (selectedIndex > 0) virtualizer.scrollToIndex(selectedIndex, { align: 'center' })
  }, [])

  function move(to: (from: number) => number, step: 1 | -1) {
    const index = nearestConversation(rows, to(selectedIndex), step)
    const row = rows[index]
    if (row === undefined) return
    select(row.key)
    virtualizer.scrollToIndex(index, { align: 'auto' })
  }
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
  const selectedRow = rows[selectedIndex]

  useShortcut({ keys: 'ArrowDown', label: 'Next conversation', scope: SCOPE }, () => move((from) => from + 1, 1))
  useShortcut({ keys: 'ArrowUp', label: 'Conversation before', scope: SCOPE }, () =>
    move((from) => (from === -1 ? 0 : from - 1), -1),
  )
  useShortcut({ keys: 'PageDown', label: 'A page down', scope: SCOPE }, () => move((from) => from + page(), -1))
  useShortcut({ keys: 'PageUp', label: 'A page up', scope: SCOPE }, () => move((from) => from - page(), 1))
  useShortcut({ keys: 'Home', label: 'First conversation', scope: SCOPE }, () => move(() => 0, 1))
  useShortcut({ keys: 'End', label: 'Last conversation', scope: SCOPE }, () => move(() => rows.length - 1, -1))
  useShortcut({ keys: 'Enter', label: 'Open the conversation', scope: SCOPE }, () => {
    if (selectedRow?.kind === 'conversation') onOpen(selectedRow.conversation)
  })

  const isDeletable = selectedRow?.kind === 'conversation' && canDelete(selectedRow.conversation)
  const remove = () => {
    if (selectedRow?.kind === 'conversation') onDelete(selectedRow.conversation)
  }
  const deletion = { label: 'Delete the conversation…', scope: SCOPE, isEnabled: isDeletable }
  useShortcut({ keys: 'Delete', ...deletion }, remove)
  useShortcut({ keys: 'Backspace', ...deletion }, remove)

  return (
    <div
      ref={gridRef}
      className={styles.grid}
      role="grid"
      aria-label="Conversations"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={selectedRow === undefined ? undefined : `${baseId}-${selectedIndex}`}
      tabIndex={0}
    >
      <ColumnHeads />
      <div className={styles.scroller} ref={scroller} role="presentation">
        <div className={styles.canvas} style={{ height: virtualizer.getTotalSize() }} role="presentation">
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <div
                key={row.key}
                className={styles.place}
                style={{ transform: `translateY(${start}px)` }}
                role="presentation"
              >
                {row.kind === 'group' ? (
                  <GroupRow name={row.name} count={row.count} index={index} />
                ) : (
                  <ConversationRow
                    id={`${baseId}-${index}`}
                    conversation={row.conversation}
                    connectionName={names.get(row.conversation.connectionId) ?? null}
                    isSelected={index === selectedIndex}
                    index={index}
                    now={now}
                    onSelect={() => select(row.key)}
                    onOpen={() => onOpen(row.conversation)}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function GroupRow({ name, count, index }: { name: string; count: number; index: number }) {
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.group}>
      <span role="gridcell">{name}</span>
      <Count>{count}</Count>
    </div>
  )
}

/** The conversation row at `index` or, past a heading or an end, the nearest one in direction `step`, then in the other. */
function nearestConversation(rows: readonly ListRow[], index: number, step: 1 | -1): number {
  const start = Math.min(rows.length - 1, Math.max(0, index))
  for (const direction of [step, -step]) {
    for (let at = start; at >= 0 && at < rows.length; at += direction) {
      if (rows[at]?.kind === 'conversation') return at
    }
  }
  return -1
}

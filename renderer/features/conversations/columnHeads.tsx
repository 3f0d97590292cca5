// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtualized grid places its rows itself; table elements cannot.
import { Button } from 'react-aria-components'
import { type SortColumn, useConversationList } from '../../state/conversationList.ts'
import { cx } from '../../ui/index.ts'
import styles from './conversations.module.css'

const COLUMNS: readonly { id: SortColumn; name: string; isNumber?: boolean }[] = [
  { id: 'status', name: 'status' },
  { id: 'title', name: 'conversation' },
  { id: 'repository', name: 'repository' },
  { id: 'tags', name: 'tags' },
  { id: 'sandbox', name: 'sandbox' },
  { id: 'cost', name: 'cost', isNumber: true },
  { id: 'activity', name: 'activity', isNumber: true },
]

/** The column names; pressing one sorts by it, pressing it again turns the order round. */
export function ColumnHeads() {
  const sort = useConversationList((state) => state.sort)
  const sortBy = useConversationList((state) => state.sortBy)
  return (
    <div role="row" aria-rowindex={1} className={cx(styles.columns, styles.heads)}>
      {COLUMNS.map(({ id, name, isNumber }) => {
        const isSorted = sort.column === id
        return (
          <span
            key={id}
            role="columnheader"
            aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            className={cx(styles.cell, isNumber && styles.number)}
          >
            <Button className={cx(styles.head, isSorted && styles.sorted)} onPress={() => sortBy(id)}>
              {name}
              {isSorted && <span aria-hidden="true">{sort.isDescending ? ' ↓' : ' ↑'}</span>}
            </Button>
          </span>
        )
      })}
    </div>
  )
}

import { Button as AriaButton } from 'react-aria-components'
import { type FilterTerm, formatTerm, formatValues } from '../../../shared/domain/index.ts'
import { cx } from '../../ui/index.ts'
import styles from './filterField.module.css'

export interface FilterChipProps {
  term: FilterTerm
  onEdit: () => void
  onRemove: () => void
}

/** One term of the filter: pressed, it is edited; Delete or its cross takes it away. */
export function FilterChip({ term, onEdit, onRemove }: FilterChipProps) {
  const text = formatTerm(term)
  return (
    <span className={styles.chip}>
      <AriaButton
        className={styles.term ?? ''}
        aria-label={`Edit ${text}`}
        onPress={onEdit}
        onKeyDown={(event) => {
          if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
          else event.continuePropagation()
        }}
      >
        <span className={cx(styles.name, term.isNot && styles.not)}>
          {term.isNot && '-'}
          {term.field}:
        </span>
        <span className={styles.values}>{formatValues(term)}</span>
      </AriaButton>
      <AriaButton className={styles.remove ?? ''} aria-label={`Remove ${text}`} onPress={onRemove}>
        <span aria-hidden="true">×</span>
      </AriaButton>
    </span>
  )
}

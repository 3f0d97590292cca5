import { Button } from 'react-aria-components'
import { cx } from './cx.ts'
import styles from './tagChip.module.css'

export interface TagChipProps {
  name: string
  value: string
  /** What a press does, e.g. editing it; a plain chip when absent. */
  onPress?: () => void
  onRemove?: () => void
  /** Set by the server, not by a person. */
  isQuiet?: boolean
}

export function TagChip({ name, value, onPress, onRemove, isQuiet = false }: TagChipProps) {
  const text = (
    <>
      {name}
      {value !== '' && (
        <>
          =<b className={styles.value}>{value}</b>
        </>
      )}
    </>
  )
  const label = value === '' ? name : `${name}=${value}`
  return (
    <span className={cx(styles.chip, isQuiet && styles.quiet)} title={label}>
      {onPress === undefined ? (
        <span className={styles.text}>{text}</span>
      ) : (
        <Button className={cx(styles.text, styles.press)} aria-label={`Tag ${label}`} onPress={onPress}>
          {text}
        </Button>
      )}
      {onRemove !== undefined && (
        <Button className={styles.remove ?? ''} aria-label={`Remove tag ${label}`} onPress={onRemove}>
          ×
        </Button>
      )}
    </span>
  )
}

import { ProgressBar as AriaProgressBar } from 'react-aria-components'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './progress.module.css'

/** Something is under way; `label` says what, for readers of screens and of speech. */
export function Spinner({ label }: { label: string }) {
  return <span className={styles.spinner} role="img" aria-label={label} />
}

export interface ProgressProps {
  /** What is under way, in words. */
  label: string
  /** 0 to 1; unknown when absent. */
  value?: number
  /** How far, in words: `4,200 of 12,000`. */
  detail?: string
  onCancel?: (() => void) | undefined
}

export function ProgressBar({ label, value, detail, onCancel }: ProgressProps) {
  const isUnknown = value === undefined
  return (
    <div className={styles.progress}>
      <AriaProgressBar
        className={styles.main ?? ''}
        aria-label={label}
        isIndeterminate={isUnknown}
        minValue={0}
        maxValue={1}
        {...(isUnknown ? {} : { value })}
        {...(detail === undefined ? {} : { valueLabel: detail })}
      >
        {({ percentage }) => (
          <>
            <div className={styles.text}>
              <span>{label}</span>
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </div>
            <div className={styles.track}>
              <div
                className={cx(styles.fill, isUnknown && styles.unknown)}
                style={isUnknown ? undefined : { width: `${percentage ?? 0}%` }}
              />
            </div>
          </>
        )}
      </AriaProgressBar>
      {onCancel !== undefined && <Button onPress={onCancel}>Cancel</Button>}
    </div>
  )
}

import { type ReactNode, type Ref, useId } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import area from './secretArea.module.css'

export interface SecretAreaProps {
  label: string
  inputRef: Ref<HTMLTextAreaElement>
  rows?: number
  placeholder?: string
  description?: ReactNode
  error?: string | null
  onEdit?: () => void
}

/** A secret that may have lines, such as a private key: like `SecretField`, it lives in its DOM node alone. */
export function SecretArea({ label, inputRef, rows = 2, placeholder, description, error, onEdit }: SecretAreaProps) {
  const id = useId()
  const isInvalid = typeof error === 'string'
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={inputRef}
        rows={rows}
        className={cx(styles.input, styles.area, styles.mono, area.hidden)}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-invalid={isInvalid || undefined}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-about`}
        onInput={onEdit}
      />
      <div id={`${id}-about`}>
        {isInvalid ? (
          <span className={styles.error}>{error}</span>
        ) : (
          description !== undefined && <span className={styles.description}>{description}</span>
        )}
      </div>
    </div>
  )
}

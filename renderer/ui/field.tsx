import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import {
  SearchField as AriaSearchField,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components'
import { cx } from './cx.ts'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  label: string
  /** Hides the label from sight only. */
  isLabelHidden?: boolean
  placeholder?: string
  description?: ReactNode
  /** What is wrong with the value; null or absent when nothing is. */
  error?: string | null
  /** Rows of a multi-line field; a single line when absent. */
  rows?: number
  isMono?: boolean
  inputRef?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, placeholder, description, error, rows, isMono, inputRef, ...rest } = props
  const inputClass = cx(styles.input, isMono && styles.mono)
  const hint = placeholder === undefined ? {} : { placeholder }
  return (
    <AriaTextField {...rest} isInvalid={typeof error === 'string'} className={styles.field ?? ''}>
      <Label className={cx(styles.label, isLabelHidden && styles.hidden)}>{label}</Label>
      {rows === undefined ? (
        <Input className={inputClass} {...hint} {...(inputRef === undefined ? {} : { ref: inputRef })} />
      ) : (
        <TextArea className={cx(inputClass, styles.area)} rows={rows} {...hint} />
      )}
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}

export interface SecretFieldProps {
  label: string
  inputRef: Ref<HTMLInputElement>
  description?: ReactNode
  error?: string | null
  autoFocus?: boolean
  onEdit?: () => void
}

/**
 * A password input that nobody remembers: uncontrolled, outside React Aria's value state, so that what is typed lives
 * in the DOM node alone until the form reads it.
 */
export function SecretField({ label, inputRef, description, error, autoFocus, onEdit }: SecretFieldProps) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  // In an effect, as React Aria's controls do: the browser's own autofocus comes earlier and is lost to theirs.
  useEffect(() => {
    if (autoFocus === true) field.current?.querySelector('input')?.focus()
  }, [autoFocus])
  const isInvalid = typeof error === 'string'
  return (
    <div className={styles.field} ref={field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        ref={inputRef}
        className={cx(styles.input, styles.mono)}
        type="password"
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

export interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Enter and the arrow down go on to what was found; Escape empties a filled field and leaves an empty one. */
  onLeave?: () => void
  inputRef?: Ref<HTMLInputElement>
}

/** Text that narrows a list as it is typed. */
export function SearchField({ label, placeholder, value, onChange, onLeave, inputRef }: SearchFieldProps) {
  return (
    <AriaSearchField
      className={styles.search ?? ''}
      aria-label={label}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => {
        const leaves = event.key === 'Enter' || event.key === 'ArrowDown' || (event.key === 'Escape' && value === '')
        if (!leaves || event.nativeEvent.isComposing) return
        event.preventDefault()
        onLeave?.()
      }}
    >
      <Input
        className={styles.searchInput ?? ''}
        placeholder={placeholder}
        {...(inputRef === undefined ? {} : { ref: inputRef })}
      />
    </AriaSearchField>
  )
}

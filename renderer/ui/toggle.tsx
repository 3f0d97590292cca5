import type { ReactNode } from 'react'
import { Checkbox, Radio, RadioGroup, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { cx } from './cx.ts'
import styles from './toggle.module.css'

export interface CheckProps {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  children: ReactNode
  description?: ReactNode
}

/** A yes or no with what it means beside it. */
export function Check({ isSelected, onChange, children, description }: CheckProps) {
  return (
    <Checkbox className={styles.check ?? ''} isSelected={isSelected} onChange={onChange}>
      <span className={styles.box} aria-hidden="true">
        {isSelected && (
          <svg viewBox="0 0 12 12" width="10" height="10" role="presentation">
            <path d="M2 6.5 5 9.5 10 3" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        )}
      </span>
      <span>
        {children}
        {description !== undefined && <span className={styles.description}>{description}</span>}
      </span>
    </Checkbox>
  )
}

export interface SegmentsProps<Id extends string> {
  label: string
  value: Id
  onChange: (id: Id) => void
  choices: readonly { id: Id; name: string }[]
}

/** One of a few views of the same thing. */
export function Segments<Id extends string>({ label, value, onChange, choices }: SegmentsProps<Id>) {
  return (
    <ToggleButtonGroup
      className={styles.segments ?? ''}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = choices.find((choice) => keys.has(choice.id))
        if (chosen !== undefined) onChange(chosen.id)
      }}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice.id} id={choice.id} className={styles.segment ?? ''}>
          {choice.name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

export interface CardsProps<Id extends string> {
  label: string
  value: Id
  onChange: (id: Id) => void
  choices: readonly { id: Id; name: string; detail: ReactNode }[]
}

/** One of a few choices that need a sentence each. */
export function Cards<Id extends string>({ label, value, onChange, choices }: CardsProps<Id>) {
  return (
    <RadioGroup
      className={styles.cards ?? ''}
      aria-label={label}
      value={value}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id)
        if (chosen !== undefined) onChange(chosen.id)
      }}
    >
      {choices.map((choice) => (
        <Radio key={choice.id} value={choice.id} className={cx(styles.card)}>
          <span className={styles.cardName}>{choice.name}</span>
          <span className={styles.description}>{choice.detail}</span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

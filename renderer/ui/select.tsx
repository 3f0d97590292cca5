import type { ReactNode } from 'react'
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components'
import { cx } from './cx.ts'
import fieldStyles from './field.module.css'
import menuStyles from './menu.module.css'
import styles from './select.module.css'

export interface Choice {
  id: string
  name: string
  /** A second line that tells choices apart. */
  detail?: ReactNode
}

export interface SelectProps {
  label: string
  isLabelHidden?: boolean
  value: string
  onChange: (id: string) => void
  choices: readonly Choice[]
  isQuiet?: boolean
}

export function Select({ label, isLabelHidden, value, onChange, choices, isQuiet = false }: SelectProps) {
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Label className={cx(fieldStyles.label, isLabelHidden && fieldStyles.hidden)}>{label}</Label>
      <Button className={cx(styles.button, isQuiet && styles.quiet)}>
        <SelectValue className={styles.value ?? ''}>
          {() => choices.find((choice) => choice.id === value)?.name ?? 'Choose…'}
        </SelectValue>
        <span aria-hidden="true" className={styles.arrow}>
          ▾
        </span>
      </Button>
      <Popover className={menuStyles.popover ?? ''} offset={4}>
        <ListBox className={menuStyles.menu ?? ''}>
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.id}
              id={choice.id}
              textValue={choice.name}
              className={cx(menuStyles.item, styles.item)}
            >
              <Text slot="label">{choice.name}</Text>
              {choice.detail !== undefined && (
                <Text slot="description" className={styles.detail ?? ''}>
                  {choice.detail}
                </Text>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

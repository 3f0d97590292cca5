import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { cx } from './cx.ts'
import { Kbd } from './kbd.tsx'
import styles from './menu.module.css'

export interface MenuAction {
  id: string
  label: ReactNode
  /** Text for speech and type-ahead when `label` is not a string. */
  textValue?: string
  keys?: string
  isDangerous?: boolean
  isDisabled?: boolean
  /** A second, quieter line: what it does, or why it cannot be done. */
  note?: string
  onAction: () => void
}

/** A button (the child) and the actions behind it. */
export function Menu({
  label,
  items,
  children,
  ...opening
}: {
  label: string
  items: readonly MenuAction[]
  children: ReactElement
  /** Give both to hold outside whether it is open. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}) {
  return (
    <MenuTrigger {...opening}>
      {children}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <AriaMenu className={styles.menu ?? ''} aria-label={label}>
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              className={cx(styles.item, item.isDangerous && styles.dangerous)}
              isDisabled={item.isDisabled ?? false}
              onAction={item.onAction}
              textValue={item.textValue ?? (typeof item.label === 'string' ? item.label : item.id)}
            >
              <span className={styles.label}>
                {item.label}
                {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
              </span>
              {item.keys !== undefined && <Kbd keys={item.keys} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

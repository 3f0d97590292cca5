import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Spinner } from './progress.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  variant?: 'default' | 'primary' | 'danger' | 'quiet'
  children: ReactNode
}

/** While `isPending` it keeps its place and focus and does nothing. */
export function Button({ variant = 'default', children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={cx(styles.button, styles[variant])}>
      {props.isPending === true && <Spinner label="Under way" />}
      {children}
    </AriaButton>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** Names the button for everyone: spoken, and shown as its tooltip. */
  label: string
  /** Keys of the shortcut that does the same, shown in the tooltip. */
  keys?: string
}

export function IconButton({ label, keys, variant = 'quiet', children, ...props }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(keys === undefined ? {} : { keys })}>
      <AriaButton {...props} aria-label={label} className={cx(styles.button, styles.icon, styles[variant])}>
        {children}
      </AriaButton>
    </Tooltip>
  )
}

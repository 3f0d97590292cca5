import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, Button, TooltipTrigger } from 'react-aria-components'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'

/** Around a part that can have focus: what it is, and its key. For plain elements wrap them in `Hint`. */
export function Tooltip({ text, keys, children }: { text: string; keys?: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
        {keys !== undefined && <Kbd keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** A tooltip on text: a button without effect, so that it is not for the mouse alone. */
export function Hint({ text, children }: { text: string; children: string }) {
  return (
    <Tooltip text={text}>
      <Button className={styles.hint ?? ''}>{children}</Button>
    </Tooltip>
  )
}

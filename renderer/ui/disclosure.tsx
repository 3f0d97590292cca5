import type { ReactNode } from 'react'
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from 'react-aria-components'
import styles from './disclosure.module.css'

export interface DisclosureProps {
  title: string
  /** What is behind it, in a few words, for who need not open it. */
  note?: ReactNode
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** Fields that few need, behind a heading. What is typed in them stays while it is closed. */
export function Disclosure({ title, note, isOpenAtFirst = false, children }: DisclosureProps) {
  return (
    <AriaDisclosure className={styles.disclosure ?? ''} defaultExpanded={isOpenAtFirst}>
      <Heading className={styles.heading ?? ''} level={3}>
        <Button slot="trigger" className={styles.trigger ?? ''}>
          <span className={styles.arrow} aria-hidden="true">
            ▸
          </span>
          {title}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel ?? ''}>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}

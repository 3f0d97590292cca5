import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../ui/index.ts'
import styles from './statusBar.module.css'

type Side = 'start' | 'end'
const slots: Record<Side, HTMLElement | null> = { start: null, end: null }
const listeners = new Set<() => void>()

/** Puts what a page knows into the frame's status bar, for as long as the page is there. */
export function StatusBarItems({ side = 'start', children }: { side?: Side; children: ReactNode }) {
  const slot = useSyncExternalStore(subscribe, () => slots[side])
  return slot === null ? null : createPortal(children, slot)
}

/** One fact of the status bar. `isLesser`: it is cut first where the bar is narrow. */
export function StatusBarItem(props: { children: ReactNode; title?: string; isLesser?: boolean }) {
  const { children, title, isLesser = false } = props
  return (
    <span className={cx(styles.item, isLesser && styles.lesser)} title={title}>
      {children}
    </span>
  )
}

/** The frame's end of StatusBarItems. */
export function StatusBarSlot({ side }: { side: Side }) {
  return <div className={styles.slot} ref={side === 'start' ? fillStart : fillEnd} />
}

const fillStart = (element: HTMLElement | null) => fill('start', element)
const fillEnd = (element: HTMLElement | null) => fill('end', element)

function fill(side: Side, element: HTMLElement | null): void {
  slots[side] = element
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './pill.module.css'
import type { Tone } from './tone.ts'

/** A state as a word on a tinted ground: the head of a page. */
export function Pill({ tone = 'neutral', children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={cx(styles.pill, styles[tone])} title={title}>
      {children}
    </span>
  )
}

/** A state as a dot and a word: rows of a list. The word is never left out; colour alone says nothing. */
export function StatusDot({ tone = 'neutral', children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={cx(styles.status, styles[tone])} title={title}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.word}>{children}</span>
    </span>
  )
}

/** A number beside a name; `hot` asks for attention. */
export function Count({ children, isHot = false }: { children: ReactNode; isHot?: boolean }) {
  return <span className={cx(styles.count, isHot && styles.hot)}>{children}</span>
}

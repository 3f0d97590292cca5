import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

/** A subject of the page: what it is about at the left, what can be done at the right. */
export function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <div className={styles.explanation}>{about}</div>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

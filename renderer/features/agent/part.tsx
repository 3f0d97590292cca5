import { type ReactNode, useId } from 'react'
import styles from './agent.module.css'

export interface PartProps {
  name: string
  /** What it is for, in a sentence. */
  about?: ReactNode
  children: ReactNode
}

/** One thing that can be asked of the agent server, with its heading. */
export function Part({ name, about, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {name}
      </h2>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  )
}

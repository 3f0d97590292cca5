import { OpenForm } from './openForm.tsx'
import styles from './shared.module.css'
import { ViewedList } from './viewedList.tsx'

/** Conversations that somebody shared: read without an account, without a key. */
export function SharedPage() {
  return (
    <div className={styles.page}>
      <section className={styles.section} aria-labelledby="open-shared-heading">
        <h1 className={styles.heading} id="open-shared-heading">
          Open a shared conversation
        </h1>
        <p className={styles.explanation}>
          No account is needed and no key is sent. What is shown is what everybody with the link sees: all events but
          state updates. Nothing can be sent.
        </p>
        <OpenForm />
      </section>
      <section className={styles.section} aria-labelledby="viewed-heading">
        <h2 className={styles.heading} id="viewed-heading">
          Opened before
        </h2>
        <ViewedList />
      </section>
    </div>
  )
}

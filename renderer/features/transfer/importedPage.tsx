import { ImportedList } from './importedList.tsx'
import { ImportForm } from './importForm.tsx'
import styles from './transfer.module.css'

/** Conversations that were read from files: neither a server nor an account is needed to look at them. */
export function ImportedPage() {
  return (
    <div className={styles.page}>
      <section className={styles.section} aria-labelledby="import-heading">
        <h1 className={styles.heading} id="import-heading">
          Import a conversation
        </h1>
        <p className={styles.explanation}>
          A trajectory zip of an app server or an agent server, or one event on each line. It is read on this machine
          and asks no server for anything; keys that Handrail knows are taken out.
        </p>
        <ImportForm />
      </section>
      <section className={styles.section} aria-labelledby="imported-heading">
        <h2 className={styles.heading} id="imported-heading">
          Imported before
        </h2>
        <ImportedList />
      </section>
    </div>
  )
}

import { ClearingNotice } from '../clearing/index.ts'
import { ConnectForm } from './connectForm.tsx'
import { ConnectionList } from './connectionList.tsx'
import styles from './connections.module.css'

export function ConnectionsPage() {
  return (
    <div className={styles.whole}>
      <ClearingNotice />
      <div className={styles.page}>
        <section className={styles.section} aria-labelledby="connections-heading">
          <h1 className={styles.heading} id="connections-heading">
            Connections
          </h1>
          <ConnectionList />
        </section>
        <section className={styles.section} aria-labelledby="connect-heading">
          <h2 className={styles.heading} id="connect-heading">
            Connect to a server
          </h2>
          <ConnectForm />
        </section>
      </div>
    </div>
  )
}

import type { ArchiveUsage } from '../../../shared/domain/index.ts'
import { Disclosure, formatBytes, formatCount, plural } from '../../ui/index.ts'
import styles from './archive.module.css'
import type { KeptConnection } from './keptRows.ts'

/** What the files are made of, and what of them each connection has. */
export function UsageSummary({ usage, connections }: { usage: ArchiveUsage; connections: readonly KeptConnection[] }) {
  const { databaseBytes, walBytes, freeBytes, leavingBytes, setAsideBytes, memoryBytes } = usage
  const facts = [
    ['database', databaseBytes, 'archive.sqlite'],
    ['log', walBytes, 'archive.sqlite-wal: what was written last; it is cut when the archive rests'],
    ['free in it', freeBytes, 'Pages of the database that hold nothing, kept for what comes next'],
    ['being deleted', leavingBytes, 'Deleted, and not out of the database yet'],
    ['set aside', setAsideBytes, 'Archives that were found damaged; wiping deletes them, too'],
    ['held in memory', memoryBytes, 'Of connections that keep nothing, for as long as it is shown; not on the disk'],
  ] as const
  const most = Math.max(1, ...connections.map(({ bytes }) => bytes))
  return (
    <section className={styles.summary} aria-labelledby="space-heading">
      <h2 className={styles.hiddenHeading} id="space-heading">
        Where the space goes
      </h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, bytes], index) => index < 3 || bytes > 0)
          .map(([name, bytes, title]) => (
            <div key={name} title={title}>
              <dt>{name}</dt>
              <dd>{formatBytes(bytes)}</dd>
            </div>
          ))}
      </dl>
      <ul className={styles.connections} aria-label="Connections">
        {connections.map(({ id, name, conversations, events, bytes, keepsNothing }) => (
          <li key={id} className={styles.share}>
            <span className={styles.shareName}>{name}</span>
            <span className={styles.shareBar} aria-hidden="true">
              {bytes > 0 && <span style={{ width: `${(100 * bytes) / most}%` }} />}
            </span>
            <span className={styles.shareText}>
              {conversations === 0
                ? keepsNothing
                  ? 'keeps nothing on this disk'
                  : 'nothing kept'
                : `${formatBytes(bytes)} · ${plural(conversations, 'conversation')} · ${formatCount(events)} events`}
            </span>
          </li>
        ))}
      </ul>
      <Disclosure title="How it is measured">
        <p className={styles.explanation}>
          Of a conversation its sealed blocks with their columns and its unsealed events are measured. What belongs to
          all together (the search index, the keys of events, pages that are not full) is shared out by the size of
          their events. So the conversations, what is free and what is being deleted are together the database, once the
          log is written into it. “Of raw” compares with the same events as JSON.
        </p>
      </Disclosure>
    </section>
  )
}

import { Link } from '@tanstack/react-router'
import type { ImportResult } from '../../../shared/domain/index.ts'
import { Banner, Button, Disclosure, formatCount, plural } from '../../ui/index.ts'
import styles from './transfer.module.css'

/** What an import brought, and every part of the file that it could not take in. */
export function ImportOutcome(props: { name: string; result: ImportResult; onDismiss: () => void }) {
  const { name, result, onDismiss } = props
  const { conversation, title, events, known, kinds, nonconforming, leftOut, rejected, problems } = result
  const notes = [
    known === 0 ? null : `${formatCount(known)} of them were here already`,
    nonconforming === 0 ? null : `${formatCount(nonconforming)} deviate from the contract and are marked`,
    leftOut === 0 ? null : `${plural(leftOut, 'delta')} and full states, which are no events of the log, were left out`,
  ].filter((note) => note !== null)
  return (
    <section className={styles.outcome} aria-labelledby="outcome-heading">
      <h2 className={styles.subheading} id="outcome-heading">
        What came of it
      </h2>
      <Banner
        tone={rejected === 0 ? 'ok' : 'warn'}
        title={`${plural(events, 'event')} of “${name}” ${events === 1 ? 'is' : 'are'} in the archive.`}
        actions={
          <>
            <Link className={styles.open} to="/c/$connectionId/$conversationId" params={conversation}>
              Open “{title ?? 'untitled'}”
            </Link>
            <Button variant="quiet" onPress={onDismiss}>
              Dismiss
            </Button>
          </>
        }
      >
        {notes.length === 0 ? '' : `${notes.join('; ')}.`}
      </Banner>
      {rejected > 0 && (
        <section aria-label="What could not be taken in">
          <p>{plural(rejected, 'part')} of the file could not be taken in; everything else was kept.</p>
          <ul className={styles.problems}>
            {problems.map(({ place, problem }) => (
              <li key={place}>
                <span className={styles.place}>{place}</span> {problem}
              </li>
            ))}
            {rejected > problems.length && <li>and {formatCount(rejected - problems.length)} more</li>}
          </ul>
        </section>
      )}
      <Disclosure title={plural(Object.keys(kinds).length, 'kind of event', 'kinds of events')}>
        <dl className={styles.kinds}>
          {Object.entries(kinds)
            .sort(([, a], [, b]) => b - a)
            .map(([kind, count]) => (
              <div key={kind}>
                <dt>{kind}</dt>
                <dd>{formatCount(count)}</dd>
              </div>
            ))}
        </dl>
      </Disclosure>
    </section>
  )
}

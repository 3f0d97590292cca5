import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IMPORT_TAGS, type Imported } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, formatTime, Pill, ProgressBar, plural } from '../../ui/index.ts'
import { ForgetDialog } from './forgetDialog.tsx'
import { nameOf } from './nameOf.ts'
import styles from './transfer.module.css'

/** What was imported before, the last first. */
export function ImportedList() {
  const { orpc } = useRpc()
  const { data, error, refetch } = useQuery(orpc.imports.list.queryOptions({ input: {} }))
  const failure = useFailure(error)
  const [removed, setRemoved] = useState<Imported | null>(null)
  if (failure !== null) return <FailureBanner failure={failure} onRetry={() => void refetch()} />
  if (data === undefined) return <ProgressBar label="Looking what was imported before…" />
  if (data.length === 0)
    return <p className={styles.explanation}>Nothing yet. What you import stays on this machine.</p>
  return (
    <>
      <ul className={styles.list}>
        {data.map((imported) => (
          <Item key={imported.record.conversationId} imported={imported} onRemove={() => setRemoved(imported)} />
        ))}
      </ul>
      {removed !== null && <ForgetDialog imported={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

function Item({ imported, onRemove }: { imported: Imported; onRemove: () => void }) {
  const { record, events, nonconforming } = imported
  const { connectionId, conversationId, tags } = record
  const at = Date.parse(tags[IMPORT_TAGS.time] ?? '')
  const about = [
    plural(events, 'event'),
    nonconforming === 0 ? null : `${nonconforming} nonconforming`,
    tags[IMPORT_TAGS.file] ?? null,
    Number.isNaN(at) ? null : formatTime(at),
  ].filter((part) => part !== null)
  const name = nameOf(record)
  return (
    <li className={styles.item}>
      <div className={styles.itemText}>
        <Link
          className={styles.itemName}
          to="/c/$connectionId/$conversationId"
          params={{ connectionId, conversationId }}
        >
          {name}
        </Link>
        <span className={styles.about}>{about.join(' · ')}</span>
      </div>
      <Pill tone="accent">imported</Pill>
      <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
        Remove…
      </Button>
    </li>
  )
}

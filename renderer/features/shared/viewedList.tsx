import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ViewedShared } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Button, ConfirmDialog, FailureBanner, formatTime, ProgressBar, plural, shortId } from '../../ui/index.ts'
import { hostOf } from './finding.tsx'
import styles from './shared.module.css'

/** What was opened before: it is stored here and can be read without a network. */
export function ViewedList() {
  const { orpc } = useRpc()
  const { data, error, refetch } = useQuery(orpc.shared.viewed.queryOptions({ input: {} }))
  const failure = useFailure(error)
  if (failure !== null) return <FailureBanner failure={failure} onRetry={() => void refetch()} />
  if (data === undefined) return <ProgressBar label="Looking what was opened before…" />
  if (data.length === 0)
    return <p className={styles.explanation}>Nothing yet. What you open stays here, also without a network.</p>
  return [...byServer(data)].map(([baseUrl, viewed]) => <Server key={baseUrl} baseUrl={baseUrl} viewed={viewed} />)
}

function Server({ baseUrl, viewed }: { baseUrl: string; viewed: ViewedShared[] }) {
  const [isForgetting, setIsForgetting] = useState(false)
  return (
    <section className={styles.server} aria-label={baseUrl}>
      <header className={styles.serverHead}>
        <span className={styles.address}>{baseUrl}</span>
        <Button variant="quiet" onPress={() => setIsForgetting(true)}>
          Forget…
        </Button>
      </header>
      <ul className={styles.list}>
        {viewed.map(({ record }) => (
          <li key={record.conversationId} className={styles.item}>
            <Link
              className={styles.itemName}
              to="/c/$connectionId/$conversationId"
              params={{ connectionId: record.connectionId, conversationId: record.conversationId }}
            >
              {nameOf(record)}
            </Link>
            <span className={styles.about}>
              {[record.repository, formatTime(record.createdAt)].filter((part) => part !== null).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {isForgetting && <ForgetDialog baseUrl={baseUrl} viewed={viewed} onClose={() => setIsForgetting(false)} />}
    </section>
  )
}

function ForgetDialog(props: { baseUrl: string; viewed: ViewedShared[]; onClose: () => void }) {
  const { baseUrl, viewed, onClose } = props
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const connectionId = viewed[0]?.record.connectionId ?? ''
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Forget what ${hostOf(baseUrl)} showed?`}
      confirmLabel="Forget"
      isDangerous
      affected={{
        heading: `${plural(viewed.length, 'conversation')} stored on this machine`,
        items: viewed.map(({ record }) => ({ id: record.conversationId, name: nameOf(record) })),
      }}
      onConfirm={async (signal) => {
        await client.shared.forget({ connectionId }, { signal })
        await queries.invalidateQueries({ queryKey: orpc.shared.viewed.key() })
      }}
    >
      Their events are removed from this machine. On the server nothing changes; while they are shared, their links open
      them again.
    </ConfirmDialog>
  )
}

function nameOf({ title, conversationId }: ViewedShared['record']): string {
  return title ?? `untitled · ${shortId(conversationId)}`
}

function byServer(viewed: readonly ViewedShared[]): Map<string, ViewedShared[]> {
  return Map.groupBy(viewed, ({ baseUrl }) => baseUrl)
}

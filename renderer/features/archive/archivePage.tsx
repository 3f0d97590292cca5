import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ArchiveUsage } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import {
  Button,
  EmptyState,
  FailureBanner,
  formatBytes,
  formatCount,
  Kbd,
  ProgressBar,
  plural,
  SearchField,
} from '../../ui/index.ts'
import { bytesOnDisk, ClearingNotice } from '../clearing/index.ts'
import { useConnections } from '../connections/index.ts'
import styles from './archive.module.css'
import { ForgetDialog } from './forgetDialog.tsx'
import { type KeptSort, keptConnections, keptRows, sumOf } from './keptRows.ts'
import { KeptTable } from './keptTable.tsx'
import { UsageSummary } from './usageSummary.tsx'
import { WipeDialog } from './wipeDialog.tsx'

const SCOPE = 'Archive'

/** What is kept on this disk, how much it takes, and how it is deleted. */
export function ArchivePage() {
  const { orpc } = useRpc()
  const { data, error, isFetching, refetch } = useQuery(orpc.archive.usage.queryOptions({ input: {}, staleTime: 0 }))
  const failure = useFailure(error)
  useShortcut({ keys: 'r', label: 'Measure again', scope: SCOPE }, () => void refetch())
  return (
    <div className={styles.page}>
      {data === undefined ? (
        <header className={styles.head}>
          <h1>Archive</h1>
        </header>
      ) : (
        <Kept usage={data} isMeasuring={isFetching} onMeasure={() => void refetch()} />
      )}
      {failure !== null && <FailureBanner failure={failure} onRetry={() => void refetch()} isStrip />}
      {data === undefined && failure === null && (
        <div className={styles.loading}>
          <ProgressBar label="Measuring what is kept…" />
        </div>
      )}
    </div>
  )
}

function Kept(props: { usage: ArchiveUsage; isMeasuring: boolean; onMeasure: () => void }) {
  const { usage, isMeasuring, onMeasure } = props
  const navigate = useNavigate()
  const { connections } = useConnections()
  const [text, setText] = useState('')
  const [sort, setSort] = useState<KeptSort>({ column: 'bytes', isDescending: true })
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<'forget' | 'wipe' | null>(null)
  const filter = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const rows = keptRows(usage.conversations, connections, text, sort)
  const perConnection = keptConnections(usage.conversations, connections)
  // What the filter hides is not deleted by accident.
  const chosen = rows.filter(({ key }) => marked.has(key)).map(({ kept }) => kept)
  const { events } = sumOf(usage.conversations)
  useShortcut({ keys: '/', label: 'Filter by words', scope: SCOPE }, () => filter.current?.select())
  useShortcut({ keys: 'Delete', label: 'Delete what is marked…', scope: SCOPE, isEnabled: chosen.length > 0 }, () =>
    ask('forget'),
  )
  useShortcut({ keys: 'w', label: 'Wipe the whole archive…', scope: SCOPE }, () => ask('wipe'))
  const close = () => setAsking(null)
  function ask(what: 'forget' | 'wipe') {
    // What the dialog names is what is there now.
    onMeasure()
    setAsking(what)
  }

  return (
    <>
      <header className={styles.head}>
        <h1>Archive</h1>
        <span className={styles.extent}>
          {formatBytes(bytesOnDisk(usage))} on this disk · {plural(usage.conversations.length, 'conversation')} ·{' '}
          {formatCount(events)} events
        </span>
        <span className={styles.space} />
        <Button onPress={onMeasure} isPending={isMeasuring}>
          Measure again
        </Button>
        <Button variant="danger" onPress={() => ask('wipe')}>
          Wipe all… <Kbd keys="w" />
        </Button>
      </header>
      <ClearingNotice />
      <UsageSummary usage={usage} connections={perConnection} />
      <div className={styles.bar}>
        <SearchField
          label="Filter the archive"
          placeholder="type to filter by title, connection or id"
          value={text}
          onChange={setText}
          onLeave={() => list.current?.focus()}
          inputRef={filter}
        />
        <Button variant="danger" isDisabled={chosen.length === 0} onPress={() => ask('forget')}>
          {chosen.length === 0 ? 'Delete marked…' : `Delete ${chosen.length} marked…`} <Kbd keys="Delete" />
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={usage.conversations.length === 0 ? 'Nothing is kept' : 'No conversation matches'}>
          {usage.conversations.length === 0
            ? 'Every event that is read from a server or a file is kept here, unless its connection keeps nothing.'
            : 'Other words, or none, show more.'}
        </EmptyState>
      ) : (
        <KeptTable
          rows={rows}
          selected={marked}
          onSelect={setMarked}
          sort={sort}
          onSort={setSort}
          onOpen={({ kept: { connectionId, conversationId } }) =>
            void navigate({ to: '/c/$connectionId/$conversationId', params: { connectionId, conversationId } })
          }
          listRef={list}
        />
      )}
      {asking === 'forget' && chosen.length > 0 && (
        <ForgetDialog
          conversations={chosen}
          usage={usage}
          isMeasured={!isMeasuring}
          onClose={close}
          onDeleted={() => setMarked(new Set())}
        />
      )}
      {asking === 'wipe' && (
        <WipeDialog
          usage={usage}
          isMeasured={!isMeasuring}
          connections={perConnection}
          onClose={close}
          onDeleted={() => setMarked(new Set())}
        />
      )}
    </>
  )
}

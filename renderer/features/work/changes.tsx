import { useQuery } from '@tanstack/react-query'
import type { Conversation, FileChange } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, EmptyState, FailureBanner, Kbd, ProgressBar, plural, Segments } from '../../ui/index.ts'
import { FileDiff } from './fileDiff.tsx'
import { FileList } from './fileList.tsx'
import { RootForm } from './rootForm.tsx'
import styles from './work.module.css'
import { useWork, useWorkPlace } from './workStore.ts'

const SCOPE = 'Changes'

/** What the agent changed in a repository, file by file, both texts side by side or in one. */
export function Changes({ record }: { record: Conversation }) {
  const { orpc } = useRpc()
  const { connectionId, conversationId } = record
  const place = useWorkPlace(record)
  const { layout, go, setLayout } = useWork()
  const gitRef = place.gitRef === '' ? null : place.gitRef
  const query = useQuery({
    ...orpc.work.changes.queryOptions({ input: { connectionId, conversationId, path: place.root, gitRef } }),
    retry: false,
  })
  const changes = query.data ?? []
  const chosen = changes.find(({ path }) => path === place.change) ?? changes[0]
  const look = () => void query.refetch()
  useShortcut({ keys: 'r', label: 'Look again', scope: SCOPE }, look)
  useShortcut({ keys: 's', label: 'Side by side or inline', scope: SCOPE }, () =>
    setLayout(layout === 'inline' ? 'side by side' : 'inline'),
  )

  return (
    <div className={styles.page}>
      <div className={styles.bar} role="toolbar" aria-label="Changes">
        <RootForm
          root={place.root}
          gitRef={place.gitRef}
          onGo={(root, ref) => go(record, { root, gitRef: ref, change: null })}
        />
        <span className={styles.space} />
        <Segments
          label="Layout"
          value={layout}
          onChange={setLayout}
          choices={[
            { id: 'side by side', name: 'side by side' },
            { id: 'inline', name: 'inline' },
          ]}
        />
        <Button onPress={look} isPending={query.isFetching}>
          Look again <Kbd keys="r" />
        </Button>
      </div>
      {query.error !== null ? (
        <FailureBanner failure={failureOf(query.error)} onRetry={look} isStrip />
      ) : query.data === undefined ? (
        <div className={styles.waiting}>
          <ProgressBar label={`Asking for the changes in ${place.root}…`} />
        </div>
      ) : chosen === undefined ? (
        <EmptyState title="No changes here">
          Nothing in {place.root} differs{gitRef === null ? '' : ` from ${gitRef}`}, or it is no git repository: servers
          answer the same for both. Try another folder.
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <FileList
            label={`${plural(changes.length, 'changed file')}`}
            items={changes.map(({ path, status }) => ({ path, mark: markOf(status) }))}
            chosen={chosen.path}
            onChoose={(change) => go(record, { change })}
          />
          <FileDiff
            key={chosen.path}
            conversation={{ connectionId, conversationId }}
            path={`${place.root.replace(/\/$/, '')}/${chosen.path}`}
            gitRef={gitRef}
            layout={layout}
          />
        </div>
      )}
    </div>
  )
}

const MARKS: Record<string, { letter: string; word: string; tone: 'ok' | 'warn' | 'danger' | 'neutral' }> = {
  ADDED: { letter: 'A', word: 'added', tone: 'ok' },
  UPDATED: { letter: 'M', word: 'changed', tone: 'warn' },
  DELETED: { letter: 'D', word: 'deleted', tone: 'danger' },
  MOVED: { letter: 'R', word: 'moved', tone: 'neutral' },
}

function markOf(status: FileChange['status']) {
  return MARKS[status] ?? { letter: '?', word: status.toLowerCase(), tone: 'neutral' as const }
}

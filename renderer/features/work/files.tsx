import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Conversation } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import {
  Banner,
  Button,
  EmptyState,
  FailureBanner,
  Kbd,
  ProgressBar,
  plural,
  SearchField,
  TextField,
} from '../../ui/index.ts'
import { FileList } from './fileList.tsx'
import { FileText } from './fileText.tsx'
import { RootForm } from './rootForm.tsx'
import styles from './work.module.css'
import { useWork, useWorkPlace } from './workStore.ts'

/** The most that a server lists (contract §10). */
const MOST_FILES = 2_000

/** The files of the workspace as text; where the server has no list of them, by path. */
export function Files({ record }: { record: Conversation }) {
  const { orpc } = useRpc()
  const { connectionId, conversationId } = record
  const place = useWorkPlace(record)
  const { go } = useWork()
  const [filter, setFilter] = useState('')
  const root = place.root.replace(/\/$/, '')
  const query = useQuery({
    ...orpc.work.files.queryOptions({ input: { connectionId, conversationId, path: place.root } }),
    retry: false,
  })
  const failure = query.error === null ? null : failureOf(query.error)
  const hasList = failure?.code !== 'unsupported' && failure?.code !== 'not-found'
  const files = (query.data ?? []).filter((path) => path.toLowerCase().includes(filter.toLowerCase()))
  const look = () => void query.refetch()
  useShortcut({ keys: 'r', label: 'Look again', scope: 'Files' }, look)

  return (
    <div className={styles.page}>
      <div className={styles.bar} role="toolbar" aria-label="Files">
        <RootForm root={place.root} onGo={(next) => go(record, { root: next, file: null })} />
        {hasList && <SearchField label="Filter the files" placeholder="Filter" value={filter} onChange={setFilter} />}
        <span className={styles.space} />
        <PathForm path={place.file ?? `${root}/PLAN.md`} onGo={(file) => go(record, { file })} />
        <Button onPress={look} isPending={query.isFetching}>
          Look again <Kbd keys="r" />
        </Button>
      </div>
      {failure !== null && hasList && <FailureBanner failure={failure} onRetry={look} isStrip />}
      {!hasList && (
        <Banner tone="info" isStrip title="This server has no list of files.">
          A file can be read by its path.
        </Banner>
      )}
      {(query.data?.length ?? 0) >= MOST_FILES && (
        <Banner tone="info" isStrip title={`The first ${plural(MOST_FILES, 'file')} are listed.`}>
          Look into a deeper folder for the others.
        </Banner>
      )}
      <div className={styles.columns}>
        {query.isPending && hasList ? (
          <div className={styles.waiting}>
            <ProgressBar label={`Asking for the files in ${place.root}…`} />
          </div>
        ) : (
          hasList && (
            <FileList
              label={plural(files.length, 'file')}
              items={files.map((path) => ({ path }))}
              chosen={place.file?.slice(root.length + 1) ?? null}
              onChoose={(path) => go(record, { file: `${root}/${path}` })}
            />
          )
        )}
        {place.file === null ? (
          <EmptyState title="Choose a file">
            {query.data?.length === 0 ? `No file is known in ${place.root}.` : 'j and k walk the list.'}
          </EmptyState>
        ) : (
          <FileText key={place.file} conversation={{ connectionId, conversationId }} path={place.file} />
        )}
      </div>
    </div>
  )
}

function PathForm({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? path
  return (
    <form
      className={styles.root}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!value.startsWith('/')) return
        setTyped(null)
        onGo(value)
      }}
    >
      <TextField label="Path of a file" isLabelHidden value={value} onChange={setTyped} isMono />
      <Button type="submit" isDisabled={!value.startsWith('/')}>
        Read
      </Button>
    </form>
  )
}

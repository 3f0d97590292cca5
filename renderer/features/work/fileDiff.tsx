import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { DiffEditor, type DiffLayout } from '../../ui/editor/index.ts'
import { Button, CopyText, EmptyState, FailureBanner, formatCount, ProgressBar } from '../../ui/index.ts'
import styles from './work.module.css'

/** Comparing longer texts holds up the page. */
const MOST_CHARACTERS = 1_000_000

export interface FileDiffProps {
  conversation: ConversationRef
  /** Absolute. */
  path: string
  gitRef: string | null
  layout: DiffLayout
}

/** One file before and after. */
export function FileDiff({ conversation, path, gitRef, layout }: FileDiffProps) {
  const { orpc } = useRpc()
  const [isWanted, setIsWanted] = useState(false)
  const query = useQuery({
    ...orpc.work.diff.queryOptions({ input: { ...conversation, path, gitRef } }),
    retry: false,
  })
  const length = (query.data?.original?.length ?? 0) + (query.data?.modified?.length ?? 0)
  return (
    <section className={styles.pane} aria-label={`Changes of ${path}`}>
      <div className={styles.head}>
        <CopyText value={path} label="the path" />
      </div>
      {query.error !== null ? (
        <FailureBanner failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <div className={styles.waiting}>
          <ProgressBar label="Reading both texts…" />
        </div>
      ) : length > MOST_CHARACTERS && !isWanted ? (
        <EmptyState
          title="A very long file"
          action={<Button onPress={() => setIsWanted(true)}>Compare all the same</Button>}
        >
          {formatCount(length)} characters take a while to compare, and the page waits meanwhile.
        </EmptyState>
      ) : (
        <DiffEditor before={query.data.original ?? ''} after={query.data.modified ?? ''} layout={layout} label={path} />
      )}
    </section>
  )
}

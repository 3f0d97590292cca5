import { useQuery } from '@tanstack/react-query'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { TextEditor } from '../../ui/editor/index.ts'
import { Button, CopyText, EmptyState, FailureBanner, formatCount, ProgressBar } from '../../ui/index.ts'
import styles from './work.module.css'

/** One file as text. */
export function FileText({ conversation, path }: { conversation: ConversationRef; path: string }) {
  const { orpc } = useRpc()
  const query = useQuery({ ...orpc.work.file.queryOptions({ input: { ...conversation, path } }), retry: false })
  const text = query.data?.text
  return (
    <section className={styles.pane} aria-label={`Text of ${path}`}>
      <div className={styles.head}>
        <CopyText value={path} label="the path" />
        {text !== undefined && <span className={styles.quiet}>{formatCount(text.length)} characters</span>}
      </div>
      {query.error !== null ? (
        <FailureBanner failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : text === undefined ? (
        <div className={styles.waiting}>
          <ProgressBar label={`Reading ${path}…`} />
        </div>
      ) : text === '' ? (
        <EmptyState title="Nothing came" action={<Button onPress={() => void query.refetch()}>Read again</Button>}>
          The file is empty, or missing, or no text, or its sandbox does not run: the server answers the same for all.
        </EmptyState>
      ) : (
        <TextEditor text={text} label={`Text of ${path}`} />
      )}
    </section>
  )
}

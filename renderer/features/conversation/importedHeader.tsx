import { Link } from '@tanstack/react-router'
import { type Conversation, IMPORT_TAGS } from '../../../shared/domain/index.ts'
import { Pill, shortId } from '../../ui/index.ts'
import { ExportButton } from '../transfer/index.ts'
import styles from './conversation.module.css'

/** The head of a conversation that was read from a file: it has no server, so nothing can be told to its agent. */
export function ImportedHeader({ record }: { record: Conversation }) {
  const { title, connectionId, conversationId, tags } = record
  const file = tags[IMPORT_TAGS.file] ?? 'a file'
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={title ?? undefined}>
        {title ?? `untitled · ${shortId(conversationId)}`}
      </h1>
      <Pill tone="accent">
        <span title={`Read from ${file}, ${tags[IMPORT_TAGS.time] ?? ''}. It has no server here: nothing can be sent.`}>
          imported · read only
        </span>
      </Pill>
      <span className={styles.space} />
      <ExportButton conversation={{ connectionId, conversationId }} />
      <Link to="/imported">All imported</Link>
    </header>
  )
}

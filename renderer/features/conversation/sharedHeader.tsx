import { Link } from '@tanstack/react-router'
import { type Conversation, sharedLink } from '../../../shared/domain/index.ts'
import { CopyText, Pill, shortId } from '../../ui/index.ts'
import { ExportButton } from '../transfer/index.ts'
import styles from './conversation.module.css'

/** The head of a conversation that is seen as everybody with the link sees it: nothing can be told to its agent. */
export function SharedHeader({ record, baseUrl }: { record: Conversation; baseUrl: string }) {
  const { title, connectionId, conversationId } = record
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={title ?? undefined}>
        {title ?? `untitled · ${shortId(conversationId)}`}
      </h1>
      <Pill tone="accent">
        <span title="Seen as everybody with the link sees it: all events but state updates. Nothing can be sent.">
          shared by {new URL(baseUrl).host} · read only
        </span>
      </Pill>
      <span className={styles.space} />
      <span className={styles.link}>
        <CopyText value={sharedLink(baseUrl, conversationId)} label="the link" />
      </span>
      <ExportButton conversation={{ connectionId, conversationId }} />
      <Link to="/shared">All shared</Link>
    </header>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ConversationRef, isImported, isReadOnlyConnection, sharedBaseUrl } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, EmptyState, FailureBanner, ProgressBar } from '../../ui/index.ts'
import styles from './conversation.module.css'
import { ConversationHeader } from './conversationHeader.tsx'
import { ImportedHeader } from './importedHeader.tsx'
import { liveStatus } from './liveStatus.ts'
import type { PreparedPage } from './openPage.ts'
import { SandboxNotice } from './sandboxNotice.tsx'
import { Sections } from './sections.tsx'
import { SharedHeader } from './sharedHeader.tsx'
import { SlowLoad } from './slowLoad.tsx'
import { SyncStatus } from './syncStatus.tsx'
import { useSync } from './useSync.ts'

export interface ConversationPageProps {
  conversation: ConversationRef
  /** What was begun while the page was on its way. */
  prepared?: PreparedPage | null
}

/** One conversation: every event it ever produced, and everything an operator can tell its agent. */
export function ConversationPage({ conversation, prepared = null }: ConversationPageProps) {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const { connectionId, conversationId } = conversation
  const record = useQuery({
    ...orpc.conversations.get.queryOptions({ input: conversation }),
    // The list's record until the server's own: the timeline comes from the archive and must not wait for a server.
    placeholderData: () =>
      queries
        .getQueryData(orpc.conversations.list.queryKey({ input: { connectionId } }))
        ?.conversations.find((one) => one.conversationId === conversationId),
  })
  const failure = record.error === null ? null : failureOf(record.error)
  const sync = useSync(conversation, prepared?.sync ?? null)
  const sharedFrom = sharedBaseUrl(connectionId)

  if (record.data === undefined) {
    if (failure?.code === 'not-found' || failure?.code === 'gone') {
      return <NoConversation connectionId={connectionId} onRetry={record.refetch} />
    }
    return (
      <div className={styles.waiting}>
        {failure === null ? (
          <ProgressBar label="Opening the conversation…" />
        ) : (
          <FailureBanner failure={failure} onRetry={() => void record.refetch()} />
        )}
      </div>
    )
  }

  const status = liveStatus(record.data, sync.facts, sync.state)
  return (
    <div className={styles.page}>
      {isImported(connectionId) ? (
        <ImportedHeader record={record.data} />
      ) : sharedFrom === null ? (
        <ConversationHeader record={record.data} facts={sync.facts} status={status} />
      ) : (
        <SharedHeader record={record.data} baseUrl={sharedFrom} />
      )}
      {failure !== null && <FailureBanner failure={failure} onRetry={() => void record.refetch()} isStrip />}
      {!isReadOnlyConnection(connectionId) && <SandboxNotice record={record.data} status={status} />}
      <SlowLoad conversation={conversation} record={record.data} status={status} state={sync.state} />
      <Sections
        conversation={conversation}
        record={record.data}
        sync={sync}
        status={status}
        prepared={prepared?.view ?? null}
      />
      <SyncStatus conversation={conversation} sync={sync} />
    </div>
  )
}

const NOWHERE = {
  server: {
    title: 'There is no such conversation',
    why: 'It was deleted on the server, or the address is wrong, and nothing of it is in the archive.',
    to: '/conversations',
    list: 'All conversations',
  },
  shared: {
    title: 'The server shows nothing of this conversation',
    why: 'It is not shared, or there is none with this id: the server answers the same for both. Nothing of it is stored here.',
    to: '/shared',
    list: 'Shared',
  },
  imported: {
    title: 'No such conversation was imported',
    why: 'It was removed from this machine, or imported on another one. Import its file again to see it.',
    to: '/imported',
    list: 'Imported',
  },
} as const

function NoConversation({ connectionId, onRetry }: { connectionId: string; onRetry: () => unknown }) {
  const { title, why, to, list } =
    NOWHERE[isImported(connectionId) ? 'imported' : sharedBaseUrl(connectionId) === null ? 'server' : 'shared']
  return (
    <EmptyState
      isPage
      title={title}
      action={
        <>
          <Button onPress={() => void onRetry()}>Look again</Button>
          <Link to={to}>{list}</Link>
        </>
      }
    >
      {why}
    </EmptyState>
  )
}

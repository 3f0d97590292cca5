import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { Conversation } from '../../../shared/domain/index.ts'
import { useConversationList } from '../../state/conversationList.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Button, EmptyState, FailureBanner, ProgressBar } from '../../ui/index.ts'
import { useConnections, useShownConnections } from '../connections/index.ts'
import { StartsUnderWay } from '../newConversation/index.ts'
import styles from './conversations.module.css'
import { ConversationTable } from './conversationTable.tsx'
import { conversationKey, listRows } from './listRows.ts'
import { Toolbar } from './toolbar.tsx'
import { useFleet, useRefreshFleet } from './useFleet.ts'

export function ConversationsPage() {
  const navigate = useNavigate()
  const { connections, isPending } = useConnections()
  const shown = useShownConnections()
  const fleet = useFleet(shown)
  const { refresh, isRefreshing } = useRefreshFleet(shown)
  const { text, sort, grouping, selected, filter, select } = useConversationList()
  const filterRef = useRef<HTMLInputElement>(null)
  const gridRef = useRef<HTMLDivElement>(null)
  const { conversations } = fleet
  const rows = useMemo(() => listRows(conversations, text, sort, grouping), [conversations, text, sort, grouping])
  const found = rows.reduce((count, row) => (row.kind === 'conversation' ? count + 1 : count), 0)

  function open(conversation: Conversation) {
    select(conversationKey(conversation))
    const { connectionId, conversationId } = conversation
    void navigate({ to: '/c/$connectionId/$conversationId', params: { connectionId, conversationId } })
  }

  /** From the filter into the list: a row is selected, so that the next Enter opens what was found. */
  function enterList() {
    const first = rows.find((row) => row.kind === 'conversation')
    if (first !== undefined && !rows.some((row) => row.key === selected)) select(first.key)
    gridRef.current?.focus()
  }

  if (!isPending && connections.length === 0) return <NoConnections />
  const isFirstLoad = conversations.length === 0 && (isPending || fleet.isPending || fleet.isComing)
  return (
    <div className={styles.page}>
      <h1 className={styles.hiddenHeading}>Conversations</h1>
      <Toolbar
        fleet={fleet}
        shown={found}
        filterRef={filterRef}
        isRefreshing={isRefreshing}
        onRefresh={refresh}
        onLeaveFilter={enterList}
      />
      {fleet.failures.map(({ connection, failure }) => (
        <FailureBanner
          key={connection.id}
          failure={{ ...failure, message: `${connection.name}: ${failure.message}` }}
          onRetry={refresh}
          isStrip
        />
      ))}
      <StartsUnderWay connections={shown} />
      {isFirstLoad ? (
        <div className={styles.loading}>
          <ProgressBar label="Asking the servers for conversations…" />
        </div>
      ) : conversations.length === 0 ? (
        fleet.isComplete && <NoConversations />
      ) : found === 0 ? (
        <EmptyState title="Nothing matches" action={<Button onPress={() => filter('')}>Show all</Button>}>
          No conversation has “{text}” in its title, repository, tags or state.
        </EmptyState>
      ) : (
        <ConversationTable rows={rows} gridRef={gridRef} onOpen={open} />
      )}
    </div>
  )
}

function NoConversations() {
  const open = useNewConversation((state) => state.open)
  return (
    <EmptyState
      title="No conversation yet"
      action={
        <Button variant="primary" onPress={open}>
          New conversation
        </Button>
      }
    >
      Start one here; those started elsewhere appear by themselves.
    </EmptyState>
  )
}

function NoConnections() {
  return (
    <EmptyState title="No server connected" action={<Link to="/connections">Connect to a server</Link>}>
      Handrail shows the conversations of the OpenHands servers that it is connected to.
    </EmptyState>
  )
}

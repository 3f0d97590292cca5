import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { type Conversation, NO_FILTER } from '../../../shared/domain/index.ts'
import { useConversationList } from '../../state/conversationList.ts'
import { Button, EmptyState, FailureBanner, ProgressBar } from '../../ui/index.ts'
import { useConnections, useShownConnections } from '../connections/index.ts'
import { DeleteDialog } from '../deleteConversation/index.ts'
import { StartsUnderWay } from '../newConversation/index.ts'
import styles from './conversations.module.css'
import { ConversationTable } from './conversationTable.tsx'
import { IdSearch, idsIn } from './idSearch.tsx'
import { conversationKey, listRows } from './listRows.ts'
import { DeletedNotice, NoConnections, NoConversations, NothingFound } from './notices.tsx'
import { SearchDialog } from './searchDialog.tsx'
import { SearchStrip } from './searchStrip.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFleet, useRefreshFleet } from './useFleet.ts'
import { useServerSearch } from './useServerSearch.ts'

export function ConversationsPage() {
  const navigate = useNavigate()
  const { connections, isPending } = useConnections()
  const shown = useShownConnections()
  const fleet = useFleet(shown)
  const { refresh, isRefreshing } = useRefreshFleet(shown)
  const { text, search, sort, grouping, selected, filter, ask, select } = useConversationList()
  const found = useServerSearch(shown, search, fleet.conversations)
  const filterRef = useRef<HTMLInputElement>(null)
  const gridRef = useRef<HTMLDivElement>(null)
  const [isSearching, setIsSearching] = useState(false)
  const [deleting, setDeleting] = useState<Conversation | null>(null)
  const [deleted, setDeleted] = useState<Conversation | null>(null)
  const { conversations } = search === null ? fleet : found
  const rows = useMemo(() => listRows(conversations, text, sort, grouping), [conversations, text, sort, grouping])
  const count = rows.reduce((sum, row) => (row.kind === 'conversation' ? sum + 1 : sum), 0)

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

  /** The row after it, or before it, is where the next key acts. */
  function onDeleted(conversation: Conversation) {
    const keys = rows.flatMap((row) => (row.kind === 'conversation' ? [row.key] : []))
    const index = keys.indexOf(conversationKey(conversation))
    select(keys[index + 1] ?? keys[index - 1] ?? null)
    setDeleted(conversation)
  }

  if (!isPending && connections.length === 0) return <NoConnections />
  const isApp = (id: string) => shown.some((one) => one.id === id && one.kind === 'app')
  const apps = shown.filter(({ kind }) => kind === 'app')
  const hasApp = apps.length > 0
  const ids = idsIn(text)
  const isAsking = search === null ? isPending || fleet.isPending || fleet.isComing : found.isAsking
  const isFirstLoad = conversations.length === 0 && isAsking
  const failures = search === null ? fleet.failures : found.failures
  return (
    <div className={styles.page}>
      <h1 className={styles.hiddenHeading}>Conversations</h1>
      <Toolbar
        fleet={fleet}
        shown={count}
        isSearch={search !== null}
        filterRef={filterRef}
        isRefreshing={isRefreshing}
        onRefresh={refresh}
        onLeaveFilter={enterList}
        onSearch={hasApp ? () => setIsSearching(true) : undefined}
      />
      {search !== null && (
        <SearchStrip
          filter={search}
          search={found}
          connections={shown}
          onChange={ask}
          onEdit={() => setIsSearching(true)}
        />
      )}
      {failures.map(({ connection, failure }) => (
        <FailureBanner
          key={connection.id}
          failure={{ ...failure, message: `${connection.name}: ${failure.message}` }}
          onRetry={search === null ? refresh : found.retry}
          isStrip
        />
      ))}
      {deleted !== null && <DeletedNotice conversation={deleted} onOpen={open} onDismiss={() => setDeleted(null)} />}
      <StartsUnderWay connections={shown} />
      {isFirstLoad ? (
        <div className={styles.loading}>
          <ProgressBar label="Asking the servers for conversations…" />
        </div>
      ) : conversations.length === 0 ? (
        search === null ? (
          fleet.isComplete && <NoConversations />
        ) : (
          failures.length === 0 && <NothingFound onShowAll={() => ask(null)} />
        )
      ) : count === 0 && hasApp && ids.length > 0 ? (
        <IdSearch ids={ids} servers={apps} onOpen={open} />
      ) : count === 0 ? (
        <EmptyState title="Nothing matches" action={<Button onPress={() => filter('')}>Show all</Button>}>
          No conversation has “{text}” in its title, repository, tags or state.
        </EmptyState>
      ) : (
        <ConversationTable
          rows={rows}
          gridRef={gridRef}
          onOpen={open}
          canDelete={({ connectionId }) => isApp(connectionId)}
          onDelete={setDeleting}
        />
      )}
      {isSearching && (
        <SearchDialog
          connections={shown}
          filter={search ?? NO_FILTER}
          onSearch={(wanted) => {
            ask(wanted)
            setIsSearching(false)
          }}
          onClose={() => setIsSearching(false)}
        />
      )}
      {deleting !== null && (
        <DeleteDialog record={deleting} onClose={() => setDeleting(null)} onDeleted={() => onDeleted(deleting)} />
      )}
    </div>
  )
}

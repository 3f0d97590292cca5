import { useEffect, useRef } from 'react'
import type { Connection, ConversationRef, SearchHit, SearchOrder } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import {
  Button,
  EmptyState,
  FailureBanner,
  ProgressBar,
  plural,
  SearchField,
  Segments,
  Spinner,
} from '../../ui/index.ts'
import { useConnections, useShownConnections } from '../connections/index.ts'
import { HitList } from './hitList.tsx'
import styles from './search.module.css'
import { useSearchField, useSearchFields } from './searchFields.ts'
import { type SearchHits, useSearchHits } from './useSearchHits.ts'

export interface SearchViewProps {
  /** Null: all conversations. */
  conversation: ConversationRef | null
  onOpen: (hit: SearchHit) => void
}

const SCOPE = 'Search'

/** A box, and what holds the words that are typed into it. */
export function SearchView({ conversation, onOpen }: SearchViewProps) {
  const field = useSearchField(conversation)
  const { change } = useSearchFields.getState()
  const { connections } = useConnections()
  const shown = useShownConnections()
  const only = conversation === null && shown.length < connections.length ? shown[0] : undefined
  const search = useSearchHits(conversation, only?.id, field)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useShortcut({ keys: '/', label: 'Change what is looked for', scope: SCOPE }, () => input.current?.select())
  useShortcut(
    { keys: 'mod+k', label: 'Change what is looked for', scope: SCOPE, isEnabled: conversation === null },
    () => input.current?.select(),
  )
  useShortcut({ keys: 'r', label: 'Look again', scope: SCOPE, isEnabled: search.isAsked }, search.retry)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const servers = new Map(connections.length > 1 ? connections.map(({ id, name }) => [id, name]) : [])

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <SearchField
          label={labelOf(conversation, only)}
          placeholder='Words, "words in a row", beginn*, is:error, tool:terminal'
          value={field.text}
          onChange={(text) => change(conversation, { text })}
          onLeave={() => list.current?.focus()}
          inputRef={input}
        />
        <Segments<SearchOrder>
          label="Order"
          value={field.order}
          onChange={(order) => change(conversation, { order })}
          choices={[
            { id: 'best', name: 'best first' },
            { id: 'newest', name: 'newest first' },
          ]}
        />
        <span className={styles.count} role="status">
          {search.isAsking && search.found !== null && <Spinner label="Searching" />}
          {countText(search)}
        </span>
      </div>
      {search.problem !== null && (
        <p className={styles.problem} role="alert">
          {search.problem}
        </p>
      )}
      {search.found !== null && search.found.lacking > 0 && (
        <p className={styles.problem} role="status">
          {plural(search.found.lacking, 'event')} that came last could not be searched, because nothing can be stored
          now.
        </p>
      )}
      {search.failure !== null && <FailureBanner failure={search.failure} onRetry={search.retry} isStrip />}
      <div className={styles.found}>
        {search.hits.length > 0 ? (
          <>
            <HitList
              hits={search.hits}
              servers={servers}
              namesConversation={conversation === null}
              onOpen={onOpen}
              listRef={list}
            />
            <More search={search} />
          </>
        ) : (
          <Nothing search={search} isAll={conversation === null} />
        )}
      </div>
    </div>
  )
}

function labelOf(conversation: ConversationRef | null, only: Connection | undefined): string {
  if (conversation !== null) return 'Search this conversation'
  return only === undefined ? 'Search all conversations' : `Search the conversations of ${only.name}`
}

function countText({ found }: SearchHits): string {
  if (found === null || found.total === 0) return ''
  if (found.isMore) return `more than ${plural(found.total, 'event')}: the newest first, too many to rank`
  return plural(found.total, 'event')
}

function More({ search }: { search: SearchHits }) {
  if (search.hasMore) {
    return (
      <div className={styles.more}>
        {search.isAsking ? (
          <Button onPress={search.cancel}>Cancel</Button>
        ) : (
          <Button onPress={search.more}>Show more</Button>
        )}
      </div>
    )
  }
  if (search.found?.isMore !== true) return null
  return <p className={styles.more}>There is more than can be shown: say more of what you look for.</p>
}

function Nothing({ search, isAll }: { search: SearchHits; isAll: boolean }) {
  if (search.isAsking) {
    return (
      <div className={styles.waiting}>
        <ProgressBar label="Searching…" />
        <Button onPress={search.cancel}>Cancel</Button>
      </div>
    )
  }
  if (search.failure !== null || search.problem !== null) return null
  if (!search.isAsked) {
    return (
      <EmptyState title={isAll ? 'Search everything that is stored' : 'Search this conversation'}>
        Messages, thoughts, commands, outputs, paths and errors
        {isAll ? ' of all conversations that were opened here once.' : '.'} Every word must be there; put words that
        follow each other in quotation marks; a star stands for the rest of a word. What the filter of the timeline
        says, such as is:error, tool:terminal or after:-2h, leaves the events for which it holds. No server is asked.
      </EmptyState>
    )
  }
  if (search.found === null) {
    return (
      <EmptyState title="The search was cancelled" action={<Button onPress={search.retry}>Search again</Button>}>
        Nothing was changed by it.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No event holds all of this">
      {isAll
        ? 'Only what is stored on this machine is searched: a conversation is stored when it is opened.'
        : 'Only what is stored of this conversation is searched.'}{' '}
      Try fewer words, or the beginning of one with a star.
    </EmptyState>
  )
}

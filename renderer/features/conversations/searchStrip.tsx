import { Button as AriaButton } from 'react-aria-components'
import type { Connection, ConversationFilter } from '../../../shared/domain/index.ts'
import { Button, formatCount, Hint, Spinner } from '../../ui/index.ts'
import styles from './conversations.module.css'
import { filterWords, isAnyPart } from './searchFilter.ts'
import type { ServerSearch } from './useServerSearch.ts'

export interface SearchStripProps {
  filter: ConversationFilter
  search: ServerSearch
  connections: readonly Connection[]
  onChange: (filter: ConversationFilter | null) => void
  onEdit: () => void
}

/** What the servers were asked, how much of the answer is here, and the way back. */
export function SearchStrip({ filter, search, connections, onChange, onEdit }: SearchStripProps) {
  const { conversations, counted, isAsking, hasMore } = search
  const silent = connections.filter(({ kind }) => kind === 'agent')
  return (
    <section className={styles.searchStrip} aria-label="Search of the servers">
      <span className={styles.searchTitle}>Servers asked for</span>
      {filterWords(filter).map(({ words, without }) => (
        <span key={words} className={styles.searchPart}>
          {words}
          <AriaButton
            className={styles.searchDrop ?? ''}
            aria-label={`Without: ${words}`}
            onPress={() => onChange(isAnyPart(without) ? without : null)}
          >
            ×
          </AriaButton>
        </span>
      ))}
      <span className={styles.space} />
      <span className={styles.extent} role="status">
        {isAsking && <Spinner label="Asking the servers" />}
        {formatCount(conversations.length)}
        {hasMore ? ' so far' : ' found'}
        {counted !== null && (
          <Hint text="Servers count sub-conversations whether they were asked for or not.">
            {`· ${formatCount(counted)} counted`}
          </Hint>
        )}
        {silent.length > 0 && (
          <Hint text={`Bare agent servers cannot be asked: ${silent.map(({ name }) => name).join(', ')}.`}>
            {`· ${formatCount(silent.length)} not asked`}
          </Hint>
        )}
      </span>
      {isAsking ? (
        <Button onPress={search.cancel}>Cancel</Button>
      ) : (
        hasMore && <Button onPress={search.more}>Load more</Button>
      )}
      <Button onPress={onEdit}>Change…</Button>
      <Button onPress={() => onChange(null)}>Show all</Button>
    </section>
  )
}

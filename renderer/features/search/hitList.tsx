import type { Ref } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import type { SearchHit } from '../../../shared/domain/index.ts'
import { cx, formatTime, shortId } from '../../ui/index.ts'
import { LANE_GLYPHS, LANE_NAMES } from '../timeline/index.ts'
import { MarkedText } from './markedText.tsx'
import styles from './search.module.css'
import { hitKey } from './useSearchHits.ts'

export interface HitListProps {
  hits: readonly SearchHit[]
  /** Names of connections, when there are several. */
  servers: ReadonlyMap<string, string>
  /** Of all conversations: each hit says which it is of. */
  namesConversation: boolean
  onOpen: (hit: SearchHit) => void
  listRef: Ref<HTMLDivElement>
}

/** What was found: arrows go from hit to hit, Enter opens one. */
export function HitList({ hits, servers, namesConversation, onOpen, listRef }: HitListProps) {
  return (
    <GridList
      ref={listRef}
      className={styles.hits ?? ''}
      aria-label="Found events"
      onAction={(key) => {
        const hit = hits.find((one) => hitKey(one) === key)
        if (hit !== undefined) onOpen(hit)
      }}
    >
      {hits.map((hit) => (
        <GridListItem
          key={hitKey(hit)}
          id={hitKey(hit)}
          className={cx(styles.hit, styles[hit.lane], hit.isError && styles.error)}
          textValue={`${hit.label}: ${hit.snippet.text}`}
        >
          <div className={styles.about}>
            <span className={styles.glyph} title={LANE_NAMES[hit.lane]} aria-hidden="true">
              {LANE_GLYPHS[hit.lane]}
            </span>
            <span className={styles.label}>{hit.label}</span>
            {namesConversation && (
              <span className={styles.title}>
                {hit.title ?? `untitled · ${shortId(hit.conversation.conversationId)}`}
              </span>
            )}
            <span className={styles.server}>{servers.get(hit.conversation.connectionId)}</span>
            <span className={styles.kind}>{hit.kind}</span>
            <time className={styles.time}>{formatTime(hit.timeUs === null ? null : hit.timeUs / 1_000)}</time>
          </div>
          <div className={styles.snippet}>
            <MarkedText snippet={hit.snippet} />
          </div>
        </GridListItem>
      ))}
    </GridList>
  )
}

import { roomMakers, type Sandbox, USUAL_RUNNING_LIMIT } from '../../../shared/domain/index.ts'
import { plural, shortId } from '../../ui/index.ts'
import styles from './roomNote.module.css'
import { conversationName } from './sandboxStatus.ts'

export interface RoomNoteProps {
  sandboxes: readonly Sandbox[]
  connectionId: string
  /** The sandbox that wakes; null for one that is new. */
  waking: string | null
}

/** Which other sandboxes the server may pause to make room, with the conversations that stop then (contract §4). */
export function RoomNote({ sandboxes, connectionId, waking }: RoomNoteProps) {
  const { inOrder, sure } = roomMakers(sandboxes, connectionId, waking)
  if (inOrder.length === 0) {
    return <p className={styles.note}>No other sandbox of this account runs, so none is paused to make room.</p>
  }
  const named = inOrder.slice(0, Math.max(sure, 1))
  return (
    <section className={styles.room} aria-label="Sandboxes that may be paused to make room">
      <p className={styles.note}>
        {sure === 0
          ? `${plural(inOrder.length, 'other sandbox runs', 'other sandboxes run')}; the usual limit is ${USUAL_RUNNING_LIMIT} at a time, so none should be paused. Where the limit is lower, the oldest goes first:`
          : `${plural(inOrder.length, 'other sandbox runs', 'other sandboxes run')} and the usual limit is ${USUAL_RUNNING_LIMIT} at a time, so the server pauses the oldest first, with everything at work in them:`}
      </p>
      <ul className={styles.list}>
        {named.map((sandbox) => (
          <li key={sandbox.id}>
            <span className={styles.id}>{shortId(sandbox.id)}</span>
            <span className={styles.names}>{namesIn(sandbox)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function namesIn({ conversations }: Sandbox): string {
  return conversations.length === 0 ? 'no conversation known' : conversations.map(conversationName).join(', ')
}

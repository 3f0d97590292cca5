import type { LiveFacts } from '../../../shared/domain/index.ts'
import { cx } from '../../ui/index.ts'
import styles from './confirmBar.module.css'

export interface PendingListProps {
  pending: LiveFacts['pending']
  /** Shows an action in the timeline; plain text when absent. */
  onShow?: (eventId: string) => void
}

export function PendingList({ pending, onShow }: PendingListProps) {
  return (
    <ul className={styles.list}>
      {pending.map((action) => (
        <li key={action.eventId} className={styles.action}>
          {pending.length > 1 && <span className={styles.tool}>{action.tool}</span>}
          {onShow ? (
            <button
              type="button"
              className={cx(styles.command, styles.link)}
              title={action.summary}
              onClick={() => onShow(action.eventId)}
            >
              {action.summary}
            </button>
          ) : (
            <code className={styles.command}>{action.summary}</code>
          )}
          <span className={cx(styles.risk, styles[action.risk.toLowerCase()])}>risk {action.risk}</span>
        </li>
      ))}
    </ul>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useConnections, useShownConnections } from '../features/connections/index.ts'
import { useHostStatus, useRpc } from '../rpc/index.ts'
import { plural, StatusDot, useNow } from '../ui/index.ts'
import styles from './statusBar.module.css'
import { StatusBarItem, StatusBarSlot } from './statusBar.tsx'

const BUDGET_EVERY_MS = 5_000

/** The bottom line: what the page put there, then what holds everywhere. */
export function StatusBar() {
  const { connections } = useConnections()
  const host = useHostStatus()
  return (
    <footer className={styles.bar}>
      <StatusBarSlot side="start" />
      <StatusBarItem>
        {host.state === 'open' ? (
          <StatusDot tone="ok">{plural(connections.length, 'connection')}</StatusDot>
        ) : (
          <StatusDot tone="danger">host not answering</StatusDot>
        )}
      </StatusBarItem>
      <BudgetItems />
      <span className={styles.space} />
      <StatusBarSlot side="end" />
    </footer>
  )
}

/** How much of each account's call limit is used, and whether a server asked us to wait. */
function BudgetItems() {
  const { orpc } = useRpc()
  const shown = useShownConnections()
  const now = useNow()
  const { data } = useQuery(orpc.host.budget.queryOptions({ input: {}, refetchInterval: BUDGET_EVERY_MS }))
  return data?.flatMap(({ connectionId, used, limit, waiting, blockedUntil }) => {
    const connection = shown.find(({ id }) => id === connectionId)
    if (connection === undefined) return []
    const isBlocked = blockedUntil !== null && blockedUntil > now
    const name = shown.length > 1 ? connection.name : 'API budget'
    return [
      <StatusBarItem
        key={connectionId}
        title={`API calls to ${connection.baseUrl} in the running minute, of its limit`}
        // What was asked to wait must not be cut off; a number that is in order may.
        isLesser={!isBlocked}
      >
        <span className={isBlocked ? styles.blocked : undefined}>
          {name} {used}/{limit} per min
          {waiting > 0 && ` · ${waiting} waiting`}
          {isBlocked && ` · asked to wait ${Math.ceil((blockedUntil - now) / 1000)} s`}
        </span>
      </StatusBarItem>,
    ]
  })
}

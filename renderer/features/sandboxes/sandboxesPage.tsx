import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Sandbox } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import {
  Button,
  conversationTone,
  conversationWord,
  cx,
  EmptyState,
  FailureBanner,
  formatAge,
  formatTime,
  ProgressBar,
  StatusDot,
  shortId,
  useNow,
} from '../../ui/index.ts'
import { useShownConnections } from '../connections/index.ts'
import { SandboxActionDialog } from './sandboxActionDialog.tsx'
import styles from './sandboxes.module.css'
import { type SandboxAction, sandboxAction, sandboxTone } from './sandboxStatus.ts'
import { useSandboxes } from './useSandboxes.ts'

export function SandboxesPage() {
  const connections = useShownConnections()
  const { sandboxes, isPending, failures, refetch } = useSandboxes(connections)
  const [asking, setAsking] = useState<{ sandbox: Sandbox; action: SandboxAction } | null>(null)
  useShortcut({ keys: 'r', label: 'Ask the servers now', scope: 'Sandboxes' }, refetch)
  const running = sandboxes.filter(({ status }) => status === 'RUNNING').length
  const onlyAgents = connections.length > 0 && connections.every(({ kind }) => kind === 'agent')

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.heading}>Sandboxes</h1>
        <span className={styles.extent}>
          {running} of {sandboxes.length} running
        </span>
        <span className={styles.space} />
        <Button onPress={refetch}>Refresh</Button>
      </header>
      {failures.map(({ connection, failure }) => (
        <FailureBanner
          key={connection.id}
          failure={{ ...failure, message: `${connection.name}: ${failure.message}` }}
          onRetry={refetch}
          isStrip
        />
      ))}
      {isPending && sandboxes.length === 0 ? (
        <div className={styles.loading}>
          <ProgressBar label="Asking the servers for sandboxes…" />
        </div>
      ) : sandboxes.length === 0 ? (
        <EmptyState title={onlyAgents ? 'No sandboxes here' : 'No sandbox yet'}>
          {onlyAgents
            ? 'A bare agent server runs its conversations itself, without sandboxes.'
            : 'A sandbox is made when a conversation starts.'}
        </EmptyState>
      ) : (
        <table className={styles.table} aria-label="Sandboxes">
          <thead>
            <tr>
              <th scope="col">sandbox</th>
              <th scope="col">status</th>
              <th scope="col">conversations</th>
              <th scope="col" className={styles.number}>
                age
              </th>
              <th scope="col" aria-label="action" />
            </tr>
          </thead>
          <tbody>
            {sandboxes.map((sandbox) => (
              <SandboxRow
                key={`${sandbox.connectionId}/${sandbox.id}`}
                sandbox={sandbox}
                onAsk={(action) => setAsking({ sandbox, action })}
              />
            ))}
          </tbody>
        </table>
      )}
      {asking !== null && <SandboxActionDialog {...asking} onClose={() => setAsking(null)} />}
    </div>
  )
}

function SandboxRow({ sandbox, onAsk }: { sandbox: Sandbox; onAsk: (action: SandboxAction) => void }) {
  const now = useNow()
  const action = sandboxAction(sandbox)
  const { id, status, statusDetail, specId, createdAt, conversations, connectionId } = sandbox
  return (
    <tr className={styles.row}>
      <td>
        <span className={styles.mono} title={id}>
          {shortId(id)}
        </span>
        <span className={styles.spec} title={specId}>
          {specId.slice(specId.lastIndexOf('/') + 1)}
        </span>
      </td>
      <td>
        <StatusDot tone={sandboxTone(status)}>{status}</StatusDot>
        {statusDetail !== null && <span className={styles.detail}>{statusDetail}</span>}
      </td>
      <td>
        {conversations.length === 0 && <span className={styles.detail}>none known</span>}
        <ul className={styles.conversations}>
          {conversations.map(({ conversationId, title, executionStatus }) => {
            const parts = { executionStatus, sandboxStatus: null }
            return (
              <li key={conversationId} className={styles.conversation}>
                <Link
                  to="/c/$connectionId/$conversationId"
                  params={{ connectionId, conversationId }}
                  className={styles.link}
                >
                  {title ?? `untitled · ${shortId(conversationId)}`}
                </Link>
                {executionStatus !== null && (
                  <StatusDot tone={conversationTone(parts)}>{conversationWord(parts)}</StatusDot>
                )}
              </li>
            )
          })}
        </ul>
      </td>
      <td className={cx(styles.mono, styles.number)} title={formatTime(createdAt)}>
        {formatAge(createdAt, now)}
      </td>
      <td className={styles.action}>
        {action !== null && (
          <Button
            onPress={() => onAsk(action)}
            aria-label={`${action === 'pause' ? 'Pause' : 'Resume'} sandbox ${shortId(id)}`}
          >
            {action === 'pause' ? 'Pause…' : 'Resume…'}
          </Button>
        )}
      </td>
    </tr>
  )
}

// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table has the focus and names its active row.
// biome-ignore-all lint/a11y/useFocusableInteractive: as above.
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import type { Sandbox } from '../../../shared/domain/index.ts'
import {
  Button,
  conversationTone,
  conversationWord,
  cx,
  formatAge,
  formatTime,
  StatusDot,
  shortId,
  useNow,
} from '../../ui/index.ts'
import { useConnectionNames } from '../connections/index.ts'
import styles from './sandboxes.module.css'
import { conversationName, powerAction, type SandboxAction, sandboxTone, specName } from './sandboxStatus.ts'

export interface SandboxTableProps {
  sandboxes: readonly Sandbox[]
  selected: Sandbox | undefined
  onSelect: (sandbox: Sandbox) => void
  onAsk: (sandbox: Sandbox, action: SandboxAction) => void
}

export function sandboxKey({ connectionId, id }: Sandbox): string {
  return `${connectionId}/${id}`
}

export function SandboxTable({ sandboxes, selected, onSelect, onAsk }: SandboxTableProps) {
  const baseId = useId()
  const names = useConnectionNames()
  return (
    <table
      className={styles.table}
      role="grid"
      aria-label="Sandboxes"
      tabIndex={0}
      aria-activedescendant={selected === undefined ? undefined : `${baseId}-${sandboxKey(selected)}`}
    >
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            sandbox
          </th>
          <th scope="col" className={styles.status}>
            status
          </th>
          <th scope="col">conversations</th>
          <th scope="col" className={styles.number}>
            age
          </th>
          <th scope="col" className={styles.action}>
            action
          </th>
        </tr>
      </thead>
      <tbody>
        {sandboxes.map((sandbox) => (
          <SandboxRow
            key={sandboxKey(sandbox)}
            id={`${baseId}-${sandboxKey(sandbox)}`}
            sandbox={sandbox}
            connectionName={names.get(sandbox.connectionId) ?? null}
            isSelected={sandbox === selected}
            onSelect={() => onSelect(sandbox)}
            onAsk={(action) => onAsk(sandbox, action)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SandboxRowProps {
  id: string
  sandbox: Sandbox
  /** Whose it is, where that is not plain: several connections are shown. */
  connectionName: string | null
  isSelected: boolean
  onSelect: () => void
  onAsk: (action: SandboxAction) => void
}

function SandboxRow({ id: rowId, sandbox, connectionName, isSelected, onSelect, onAsk }: SandboxRowProps) {
  const now = useNow()
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const action = powerAction(sandbox)
  const { id, status, statusDetail, specId, createdAt, conversations, connectionId, deviations } = sandbox
  return (
    <tr
      ref={row}
      id={rowId}
      aria-selected={isSelected}
      className={cx(styles.row, isSelected && styles.selected)}
      onPointerDown={onSelect}
    >
      <td>
        <span className={styles.mono} title={id}>
          {shortId(id)}
        </span>
        <span className={styles.spec} title={specId}>
          {specName(specId)}
        </span>
        {connectionName !== null && <span className={styles.detail}>{connectionName}</span>}
        {deviations.length > 0 && (
          <span className={styles.odd} title={deviations.join('\n')}>
            odd record
          </span>
        )}
      </td>
      <td>
        <StatusDot tone={sandboxTone(status)}>{status}</StatusDot>
        {statusDetail !== null && <span className={styles.detail}>{statusDetail}</span>}
      </td>
      <td>
        {conversations.length === 0 && <span className={styles.detail}>none known</span>}
        <ul className={styles.conversations}>
          {conversations.map((conversation) => {
            const { conversationId, executionStatus } = conversation
            const parts = { executionStatus, sandboxStatus: null }
            return (
              <li key={conversationId} className={styles.conversation}>
                <Link
                  to="/c/$connectionId/$conversationId"
                  params={{ connectionId, conversationId }}
                  className={styles.link}
                  title={conversationName(conversation)}
                >
                  {conversationName(conversation)}
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

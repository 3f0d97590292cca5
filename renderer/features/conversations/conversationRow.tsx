// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useSemanticElements: a virtualized grid places its rows itself; table elements cannot.
import type { Conversation } from '../../../shared/domain/index.ts'
import {
  ConversationDot,
  cx,
  formatAge,
  formatCost,
  formatTime,
  shortId,
  TagChip,
  tagsInOrder,
} from '../../ui/index.ts'
import styles from './conversations.module.css'

export interface ConversationRowProps {
  conversation: Conversation
  /** Whose it is, where that is not plain: several connections are shown. */
  connectionName: string | null
  id: string
  isSelected: boolean
  index: number
  now: number
  onSelect: () => void
  onOpen: () => void
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, connectionName, id, isSelected, index, now, onSelect, onOpen } = props
  const { title, repository, branch, tags, sandboxId, usage, updatedAt, deviations } = conversation
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's own keys do the same.
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(styles.columns, styles.row, isSelected && styles.selected)}
      onPointerDown={onSelect}
      onClick={onOpen}
    >
      <span role="gridcell" className={styles.cell}>
        <ConversationDot conversation={conversation} />
      </span>
      <span role="gridcell" className={cx(styles.cell, styles.title)} title={title ?? undefined}>
        {conversation.parentConversationId !== null && (
          <span className={styles.faint} title="Started by another conversation">
            ↳{' '}
          </span>
        )}
        <span className={cx(styles.name, title === null && styles.faint)}>
          {title ?? `untitled · ${shortId(conversation.conversationId)}`}
        </span>
        {deviations.length > 0 && (
          <span className={styles.deviations} title={deviations.join('\n')}>
            {' '}
            odd record
          </span>
        )}
        {connectionName !== null && <span className={styles.connection}> {connectionName}</span>}
      </span>
      <span
        role="gridcell"
        className={cx(styles.cell, styles.muted)}
        title={branch === null ? (repository ?? undefined) : `${repository ?? ''} · ${branch}`}
      >
        {repository ?? '–'}
      </span>
      <span role="gridcell" className={cx(styles.cell, styles.tags)} title={tagsText(tags)}>
        <Tags tags={tags} />
      </span>
      <span role="gridcell" className={cx(styles.cell, styles.mono)} title={sandboxId ?? undefined}>
        {sandboxId === null ? '–' : shortId(sandboxId)}
      </span>
      <span role="gridcell" className={cx(styles.cell, styles.number)}>
        {formatCost(usage?.costUsd)}
      </span>
      <span role="gridcell" className={cx(styles.cell, styles.number)} title={formatTime(updatedAt)}>
        {formatAge(updatedAt, now)}
      </span>
    </div>
  )
}

/** What people wrote; of what the server added only how many, else every row would be full of paths. */
function Tags({ tags }: { tags: Conversation['tags'] }) {
  const all = tagsInOrder(tags)
  const added = all.filter(({ isServers }) => isServers).length
  return (
    <>
      <span className={styles.chips}>
        {all.map(({ key, value, isServers }) => isServers || <TagChip key={key} name={key} value={value} />)}
      </span>
      {added > 0 && <span className={styles.added}>+{added}</span>}
    </>
  )
}

function tagsText(tags: Conversation['tags']): string {
  return tagsInOrder(tags)
    .map(({ key, value }) => `${key}=${value}`)
    .join('\n')
}

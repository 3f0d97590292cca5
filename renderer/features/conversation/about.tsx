import type { Conversation, LiveFacts } from '../../../shared/domain/index.ts'
import { formatCost } from '../../ui/index.ts'
import { useConnections } from '../connections/index.ts'
import { formatTokens } from '../timeline/index.ts'
import styles from './conversation.module.css'

/** Where the conversation works and what it has cost, in one line. */
export function About({ record, facts }: { record: Conversation; facts: LiveFacts | null }) {
  const { repository, branch, model, usage } = record
  const { connections } = useConnections()
  const connection = connections.length > 1 ? connections.find(({ id }) => id === record.connectionId) : undefined
  const cost = facts?.costUsd ?? usage?.costUsd ?? null
  const tokens = facts?.tokens ?? (usage ? usage.promptTokens + usage.completionTokens : null)
  const parts = [
    connection?.name ?? null,
    repository,
    branch,
    model,
    cost === null ? null : formatCost(cost),
    tokens === null ? null : `${formatTokens(tokens)} tok`,
  ].filter((part) => part !== null)
  return (
    <span className={styles.about} title={parts.join(' · ')}>
      {parts.join(' · ')}
    </span>
  )
}

import { useQueries, useQueryClient } from '@tanstack/react-query'
import { normaliseConversationId } from '../../../shared/contract/index.ts'
import type { Connection, Conversation } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, ConversationPill, FailureBanner, ProgressBar, plural, shortId } from '../../ui/index.ts'
import styles from './idSearch.module.css'

/** A server takes so many ids at a time (contract §15). */
const MOST_IDS = 99

/** The conversation ids that a text consists of, each once; none when anything else stands in it. */
export function idsIn(text: string): string[] {
  const ids = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(normaliseConversationId)
  const known = ids.filter((id) => id !== null)
  return known.length === ids.length ? [...new Set(known)] : []
}

export interface IdSearchProps {
  ids: readonly string[]
  /** App servers. */
  servers: readonly Connection[]
  onOpen: (conversation: Conversation) => void
}

/** Asks the servers for conversations by their ids: finds also those that no list has, such as sub-conversations. */
export function IdSearch({ ids, servers, onOpen }: IdSearchProps) {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const asked = ids.slice(0, MOST_IDS)
  const answers = useQueries({
    queries: servers.map(({ id: connectionId }) =>
      orpc.conversations.byId.queryOptions({ input: { connectionId, ids: asked }, retry: false }),
    ),
  })
  const isAsking = answers.some(({ isFetching }) => isFetching)
  const isGivenUp = !isAsking && answers.some(({ data, error }) => data === undefined && error === null)
  const again = () => {
    for (const { data, refetch } of answers) if (data === undefined) void refetch()
  }
  return (
    <section className={styles.search} aria-label="Conversations by id">
      {isAsking && (
        <div className={styles.row}>
          <ProgressBar label={`Asking the servers for ${plural(asked.length, 'conversation')}…`} />
          <Button onPress={() => void queries.cancelQueries({ queryKey: orpc.conversations.byId.key() })}>
            Cancel
          </Button>
        </div>
      )}
      {isGivenUp && (
        <div className={styles.row}>
          <Button onPress={again}>Ask again</Button>
        </div>
      )}
      {servers.map(({ id, name }, index) => {
        const error = answers[index]?.error ?? null
        if (error === null) return null
        const failure = failureOf(error)
        const message = `${name}: ${failure.message}`
        return <FailureBanner key={id} failure={{ ...failure, message }} onRetry={again} />
      })}
      {ids.length > MOST_IDS && (
        <p className={styles.quiet}>
          Servers take {MOST_IDS} ids at a time: of {ids.length}, the first were asked for.
        </p>
      )}
      <ul aria-label="Found by id">
        {asked.map((id, at) => (
          <Found
            key={id}
            id={id}
            records={answers.flatMap(({ data }) => data?.[at] ?? [])}
            isComplete={answers.every(({ data }) => data !== undefined)}
            servers={servers}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  )
}

interface FoundProps extends Pick<IdSearchProps, 'servers' | 'onOpen'> {
  id: string
  records: readonly Conversation[]
  /** Every server has answered. */
  isComplete: boolean
}

function Found({ id, records, isComplete, servers, onOpen }: FoundProps) {
  if (records.length === 0 && isComplete) {
    return (
      <li className={styles.row}>
        <code>{shortId(id)}</code>
        <span className={styles.quiet}>No server knows it.</span>
      </li>
    )
  }
  return records.map((record) => (
    <li key={record.connectionId} className={styles.row}>
      <ConversationPill conversation={record} />
      <span className={styles.title}>{record.title ?? shortId(id)}</span>
      <span className={styles.quiet}>{servers.find((server) => server.id === record.connectionId)?.name}</span>
      <Button onPress={() => onOpen(record)}>Open</Button>
    </li>
  ))
}

import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type Connection, isStartOver, type StartTask } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Banner, Button, formatAge, Spinner, useNow } from '../../ui/index.ts'
import { stepName } from './followStartTask.ts'
import styles from './newConversation.module.css'

/** While one is under way; otherwise only when the page appears: the list of conversations shows what became ready. */
const LOOK_EVERY_MS = 3_000

/** Starts that go on at the servers or failed there, also those whose window was closed. */
export function StartsUnderWay({ connections }: { connections: readonly Connection[] }) {
  const { orpc } = useRpc()
  const { isOpen, follow } = useNewConversation()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const now = useNow()
  const tasks = useQueries({
    queries: connections
      .filter(({ kind }) => kind === 'app')
      .map(({ id }) => ({
        ...orpc.conversations.startTasks.queryOptions({ input: { connectionId: id } }),
        // The dialog follows its own start; an older server may not have the list at all.
        enabled: !isOpen,
        retry: false,
        refetchInterval: (query: { state: { data: StartTask[] | undefined } }) =>
          query.state.data?.some((task) => !isStartOver(task)) === true ? LOOK_EVERY_MS : false,
      })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  }).filter(({ id }) => !dismissed.includes(id))
  const dismiss = (id: string) => setDismissed((ids) => [...ids, id])

  if (isOpen || tasks.length === 0) return null
  return (
    <ul className={styles.starts} aria-label="Starts">
      {tasks.map((task) => (
        <li key={task.id}>
          {task.status === 'ERROR' ? (
            <Banner
              tone="danger"
              title={`${nameOf(task)} could not be started.`}
              isStrip
              actions={<Button onPress={() => dismiss(task.id)}>Dismiss</Button>}
            >
              {task.detail ?? 'The server gave no reason.'} Start it again with what you typed under New conversation.
            </Banner>
          ) : (
            <div className={styles.start}>
              <Spinner label="Starting" />
              <span className={styles.startName}>{nameOf(task)}</span>
              <span className={styles.kept}>
                {stepName(task.status)} · {formatAge(task.createdAt, now)}
              </span>
              <Button onPress={() => follow(task)}>Follow</Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ title, repository }: StartTask) => title ?? repository ?? 'A conversation'

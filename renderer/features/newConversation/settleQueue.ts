import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isStartOver } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { type EndedStart, useQueues } from '../composer/index.ts'

/** A start is over: what waited for one that failed goes back to the form, behind what was typed there. */
export function settleQueue(task: EndedStart): void {
  const returned = useQueues.getState().settle(task)
  const { draft, change } = useNewConversation.getState()
  if (returned.length === 0) return
  change({ text: [draft.text, ...returned].filter((text) => text !== '').join('\n\n') })
}

/** Starts that nobody follows any more and that messages wait for: their end is looked for, so that nothing typed is lost. */
export function useLeftQueues(isFollowing: boolean, pollMs: number): void {
  const { orpc } = useRpc()
  const keys = useQueues(useShallow((queues) => Object.keys(queues.starts)))
  const left = keys.map((key) => ({
    connectionId: key.slice(0, key.lastIndexOf('/')),
    id: key.slice(key.lastIndexOf('/') + 1),
  }))
  const over = useQueries({
    queries: left.map((input) => ({
      ...orpc.conversations.startTask.queryOptions({ input }),
      enabled: !isFollowing,
      refetchInterval: pollMs,
      gcTime: 0,
    })),
    combine: (answers) =>
      answers.flatMap(({ data, error }, index): EndedStart[] => {
        const task = left[index]
        if (data !== undefined) return isStartOver(data) ? [data] : []
        // A server that has forgotten the start delivers nothing for it either.
        const isForgotten = error !== null && failureOf(error).code === 'not-found'
        return isForgotten && task !== undefined ? [{ ...task, status: 'ERROR', conversationId: null }] : []
      }),
  })
  useEffect(() => {
    if (!isFollowing) for (const task of over) settleQueue(task)
  }, [over, isFollowing])
}

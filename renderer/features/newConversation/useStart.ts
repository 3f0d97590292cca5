import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Failure, StartRequest, StartTask } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { followStartTask } from './followStartTask.ts'
import { settleQueue } from './settleQueue.ts'

export type StartState =
  | { phase: 'editing'; failure: Failure | null }
  /** `task` is null until the server answered the request itself. */
  | { phase: 'walking'; task: StartTask | null; seen: readonly string[] }
  /** The task is known and asking for it failed: asking again starts nothing anew. */
  | { phase: 'lost'; task: StartTask; seen: readonly string[]; failure: Failure }

/** Starts what was drafted and follows its start task to the conversation. */
export function useStart(pollMs: number) {
  const { client } = useRpc()
  const navigate = useNavigate()
  const { close, discard } = useNewConversation()
  const [state, setState] = useState<StartState>({ phase: 'editing', failure: null })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start(request: StartRequest) {
    const signal = renew(abort)
    setState({ phase: 'walking', task: null, seen: [] })
    try {
      const task = await client.conversations.start(request, { signal })
      await follow(task, [], signal)
    } catch (error) {
      if (!signal.aborted) setState({ phase: 'editing', failure: failureOf(error) })
    }
  }

  async function follow(task: StartTask, before: readonly string[], signal: AbortSignal) {
    let seen = before
    let latest = task
    try {
      const onStep = (step: StartTask) => {
        latest = step
        if (!seen.includes(step.status)) seen = [...seen, step.status]
        if (!signal.aborted) setState({ phase: 'walking', task: step, seen })
      }
      const end = await followStartTask(client, task, pollMs, onStep, signal)
      if (!signal.aborted) settle(end)
    } catch (error) {
      if (!signal.aborted) setState({ phase: 'lost', task: latest, seen, failure: failureOf(error) })
    }
  }

  function settle(task: StartTask) {
    settleQueue(task)
    if (task.status === 'ERROR' || task.conversationId === null) {
      return setState({ phase: 'editing', failure: startFailure(task) })
    }
    const { connectionId, conversationId } = task
    discard()
    close()
    setState({ phase: 'editing', failure: null })
    void navigate({ to: '/c/$connectionId/$conversationId', params: { connectionId, conversationId } })
  }

  return {
    state,
    start,
    /** Goes on with a start that was begun earlier, maybe in another window. */
    followTask: (task: StartTask) => void follow(task, [], renew(abort)),
    askAgain: () => state.phase === 'lost' && void follow(state.task, state.seen, renew(abort)),
    /** Stops following; what the server began goes on there. */
    leave() {
      abort.current?.abort()
      setState({ phase: 'editing', failure: null })
    },
  }
}

function renew(ref: { current: AbortController | null }): AbortSignal {
  ref.current?.abort()
  ref.current = new AbortController()
  return ref.current.signal
}

function startFailure({ status, detail }: StartTask): Failure {
  const what = status === 'ERROR' ? 'The server could not start the conversation' : 'The server named no conversation'
  return {
    code: 'server-error',
    message: detail === null ? `${what}.` : `${what}: ${detail}`,
    advice: 'What you typed is still here. Change what the server names, or try again.',
    status: null,
    field: null,
    retryAfterMs: null,
    isSafeToRetry: false,
  }
}

import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Failure } from '../../shared/domain/index.ts'
import { failureOf } from './failure.ts'
import { useHostStatus } from './provider.tsx'

export type StreamStatus =
  /** Not subscribed: paused, or the host is away. */
  | { state: 'waiting' }
  | { state: 'live' }
  /** The host ended it. */
  | { state: 'ended' }
  | { state: 'failed'; failure: Failure }

export type StreamCall<Item> = (signal: AbortSignal) => Promise<AsyncIterable<Item>>

/**
 * Reads an event iterator for as long as the component is there, and subscribes again when the host comes back.
 * `call` names the subscription: keep it stable with useCallback, give null to pause. `onItem` may change freely.
 */
export function useStream<Item>(
  call: StreamCall<Item> | null,
  onItem: (item: Item) => void,
): StreamStatus & { retry: () => void } {
  const host = useHostStatus()
  const generation = host.state === 'open' ? host.generation : null
  const [status, setStatus] = useState<StreamStatus>({ state: 'waiting' })
  const [attempt, setAttempt] = useState(0)
  const receive = useEffectEvent(onItem)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is how retry() subscribes again.
  useEffect(() => {
    if (call === null || generation === null) return
    const abort = new AbortController()
    const become = (next: StreamStatus) => {
      if (!abort.signal.aborted) setStatus(next)
    }
    void readStream(call, abort.signal, (item) => receive(item), become)
    return () => {
      abort.abort()
      setStatus({ state: 'waiting' })
    }
  }, [call, generation, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...status, retry }
}

async function readStream<Item>(
  call: StreamCall<Item>,
  signal: AbortSignal,
  onItem: (item: Item) => void,
  become: (status: StreamStatus) => void,
): Promise<void> {
  try {
    const stream = await call(signal)
    become({ state: 'live' })
    for await (const item of stream) {
      if (signal.aborted) return
      onItem(item)
    }
    become({ state: 'ended' })
  } catch (error) {
    if (!signal.aborted) become({ state: 'failed', failure: failureOf(error) })
  }
}

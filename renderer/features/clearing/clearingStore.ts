import { create } from 'zustand'
import type { ClearingStage, Failure } from '../../../shared/domain/index.ts'
import { failureOf } from '../../rpc/index.ts'

export type Clearing =
  | { state: 'none' }
  /** `what`: in words, e.g. `3 conversations`; `events`: how many were to go. */
  | { state: 'running'; what: string; events: number; stage: ClearingStage; leave: () => void }
  | { state: 'done'; what: string; freedBytes: number; bytes: number }
  /** It goes on where nobody is told of it. */
  | { state: 'left'; what: string }
  | { state: 'failed'; what: string; failure: Failure }

export interface Deletion {
  what: string
  events: number
  /** On the disk before it. */
  bytes: number
  run(signal: AbortSignal): Promise<AsyncIterable<ClearingStage>>
  /** Something of it is told: what is shown is old. */
  changed(): Promise<void>
}

interface ClearingStore {
  clearing: Clearing
  /** Resolves when it is deleted; how the space comes back is told after that. Rejects when nothing was deleted. */
  start(deletion: Deletion, signal: AbortSignal): Promise<void>
  dismiss(): void
}

/** The deletion whose space is given back. It goes on while the person looks at another page. */
export const useClearing = create<ClearingStore>((set, get) => ({
  clearing: { state: 'none' },

  async start(deletion, signal) {
    const { what, events, bytes } = deletion
    const before = get().clearing
    const told = new AbortController()
    const stopBefore = () => told.abort(signal.reason)
    signal.addEventListener('abort', stopBefore)
    const stages = (await deletion.run(told.signal))[Symbol.asyncIterator]()
    const first = await stages.next()
    // One at a time is told of; the other's space comes back with this one's.
    if (before.state === 'running') before.leave()
    // From here on whoever closes the dialog closes no more than that.
    signal.removeEventListener('abort', stopBefore)
    const leave = () => {
      told.abort()
      set({ clearing: { state: 'left', what } })
    }
    const show = (stage: ClearingStage) =>
      set({
        clearing:
          stage.stage === 'done'
            ? { state: 'done', what, bytes: stage.bytes, freedBytes: Math.max(0, bytes - stage.bytes) }
            : { state: 'running', what, events, stage, leave },
      })
    if (first.done !== true) show(first.value)
    await deletion.changed()
    void follow(stages, show, told.signal, (error) =>
      set({ clearing: { state: 'failed', what, failure: failureOf(error) } }),
    ).finally(() => void deletion.changed())
  },

  dismiss: () => set({ clearing: { state: 'none' } }),
}))

async function follow(
  stages: AsyncIterator<ClearingStage>,
  show: (stage: ClearingStage) => void,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    for (let next = await stages.next(); next.done !== true; next = await stages.next()) {
      if (signal.aborted) return
      show(next.value)
    }
  } catch (error) {
    if (!signal.aborted) failed(error)
  }
}

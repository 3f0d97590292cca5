import type {
  Draft,
  Overview,
  ViewChange,
  ViewOpened,
  ViewRequest,
  Window,
  WindowRequest,
} from '../../shared/domain/index.ts'

interface Cancel {
  signal?: AbortSignal
}

/** The calls a view needs: the RPC client's `view`, or a test's fake. */
export interface ViewCalls {
  open(request: ViewRequest, options?: Cancel): Promise<ViewOpened>
  close(input: { view: string }): Promise<unknown>
  window(request: WindowRequest, options?: Cancel): Promise<Window>
  overview(request: { view: string; buckets: number; clock: 'wall' | 'active' }, options?: Cancel): Promise<Overview>
  drafts(input: { view: string }, options?: Cancel): Promise<Draft[]>
  changes(input: { view: string }, options?: Cancel): Promise<AsyncIterable<ViewChange>>
}

export interface ViewSessionEvents {
  /** Open, with changes asked for: the host keeps them until they are read, so that none is missed. */
  opened(opened: ViewOpened): void
  changed(change: ViewChange): void
  /** `isLost`: it had been open; the session tries again by itself. Otherwise `retry` must be called. */
  failed(error: unknown, isLost: boolean): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000

/** Keeps a view open until `signal` aborts: opens it as `request` says at that moment, follows its changes, opens it again when the stream ends. */
export async function keepViewOpen(
  calls: ViewCalls,
  request: () => ViewRequest,
  on: ViewSessionEvents,
  signal: AbortSignal,
): Promise<void> {
  let wasOpen = false
  let wait = FIRST_WAIT_MS
  while (!signal.aborted) {
    let view: string | null = null
    try {
      const opened = await calls.open(request(), { signal })
      view = opened.view
      const changes = calls.changes({ view }, { signal })
      // Not waited for: rows are asked for at once.
      on.opened(opened)
      wasOpen = true
      wait = FIRST_WAIT_MS
      for await (const change of await changes) {
        if (signal.aborted) break
        on.changed(change)
      }
    } catch (error) {
      if (signal.aborted) break
      on.failed(error, wasOpen)
      if (!wasOpen) return
    } finally {
      if (view !== null) calls.close({ view }).catch(() => undefined) // It expires by itself.
    }
    await pause(wait, signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

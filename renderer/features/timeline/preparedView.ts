import type { ViewSpec } from '../../../shared/domain/index.ts'
import type { ViewStore } from '../../state/viewStore.ts'

/** A page that was given up before it was drawn leaves nothing open. */
const UNUSED_MS = 5_000

/** A view that is opened before what shows it is drawn, so that its rows come meanwhile. */
export interface PreparedView {
  readonly store: ViewStore
  /** Resolves when there are rows, or will be none. */
  ready(): Promise<void>
  /** Whether it is this view and nothing has shown it yet. */
  isFor(spec: ViewSpec): boolean
  /** It is shown from now on: the view stays open until the returned function is called. */
  adopt(): () => void
}

export function prepareView(store: ViewStore): PreparedView {
  let stop: (() => void) | null = store.start()
  let isAdopted = false
  const end = () => {
    stop?.()
    stop = null
  }
  const unused = setTimeout(end, UNUSED_MS)
  return {
    store,
    ready: () =>
      new Promise((resolve) => {
        const stopListening = store.subscribe(() => {
          const { phase, count } = store.getSnapshot()
          // An archive without a row of it may have some in a moment.
          if (phase !== 'failed' && (count === 0 || !store.hasNews)) return
          stopListening()
          resolve()
        })
      }),
    isFor: (spec) => !isAdopted && JSON.stringify(spec) === JSON.stringify(store.spec),
    adopt() {
      clearTimeout(unused)
      isAdopted = true
      stop ??= store.start()
      return end
    },
  }
}

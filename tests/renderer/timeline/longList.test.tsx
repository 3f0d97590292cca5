import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Timeline } from '../../../renderer/features/timeline/index.ts'
import { type ViewCalls, ViewStore } from '../../../renderer/state/viewStore.ts'
import '../../../renderer/ui/tokens.css'
import '../../../renderer/ui/global.css'
import { painted, visibleRows } from '../conversation/openConversation.tsx'
import { fakeEventRow } from './fakeView.ts'

const MILLION = 1_000_000
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A million rows that exist only when asked for. */
const calls: ViewCalls = {
  open: async () => ({ view: 'v', count: MILLION, revision: 1 }),
  close: async () => ({}),
  window: async ({ anchor, before, after }) => {
    const at = anchor === 'end' ? MILLION - 1 : 'id' in anchor ? Number(anchor.id.slice(1)) : anchor.position
    const first = Math.max(0, at - before)
    const end = Math.min(MILLION, at + after + 1)
    const rows = Array.from({ length: end - first }, (_, index) => fakeEventRow(`r${first + index}`, first + index))
    return { revision: 1, count: MILLION, first, anchorPosition: at, rows }
  },
  overview: async () => {
    throw new Error('not asked here')
  },
  drafts: async () => [],
  changes: async (_, options) => silence(options?.signal),
}

async function* silence(signal: AbortSignal | undefined): AsyncGenerator<never, void> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve))
}

async function open() {
  await page.viewport(900, 700)
  const conversation = { connectionId: 'c', conversationId: '0'.repeat(32) }
  const store = new ViewStore({ calls, spec: { conversation, filter: [], order: 'spans' } })
  const pane = document.createElement('div')
  pane.style.cssText = 'display:grid;width:860px;height:600px'
  document.body.append(pane)
  const root = createRoot(pane)
  const nothing = () => undefined
  root.render(
    <Timeline
      store={store}
      gridRef={{ current: null }}
      originUs={null}
      gapFacts={{ progress: null, halted: null, asked: null, canAskAgain: false, onAskAgain: nothing }}
      isFiltered={false}
      onClearFilter={nothing}
      onRetry={nothing}
      onOpen={nothing}
      onNextError={nothing}
    />,
  )
  const stop = store.start()
  cleanups.push(() => {
    stop()
    root.unmount()
    pane.remove()
  })
  await expect.poll(() => visibleRows().at(-1)?.dataset.eventId).toBe('r999999')
  await painted()
  return { store, scroller: pane.querySelector<HTMLElement>('[role=grid]') }
}

test('a million rows can be scrolled to both ends, row by row and by the scrollbar', async () => {
  const { store, scroller } = await open()
  if (!scroller) throw new Error('the grid has a scroller')
  scroller.scrollTop = 0
  await expect.poll(() => visibleRows()[0]?.dataset.eventId).toBe('r0')
  scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 84, cancelable: true }))
  await expect.poll(() => visibleRows()[0]?.dataset.eventId).toBe('r3')
  scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 2
  await expect.poll(() => Math.abs(Number(visibleRows()[0]?.dataset.eventId?.slice(1)) - 499_990)).toBeLessThan(30)
  const { from } = store.getSnapshot().visible
  store.scrollBy(28 * 5)
  await expect.poll(() => visibleRows()[0]?.dataset.eventId).toBe(`r${from + 5}`)
  scroller.scrollTop = scroller.scrollHeight
  await expect.poll(() => visibleRows().at(-1)?.dataset.eventId).toBe('r999999')
})

test('keys reach every row of a million', async () => {
  await open()
  page.getByRole('grid').element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => visibleRows()[0]?.dataset.eventId).toBe('r0')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.getAttribute('data-event-id')).toBe('r2')
  await userEvent.keyboard('{End}{ArrowUp}')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.getAttribute('data-event-id')).toBe('r999998')
})

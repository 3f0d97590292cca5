import { page } from 'vitest/browser'
import { StatusBarSlot } from '../../../renderer/app/statusBar.tsx'
import { useDrafts } from '../../../renderer/features/composer/draftStore.ts'
import { ConversationPage } from '../../../renderer/features/conversation/index.ts'
import { useTimelineLooks } from '../../../renderer/features/timeline/index.ts'
import { CLOUD, fakeConversationId } from '../support/fakeFleet.ts'
import type { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'
import { until } from '../support/until.ts'

/** The conversation that waits for confirmation: 12,000 spans. */
export const LONG = { connectionId: CLOUD, conversationId: fakeConversationId(0) }
/** A running one with 240 spans. */
export const SHORT = { connectionId: CLOUD, conversationId: fakeConversationId(1) }

export const grid = () => page.getByRole('grid', { name: 'Events' })
export const eventRows = () => [...document.querySelectorAll<HTMLElement>('[role=row][data-event-id]')]

/** Rows of which at least a part is between the column heads and the end of the list. */
export function visibleRows(): HTMLElement[] {
  const box = document.querySelector('[role=grid]')?.getBoundingClientRect()
  if (!box) return []
  return eventRows().filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > box.top + 25 && top < box.bottom - 1
  })
}

export const indexOf = (row: Element | undefined) => Number(row?.getAttribute('aria-rowindex')) - 2

export interface Shown {
  conversation: typeof LONG
  size: { width: number; height: number }
  address: string
}

export async function showConversation(host: FakeHost, shown: Partial<Shown> = {}) {
  const { conversation = SHORT, size = { width: 1240, height: 800 }, address } = shown
  // The page before this one kept its place when it went.
  forgetInMemory()
  await page.viewport(size.width + 40, size.height + 40)
  const rendered = renderInHost(
    <>
      <ConversationPage conversation={conversation} />
      <footer style={{ display: 'flex', height: 24 }}>
        <StatusBarSlot side="start" />
      </footer>
    </>,
    host,
    size,
    address,
  )
  return rendered
}

export async function openConversation(host: FakeHost, shown: Partial<Shown> = {}) {
  const rendered = await showConversation(host, shown)
  await until(() => visibleRows().length).toBeGreaterThan(5)
  await painted()
  return rendered
}

/** Resolves when a person sees what is in the page now, with the scrollbar where it belongs. */
export function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** Forgets in memory what a person typed and chose; what the browser keeps is not touched. */
export function forgetInMemory(): void {
  useTimelineLooks.setState({ looks: {} })
  useDrafts.setState({ texts: {}, sendings: {} })
}

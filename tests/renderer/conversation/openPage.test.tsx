import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { prepareSync } from '../../../renderer/features/conversation/preparedSync.ts'
import { prepareView } from '../../../renderer/features/timeline/preparedView.ts'
import { ViewStore } from '../../../renderer/state/viewStore.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { connectTo, renderApp } from '../support/render.tsx'
import { FakeView, ids } from '../timeline/fakeView.ts'
import { forgetInMemory, grid, SHORT } from './openConversation.tsx'

const ADDRESS = `/c/${SHORT.connectionId}/${SHORT.conversationId}`

afterEach(() => {
  forgetInMemory()
  vi.useRealTimers()
})

test('a conversation comes with its rows in one go', async () => {
  const { pane, history } = renderApp(new FakeHost(), '/conversations')
  await expect.element(page.getByRole('row').nth(3)).toBeVisible()
  const drawn: number[] = []
  const seen = new MutationObserver(() => {
    if (pane.querySelector('[aria-label=Events]')) drawn.push(pane.querySelectorAll('[data-event-id]').length)
  })
  seen.observe(pane, { childList: true, subtree: true })
  history.push(ADDRESS)
  await expect.element(grid()).toBeVisible()
  seen.disconnect()
  expect(drawn[0]).toBeGreaterThan(5)
})

test('a conversation is brought in step from before its page is drawn, by one watch', async () => {
  const host = new FakeHost()
  const release = host.hold('view.open')
  renderApp(host, ADDRESS)
  await expect.poll(() => host.calls('sync.watch')).toHaveLength(1)
  release()
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent('live')
  expect(host.calls('sync.watch')).toHaveLength(1)
})

test('a host that is slow with the rows is not waited for', async () => {
  const host = new FakeHost()
  const release = host.hold('view.open')
  const { pane } = renderApp(host, ADDRESS)
  await expect.element(page.getByRole('img', { name: 'Opening the timeline' })).toBeVisible()
  release()
  await expect.poll(() => pane.querySelectorAll('[data-event-id]').length).toBeGreaterThan(5)
})

test('a view that nothing came to show is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const view = new FakeView(ids('a', 10))
  const close = vi.fn(view.calls.close)
  const conversation = { connectionId: 'c', conversationId: '0'.repeat(32) }
  const store = new ViewStore({ calls: { ...view.calls, close }, spec: { conversation, filter: [], order: 'spans' } })
  await prepareView(store).ready()
  expect(close).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(close).toHaveBeenCalledOnce()
})

test('a watch that no page takes over ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client } = connectTo(new FakeHost())
  const [left, taken] = [prepareSync(client, SHORT), prepareSync(client, SHORT)]
  expect(taken.take(new AbortController().signal)).not.toBeNull()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(left.take(new AbortController().signal)).toBeNull()
})

import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useClearing } from '../../../renderer/features/clearing/index.ts'
import { IMPORTED } from '../../../shared/domain/index.ts'
import { SHORT, showConversation } from '../conversation/openConversation.tsx'
import { CLOUD, fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'

beforeEach(() => useClearing.setState(useClearing.getInitialState(), true))

const rows = () => page.getByRole('grid', { name: 'Conversations in the archive' }).getByRole('row')
const dialog = () => page.getByRole('alertdialog')
const names = () =>
  rows()
    .elements()
    .map((row) => row.getAttribute('aria-label') ?? row.textContent)

test('what is kept is shown with its sizes, the largest first, and is filtered and ordered by key', async () => {
  renderApp(new FakeHost(), '/archive')
  await expect.element(page.getByText('19.0 MB on this disk · 5 conversations · 1,500 events')).toBeVisible()
  await expect.poll(() => names()[0]).toContain('5.0 MB')
  await page.getByRole('button', { name: 'Order by events' }).click()
  await page.getByRole('button', { name: 'Order by events, now descending' }).click()
  await expect.poll(() => names()[0]).toContain('100 events')
  await userEvent.keyboard('/')
  await userEvent.keyboard('elsewhere imported{ArrowDown}')
  await expect.poll(() => rows().elements().length).toBe(1)
})

test('marked conversations are named before they go, and what came back is told', async () => {
  const host = new FakeHost()
  renderApp(host, '/archive')
  await expect.poll(() => rows().elements().length).toBe(5)
  await page
    .getByRole('row', { name: /A run from elsewhere/ })
    .getByRole('checkbox')
    .click({ force: true })
  await page
    .getByRole('row', { name: /Kept 3/ })
    .getByRole('checkbox')
    .click({ force: true })
  await userEvent.keyboard('{Delete}')
  await expect.element(dialog().getByText('500 events, 5.0 MB, deleted from this disk')).toBeVisible()
  await expect.element(dialog().getByText('300 events · 3.0 MB · open now')).toBeVisible()
  await expect.element(dialog().getByText(/One of them is imported from a file: gone for good/)).toBeVisible()
  await expect.element(dialog().getByText(/own copy of one of them is not touched/)).toBeVisible()
  host.failNext('archive.forget', { code: 'internal', message: 'The archive failed: disk I/O error.' })
  await dialog().getByRole('button', { name: 'Delete all 2 here' }).click()
  await expect.element(dialog().getByText('The archive failed: disk I/O error.')).toBeVisible()
  await dialog().getByRole('button', { name: 'Delete all 2 here' }).click()
  await expect.element(page.getByText('Deleted here: 2 conversations. 8.0 MB came back to the disk.')).toBeVisible()
  await expect.poll(() => rows().elements().length).toBe(3)
  expect(host.calls('archive.forget').at(-1)).toEqual({
    conversations: [
      { connectionId: CLOUD, conversationId: fakeConversationId(3) },
      { connectionId: IMPORTED, conversationId: fakeConversationId(2) },
    ],
  })
})

test('the whole archive goes only when the word is typed', async () => {
  const host = new FakeHost()
  renderApp(host, '/archive')
  await expect.poll(() => rows().elements().length).toBe(5)
  await userEvent.keyboard('w')
  await expect.element(dialog().getByText('5 conversations, 1,500 events, 19.0 MB on this disk')).toBeVisible()
  await expect.element(dialog().getByText(/Keys, connections, saved filters, drafts/)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Wipe everything' })).toBeDisabled()
  await dialog().getByRole('textbox').fill('wipe')
  await dialog().getByRole('button', { name: 'Wipe everything' }).click()
  await expect.element(page.getByText('Nothing is kept')).toBeVisible()
  expect(host.calls('archive.wipe')).toEqual([{}])
})

test('an open conversation of which nothing is here any more says why, and is read again when asked', async () => {
  const host = new FakeHost()
  host.views.log(SHORT).spans = 0
  host.setSync(SHORT, { sync: { phase: 'stopped', reason: 'It was deleted from the archive.', canRetry: true } })
  await showConversation(host)
  await expect.element(page.getByText('Nothing of it is here')).toBeVisible()
  await page.getByRole('button', { name: 'Read it from its server' }).click()
  await expect.element(page.getByText('No events yet')).toBeVisible()
  expect(host.calls('sync.retry')).toEqual([SHORT])
})

test('a conversation whose connection keeps nothing says so', async () => {
  const host = new FakeHost()
  host.state.connections = host.state.connections.map((connection) => ({ ...connection, keepsNothing: true }))
  await showConversation(host)
  await expect.element(page.getByText('in memory only')).toBeVisible()
})

test('a connection keeps nothing after the person saw what goes, and keeps again at once', async () => {
  const host = new FakeHost()
  renderApp(host, '/connections')
  const box = page.getByRole('checkbox', { name: /Keep nothing of / }).first()
  await box.click({ force: true })
  await expect.element(dialog().getByText('1,300 events · 13.0 MB')).toBeVisible()
  await expect.element(dialog().getByText(/Nothing of them is written to this disk/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Delete and keep nothing' }).click()
  await expect.element(page.getByText(/Deleted here: what was kept of /)).toBeVisible()
  await expect.element(box).toBeChecked()
  await box.click({ force: true })
  await expect.element(box).not.toBeChecked()
  expect(host.calls('archive.keep')).toEqual([
    { connectionId: CLOUD, isKept: false },
    { connectionId: CLOUD, isKept: true },
  ])
})

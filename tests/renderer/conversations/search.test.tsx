import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localTime, timeOf } from '../../../renderer/features/conversations/searchFilter.ts'
import { NO_FILTER } from '../../../shared/domain/index.ts'
import { CLOUD, fakeConnections, fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'
import { until } from '../support/until.ts'

const rows = () => page.getByRole('row').elements().slice(1)
const titles = () => rows().map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent?.trim())
const dialog = () => page.getByRole('dialog', { name: 'Ask the servers' })
const strip = () => page.getByRole('region', { name: 'Search of the servers' })

async function open(host = new FakeHost()) {
  const app = renderApp(host, '/conversations')
  await expect.element(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  return { host, ...app }
}

async function search(host = new FakeHost()) {
  const app = await open(host)
  await userEvent.keyboard('f')
  await expect.element(dialog()).toBeVisible()
  return app
}

test('the servers themselves are asked by title, and what they found takes the place of the list', async () => {
  const { host } = await search()
  await dialog().getByLabelText('Title contains').fill(' to ')
  await dialog().getByRole('button', { name: 'Search' }).click()
  await until(titles).toEqual([
    'Bump zod to 4 across packages',
    'Migrate billing cron to queue',
    'Add SSO to admin',
    'Port search to the new index',
  ])
  await expect.element(strip()).toMatchTextContent('title has “ to ”')
  await expect.element(strip()).toMatchTextContent('4 found')
  expect(host.calls('conversations.find')).toEqual([
    { connectionId: CLOUD, filter: { ...NO_FILTER, title: ' to ' }, pageId: null },
  ])
  await page.getByLabelText('Filter conversations').fill('acme/admin')
  await until(titles).toEqual(['Add SSO to admin'])
  await page.getByLabelText('Filter conversations').fill('')
  await strip().getByRole('button', { name: 'Show all' }).click()
  await until(() => rows().length).toBe(12)
})

test('times, a sandbox and sub-conversations can be asked for, and each taken back by itself', async () => {
  const host = new FakeHost()
  const [first] = host.state.conversations
  if (first === undefined) throw new Error('the fake fleet is empty')
  host.state.conversations = [
    ...host.state.conversations,
    { ...first, conversationId: fakeConversationId(40), title: 'A helper', parentConversationId: first.conversationId },
  ]
  await search(host)
  await dialog().getByLabelText('Created from').fill('2020-01-01T00:00')
  await dialog()
    .getByRole('button', { name: /Sandbox/ })
    .click()
  await page.getByRole('option', { name: /k3f…9a/ }).click()
  await dialog().getByText('With sub-conversations', { exact: false }).first().click()
  await dialog().getByRole('button', { name: 'Search' }).click()
  await until(() => titles().toSorted()).toEqual([
    'Bump zod to 4 across packages',
    'Fix flaky login test',
    '↳ A helper',
  ])
  expect(host.calls('conversations.find')[0]).toMatchObject({
    filter: { sandboxId: first.sandboxId, withSubConversations: true, createdFrom: timeOf('2020-01-01T00:00') },
  })
  await strip().getByRole('button', { name: 'Without: with sub-conversations' }).click()
  await until(() => rows().length).toBe(2)
  await expect.element(strip()).toMatchTextContent('2 found· 3 counted')
})

test('a long answer comes page by page, when it is asked for', async () => {
  const host = new FakeHost()
  host.records.findPage = 2
  await search(host)
  await dialog().getByLabelText('Title contains').fill(' to ')
  await userEvent.keyboard('{Enter}')
  await until(() => rows().length).toBe(2)
  await expect.element(strip()).toMatchTextContent('2 so far')
  await strip().getByRole('button', { name: 'Load more' }).click()
  await until(() => rows().length).toBe(4)
  await expect.element(strip().getByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})

test('a search that fails says where and can be tried again; one that takes long can be cancelled', async () => {
  const host = new FakeHost()
  host.failNext('conversations.find', { code: 'server-error', message: 'The server failed (HTTP 500).' })
  await search(host)
  await dialog().getByLabelText('Title contains').fill('zod')
  await dialog().getByRole('button', { name: 'Search' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('acme · cloud: The server failed (HTTP 500).')
  const release = host.hold('conversations.find')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await strip().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(strip().getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  release()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await until(titles).toEqual(['Bump zod to 4 across packages'])
})

test('a search that finds nothing says so and leads back', async () => {
  await search()
  await dialog().getByLabelText('Title contains').fill('zebra')
  await dialog().getByRole('button', { name: 'Search' }).click()
  await expect.element(page.getByText('The servers found nothing')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).last().click()
  await until(() => rows().length).toBe(12)
})

test('times in the wrong order are refused with their names', async () => {
  await search()
  await dialog().getByLabelText('Last changed from').fill('2026-02-02T00:00')
  await dialog().getByLabelText('Last changed before').fill('2026-02-01T00:00')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('“Last changed from” is not before')
  await expect.element(dialog().getByRole('button', { name: 'Search' })).toBeDisabled()
})

test('a time in a field is the reader’s own, to the minute', () => {
  expect(localTime(timeOf('2026-03-29T12:34'))).toBe('2026-03-29T12:34')
  expect([localTime(null), timeOf(''), timeOf('2026-13-01T00:00')]).toEqual(['', null, null])
})

test('bare agent servers cannot be asked: alone the search is absent, beside others they are named', async () => {
  const [cloud] = fakeConnections()
  if (cloud === undefined) throw new Error('there is a connection')
  const bare = { ...cloud, id: 'bare', name: 'my laptop', kind: 'agent' as const }
  const host = new FakeHost({ connections: [cloud, bare] })
  await search(host)
  await dialog().getByLabelText('Title contains').fill('zod')
  await dialog().getByRole('button', { name: 'Search' }).click()
  await expect.element(strip()).toMatchTextContent('1 not asked')
})

test('Delete on a row names what goes, and the next row is selected after it', async () => {
  const { host } = await open()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await userEvent.keyboard('{Delete}')
  const asking = page.getByRole('alertdialog')
  await expect.element(asking).toMatchTextContent('Delete “Migrate billing cron to queue”?')
  await asking.getByRole('button', { name: 'Delete' }).click()
  await until(titles).not.toContain('Migrate billing cron to queue')
  expect(host.calls('conversations.delete')).toEqual([{ connectionId: CLOUD, conversationId: fakeConversationId(2) }])
  await expect.element(page.getByRole('row', { selected: true })).toMatchTextContent('Nightly dependency audit')
  await expect.element(page.getByText(/is deleted on the server/)).toBeVisible()
  await page.getByRole('button', { name: 'Open what is stored' }).click()
  await expect.element(page.getByText('Deleted on the server.')).toBeVisible()
})

test('Backspace asks the same, and leaving the question deletes nothing', async () => {
  const { host } = await open()
  await userEvent.keyboard('{ArrowDown}{Backspace}')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(host.calls('conversations.delete')).toEqual([])
  await expect.element(page.getByRole('grid')).toHaveFocus()
})

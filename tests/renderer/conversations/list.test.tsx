import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'
import { until } from '../support/until.ts'

const rows = () => page.getByRole('row').elements().slice(1)
const titles = () => rows().map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent?.trim())

async function open(host = new FakeHost()) {
  const app = renderApp(host, '/conversations')
  await expect.element(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  return { host, ...app }
}

test('every conversation is there with its state as a word, also a state that Handrail does not know', async () => {
  const host = new FakeHost()
  host.state.conversations = host.state.conversations.map((one) =>
    one.title === 'Nightly dependency audit' ? { ...one, sandboxStatus: 'RUNNING' } : one,
  )
  await open(host)
  await until(() => rows().length).toBe(12)
  for (const word of [
    'needs you',
    'idle',
    'error',
    'stuck',
    'finished',
    'paused',
    'sandbox gone',
    'unknown · analysing',
  ]) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible()
  }
})

test('arrows walk the list and Enter opens the conversation', async () => {
  const { history } = await open()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')
  await expect.element(page.getByRole('row', { selected: true })).toMatchTextContent('Migrate billing cron')
  await userEvent.keyboard('{Enter}')
  await until(() => history.location.pathname).toBe(`/c/cloud/${fakeConversationId(2)}`)
})

test('/ goes to the filter, which finds by title, tag and repository, and Escape goes back to the list', async () => {
  await open()
  await userEvent.keyboard('/')
  await userEvent.keyboard('team=web acme/shop')
  await until(titles).toEqual(['Fix flaky login test', 'Write e2e for checkout', 'Triage backlog issues'])
  await userEvent.keyboard('{Escape}')
  await until(() => rows().length).toBe(12)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid')).toHaveFocus()
})

test('a filter that finds nothing says so and can be undone', async () => {
  await open()
  await page.getByLabelText('Filter conversations').fill('zebra')
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await until(() => rows().length).toBe(12)
})

test('a column head sorts, and pressed again turns the order round', async () => {
  await open()
  await page.getByRole('button', { name: 'cost' }).click()
  await until(() => titles()[0]).toBe('Triage backlog issues')
  await expect.element(page.getByRole('columnheader', { name: 'cost' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'cost' }).click()
  await until(() => titles()[0]).toBe('Nightly dependency audit odd record')
})

test('grouped by status, who needs someone comes first', async () => {
  await open()
  await page.getByRole('radio', { name: 'by status' }).click()
  await until(() => rows()[0]?.textContent).toBe('needs you1')
  await userEvent.keyboard('{ArrowDown}')
})

test('a failed refresh keeps the list, names the server and offers a retry', async () => {
  const host = new FakeHost()
  const failure = {
    code: 'timeout' as const,
    message: 'The server did not answer in 30 s.',
    advice: 'Check its status page.',
  }
  host.state.fleet = {
    ...host.state.fleet,
    failure: { ...failure, status: null, field: null, retryAfterMs: null, isSafeToRetry: true },
  }
  await open(host)
  await expect.element(page.getByRole('alert')).toMatchTextContent('acme · cloud: The server did not answer in 30 s.')
  await expect.element(page.getByText('Fix flaky login test')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a first answer that failed says so and does not go on waiting', async () => {
  const failure = {
    code: 'unreachable' as const,
    message: 'Could not list the conversations: nothing answers (connection refused).',
    advice: 'Start the server.',
    status: null,
    field: null,
    retryAfterMs: null,
    isSafeToRetry: true,
  }
  renderApp(
    new FakeHost({ conversations: [], fleet: { isComplete: false, fetchedAt: null, failure } }),
    '/conversations',
  )
  await expect.element(page.getByText(/nothing answers/).first()).toBeVisible()
  await expect.element(page.getByText('Asking the servers for conversations…')).not.toBeInTheDocument()
  await expect.element(page.getByText('No conversation yet')).not.toBeInTheDocument()
})

test('a list that no server has confirmed says that it is from the archive', async () => {
  await open(new FakeHost({ fleet: { isComplete: false, fetchedAt: null, failure: null } }))
  await expect.element(page.getByText('from the archive')).toBeVisible()
  await expect.element(page.getByText(/more coming/)).toBeVisible()
})

test('a change on the server is on screen without asking', async () => {
  const { host } = await open()
  await until(() => host.fleetChanges.readers).toBe(1)
  const [first] = host.state.conversations
  if (first !== undefined) host.changeConversation(first, { title: 'Renamed elsewhere' })
  await expect.element(page.getByText('Renamed elsewhere')).toBeVisible()
})

test('five thousand conversations cost the page no more than what is in sight', async () => {
  const host = new FakeHost()
  const [first] = host.state.conversations
  if (first === undefined) throw new Error('the fake fleet is empty')
  host.state.conversations = Array.from({ length: 5_000 }, (_, index) => ({
    ...first,
    conversationId: index.toString(16).padStart(32, '0'),
    title: `Conversation ${index}`,
    updatedAt: 1_700_000_000_000 + index,
  }))
  await open(host)
  await expect.element(page.getByText('Conversation 4999')).toBeVisible()
  expect(rows().length).toBeLessThan(80)
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('row', { selected: true })).toMatchTextContent('Conversation 0')
})

test('tags that people wrote are shown, of those that the server added only how many', async () => {
  const host = new FakeHost()
  host.state.conversations = host.state.conversations.slice(0, 1).map((one) => ({
    ...one,
    tags: { archiveworkspacepath: '/workspace/project', repo_name: 'acme/shop', team: 'web' },
  }))
  await open(host)
  const cell = () => rows()[0]?.querySelectorAll<HTMLElement>('[role=gridcell]')[3]
  await until(() => cell()?.textContent).toBe('team=web+2')
  expect(cell()?.title).toBe('team=web\narchiveworkspacepath=/workspace/project\nrepo_name=acme/shop')
})

test('with several connections every row says whose it is, and sandboxes that look alike stay apart', async () => {
  const host = new FakeHost()
  const [cloud] = host.state.connections
  const [first] = host.state.conversations
  if (cloud === undefined || first === undefined) throw new Error('the fake host has both')
  host.state.connections = [cloud, { ...cloud, id: 'other', name: 'lab' }]
  host.state.conversations = [
    { ...first, sandboxId: 'abc-1-xy' },
    { ...first, connectionId: 'other', sandboxId: 'abc-2-xy' },
  ]
  await open(host)
  await until(() =>
    titles()
      .map((title) => title?.replace(first.title ?? '', '').trim())
      .sort(),
  ).toEqual(['acme · cloud', 'lab'])
  await page.getByRole('radio', { name: 'by sandbox' }).click()
  await until(() => rows().length).toBe(4)
})

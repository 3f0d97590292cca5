import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { takeToken } from '../../../renderer/rpc/index.ts'
import { applyTheme } from '../../../renderer/state/theme.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'
import { until } from '../support/until.ts'

test('the token leaves the address before anything else reads it', () => {
  window.history.replaceState(null, '', '#token=s3cret-token')
  expect(takeToken()).toBe('s3cret-token')
  expect(window.location.href).not.toContain('s3cret')
  expect(takeToken()).toBeNull()
})

test('an address that leads nowhere says so and offers a way back', async () => {
  const { history } = renderApp(new FakeHost(), '/nowhere')
  await expect.element(page.getByText('There is no such page')).toBeVisible()
  await page.getByRole('link', { name: 'All conversations' }).click()
  await until(() => history.location.pathname).toBe('/conversations')
})

test('the navigation counts what there is and how many wait for someone', async () => {
  renderApp(new FakeHost())
  await expect.element(page.getByRole('link', { name: /Conversations 1 12/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Sandboxes 5 \/ 8/ })).toBeVisible()
})

test('a host that goes away is named with its attempts, and the lists come back with it', async () => {
  const host = new FakeHost()
  renderApp(host)
  await expect.element(page.getByText('Fix flaky login test')).toBeVisible()
  host.stop()
  const banner = page.getByRole('alert')
  await expect.element(banner).toMatchTextContent("Handrail's host process is not answering.")
  await expect.element(banner).toMatchTextContent(/Attempt \d/)
  await expect.element(page.getByText('Fix flaky login test')).toBeVisible()
  const [first] = host.state.conversations
  if (first !== undefined) host.changeConversation(first, { title: 'Renamed while away' })
  host.start()
  await expect.element(page.getByText('Renamed while away')).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
})

test('? lists every key that works on this page', async () => {
  renderApp(new FakeHost())
  await expect.element(page.getByText('Fix flaky login test')).toBeVisible()
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of ['Open the conversation', 'Filter the list', 'New conversation', 'Go to sandboxes']) {
    await expect.element(dialog.getByText(label, { exact: true })).toBeVisible()
  }
})

test('keys reach every page, and rest while someone types', async () => {
  const { history } = renderApp(new FakeHost())
  await expect.element(page.getByText('Fix flaky login test')).toBeVisible()
  await userEvent.keyboard('/')
  await userEvent.keyboard('gs')
  expect(history.location.pathname).toBe('/conversations')
  await userEvent.keyboard('{Escape}{Escape}')
  await userEvent.keyboard('gs')
  await until(() => history.location.pathname).toBe('/sandboxes')
  await userEvent.keyboard('gk')
  await until(() => history.location.pathname).toBe('/connections')
})

test('the lists of one connection or of all, as chosen', async () => {
  const host = new FakeHost()
  host.state.connections = [
    ...host.state.connections,
    {
      id: 'own',
      name: 'my agent',
      kind: 'agent',
      baseUrl: 'http://127.0.0.1:8000',
      isLocal: false,
      orgId: null,
      createdAt: 0,
    },
  ]
  host.state.conversations = [
    ...host.state.conversations,
    ...host.state.conversations.slice(0, 1).map((one) => ({ ...one, connectionId: 'own', title: 'On my own server' })),
  ]
  renderApp(host)
  await expect.element(page.getByText('On my own server')).toBeVisible()
  await expect.element(page.getByText('Fix flaky login test')).toBeVisible()
  await page.getByRole('radio', { name: 'my agent' }).click()
  await expect.element(page.getByText('Fix flaky login test')).not.toBeInTheDocument()
  await expect.element(page.getByText('On my own server')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Sandboxes/ })).not.toBeInTheDocument()
})

test('the theme is as chosen, and as the system has it until then', async () => {
  const stop = applyTheme()
  renderApp(new FakeHost())
  await page.getByRole('button', { name: 'Theme: As the system has it' }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  expect(document.documentElement.dataset.theme).toBe('light')
  await userEvent.keyboard('{Control>}{Shift>}l{/Shift}{/Control}')
  await expect.element(page.getByRole('button', { name: 'Theme: As the system has it' })).toBeVisible()
  const systems = window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  expect(document.documentElement.dataset.theme).toBe(systems)
  stop()
})

test('a full disk is said for as long as it lasts, and what was lost until it is dismissed', async () => {
  const host = new FakeHost()
  renderApp(host)
  host.setTroubles({ blocked: 'Nothing can be stored: the disk is full.' })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing can be stored: the disk is full.')
  host.setTroubles({
    blocked: null,
    troubles: [
      { id: 't2', at: Date.now(), message: 'Block 7 is damaged.' },
      { id: 't1', at: Date.now() - 1_000, message: 'Block 3 is damaged.' },
    ],
  })
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByText('Block 7 is damaged.')).toBeVisible()
  await expect.element(page.getByText(/1 more/)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Block 3 is damaged.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Block 3 is damaged.')).not.toBeInTheDocument()
})

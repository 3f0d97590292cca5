import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConnectionsPage } from '../../../renderer/features/connections/index.ts'
import { HandrailError } from '../../../shared/domain/index.ts'
import { fakeConnections } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp, renderInHost } from '../support/render.tsx'

const KEY = 'sk-canary-7f1c91ab'

async function fill(key = KEY): Promise<void> {
  await page.getByLabelText('Base URL').fill('https://agents.example.test/')
  await page.getByLabelText('API key').fill(key)
}

const submit = () => page.getByRole('button', { name: 'Check and connect' }).click()

test('a key that was accepted is left nowhere in the page', async () => {
  const host = new FakeHost()
  const { pane, queries } = renderInHost(<ConnectionsPage />, host)
  await fill()
  await submit()
  await expect.element(page.getByText('agents.example.test is connected.')).toBeVisible()
  await expect.element(page.getByText('https://agents.example.test', { exact: true })).toBeVisible()
  expect(host.calls('connections.add')).toMatchObject([
    { kind: 'app', baseUrl: 'https://agents.example.test', key: KEY },
  ])
  const input = page.getByLabelText('API key').element()
  expect(input instanceof HTMLInputElement && input.value).toBe('')
  const cache = JSON.stringify([
    queries
      .getQueryCache()
      .getAll()
      .map((query) => query.state),
    queries.getMutationCache().getAll(),
  ])
  const storage = JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])
  expect(`${cache}${storage}${pane.outerHTML}${document.head.innerHTML}`).not.toContain(KEY)
})

test('a refused key is said at its field, with advice, and nothing typed is lost', async () => {
  const host = new FakeHost()
  renderInHost(<ConnectionsPage />, host)
  host.failNext('connections.add', {
    code: 'unauthorized',
    message: 'agents.example.test refused the key.',
    advice: 'Make a new one.',
  })
  await fill()
  await page.getByLabelText('Name').fill('Agents')
  await submit()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('agents.example.test refused the key.Make a new one.')
  await expect
    .element(page.getByLabelText('API key'))
    .toHaveAccessibleDescription('The server did not accept this key.')
  await expect.element(page.getByLabelText('API key')).toHaveValue(KEY)
  await expect.element(page.getByLabelText('Name')).toHaveValue('Agents')
  await expect.element(page.getByLabelText('Base URL')).toHaveValue('https://agents.example.test/')
})

test('an address that is none is said before anything is sent', async () => {
  const host = new FakeHost()
  renderInHost(<ConnectionsPage />, host)
  await page.getByLabelText('Base URL').fill('agents.example.test')
  await submit()
  await expect.element(page.getByText('This is not an address. It starts with https:// or http://.')).toBeVisible()
  await expect.element(page.getByText('Enter the key.')).toBeVisible()
  expect(host.calls('connections.add')).toHaveLength(0)
})

test('a check that takes long can be cancelled', async () => {
  const host = new FakeHost()
  renderInHost(<ConnectionsPage />, host)
  const release = host.hold('connections.add')
  await fill()
  await submit()
  await expect.element(page.getByText(/Checking https:\/\/agents.example.test/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Check and connect' })).toHaveFocus()
  await expect.element(page.getByLabelText('API key')).toHaveValue(KEY)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  release()
})

test('the first real key asks for a new passphrase twice, then connects by itself', async () => {
  const host = new FakeHost({ vault: { state: 'empty', needsPassphrase: true } })
  renderInHost(<ConnectionsPage />, host)
  await fill()
  await submit()
  const dialog = page.getByRole('dialog', { name: 'Choose a passphrase' })
  await dialog.getByLabelText('New passphrase').fill('correct horse')
  await dialog.getByLabelText('Once more').fill('another')
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect.element(dialog.getByText('The two are not the same.')).toBeVisible()
  expect(host.calls('vault.unlock')).toHaveLength(0)
  await dialog.getByLabelText('Once more').fill('correct horse')
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect.element(page.getByText('agents.example.test is connected.')).toBeVisible()
  expect(host.calls('connections.add')).toHaveLength(2)
})

test('the question for a passphrase is ready to be typed into', async () => {
  renderApp(new FakeHost({ vault: { state: 'empty', needsPassphrase: true } }), '/connections')
  await fill()
  await submit()
  await expect.element(page.getByLabelText('New passphrase')).toHaveFocus()
})

test('a locked vault asks for its passphrase and says when it is wrong', async () => {
  const host = new FakeHost({ vault: { state: 'locked', needsPassphrase: true }, passphrase: 'correct horse' })
  renderInHost(<ConnectionsPage />, host)
  await fill()
  await submit()
  const dialog = page.getByRole('dialog', { name: 'Unlock the keys' })
  await dialog.getByLabelText('Passphrase').fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('That is not the passphrase of this vault.')
  await dialog.getByLabelText('Passphrase').fill('correct horse')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('agents.example.test is connected.')).toBeVisible()
})

test('removing a connection says what goes and what stays before it does', async () => {
  const host = new FakeHost()
  renderInHost(<ConnectionsPage />, host)
  await page.getByRole('button', { name: 'Remove acme · cloud' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove acme · cloud?' })
  await expect.element(dialog.getByText('The events seen so far stay in the archive.')).toBeVisible()
  expect(host.calls('connections.remove')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('No connection yet')).toBeVisible()
  expect(host.calls('connections.remove')).toEqual([{ id: 'cloud', forgetEvents: false }])
})

test('a local service that did not start says why, and starts again when asked', async () => {
  const failure = new HandrailError({
    code: 'unreachable',
    message: 'The local service did not start: no free port.',
    advice: 'Start it again.',
    isSafeToRetry: true,
  }).failure
  const local = { id: 'local', name: 'Local service', kind: 'app', isLocal: true, orgId: null, createdAt: 0 } as const
  const host = new FakeHost({
    connections: [...fakeConnections(), { ...local, baseUrl: '', service: { state: 'failed', failure } }],
  })
  renderInHost(<ConnectionsPage />, host)
  await expect.element(page.getByText('acme · cloud')).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The local service did not start: no free port.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Starting the local service…')).toBeVisible()
  host.state.connections = [
    ...fakeConnections(),
    { ...local, baseUrl: 'http://127.0.0.1:4711', service: { state: 'running' } },
  ]
  await expect.element(page.getByText('http://127.0.0.1:4711')).toBeVisible()
  await expect.element(page.getByText('Starting the local service…')).not.toBeInTheDocument()
})

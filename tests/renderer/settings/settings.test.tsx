import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SettingsPage } from '../../../renderer/features/settings/index.ts'
import type { Connection } from '../../../shared/domain/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp, renderInHost } from '../support/render.tsx'

const CONNECTION = 'cloud'

function open(host = new FakeHost()) {
  renderInHost(<SettingsPage />, host, { width: 1200, height: 2_000 })
  return host
}

/** A connection beside the fake's own, under another id and kind. */
function other(host: FakeHost, part: Partial<Connection>): Connection {
  const [first] = host.state.connections
  if (first === undefined) throw new Error('the fake host has a connection')
  return { ...first, id: 'other', name: 'other', ...part }
}

test('the page is reached by its key from anywhere, and is in the navigation', async () => {
  renderApp(new FakeHost(), '/conversations')
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await userEvent.keyboard('g,')
  await expect.element(page.getByRole('heading', { name: 'Placement of conversations' })).toBeVisible()
})

test('a bare agent server has nothing of this, and the page says why', async () => {
  const host = new FakeHost()
  host.state.connections = [other(host, { kind: 'agent', name: 'my agent' })]
  open(host)
  await expect.element(page.getByRole('heading', { name: 'A bare agent server has no account' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Secrets' }).elements()).toHaveLength(0)
  expect(host.calls('settings.read')).toEqual([])
})

test('what was typed for one server is not there for another', async () => {
  const host = new FakeHost()
  host.state.connections = [...host.state.connections, other(host, { name: 'second' })]
  open(host)
  await page.getByLabelText('Value').fill('test-secret-value')
  await page.getByRole('button', { name: /^acme · cloud/ }).click()
  await page.getByRole('option', { name: /second/ }).click()
  await expect.element(page.getByRole('button', { name: /^second/ })).toBeVisible()
  await expect.element(page.getByLabelText('Value')).toHaveValue('')
})

test('the account shows whose key it is, and each part fails for itself', async () => {
  const host = new FakeHost()
  host.failNext('account.key', { code: 'not-found', message: 'Could not read what the key may do.', status: 404 })
  host.failNext('account.serverConfig', { code: 'server-error', message: 'Could not read the configuration.' })
  open(host)
  await expect.element(page.getByText('This server does not say what a key may do.')).toBeVisible()
  await expect.element(page.getByText('Acme · org-acme')).toBeVisible()
  await expect.element(page.getByText('kim@acme.test · owner')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/saas, cloud/)).toBeVisible()
  const probes = page.getByRole('list', { name: 'Liveness' }).getByRole('listitem')
  await expect.element(probes.nth(2)).toMatchTextContent('/readyCould not ask /ready.')
})

test('another organisation is kept when the server takes it; a refusal is explained and keeps what was typed', async () => {
  const host = open()
  host.failNext('account.setOrganisation', {
    code: 'forbidden',
    message: 'You are not a member of organization org-x.',
    advice: 'The key is bound to another organisation.',
    field: 'orgId',
  })
  const field = page.getByLabelText('Organisation id')
  await field.fill('org-x')
  await page.getByRole('button', { name: 'Check and keep' }).click()
  await expect.element(page.getByText('The key is bound to another organisation.')).toBeVisible()
  await expect.element(field).toHaveValue('org-x')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The organisation is kept.')).toBeVisible()
  expect(host.calls('account.setOrganisation')).toHaveLength(2)
  expect(host.state.connections[0]?.orgId).toBe('org-x')
})

test('there are five placements with what each does; saving names what it replaces and sends one of the five', async () => {
  const host = open()
  const choices = page.getByRole('radiogroup', { name: 'Sandbox grouping strategy' }).getByRole('radio')
  await expect.element(choices.nth(0)).toBeChecked()
  expect(choices.elements()).toHaveLength(5)
  await expect.element(page.getByText(/checks neither CPU, memory, disk nor credentials/)).toBeVisible()
  await page.getByText('Fewest conversations').click()
  await page.getByRole('button', { name: 'Save placement…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Place new conversations by “Fewest conversations”?' })
  await expect.element(dialog).toMatchTextContent('It replaces “No grouping”')
  expect(host.calls('settings.setGrouping')).toEqual([])
  host.failNext('settings.setGrouping', { code: 'timeout', message: 'Could not set the placement.' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Could not set the placement.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Fewest conversations · now')).toBeVisible()
  const sent = { connectionId: CONNECTION, strategy: 'FEWEST_CONVERSATIONS' }
  expect(host.calls('settings.setGrouping')).toEqual([sent, sent])
})

test('a new user is told that there are no settings yet, and an unknown strategy is shown as it is', async () => {
  const host = new FakeHost()
  host.state.account.settings = null
  open(host)
  await expect.element(page.getByText('This account has no settings yet.')).toBeVisible()
  const settings = { providers: [], mcpServers: null, defaultSandboxSpecId: null, grouping: 'BY_MOOD' }
  host.state.account.settings = settings
  await userEvent.keyboard('r')
  await expect.element(page.getByText('The server says “BY_MOOD”, which Handrail does not know.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save placement…' })).toBeDisabled()
})

test('a locked account is explained', async () => {
  const host = new FakeHost()
  for (const _ of [1, 2]) {
    host.failNext('settings.read', { code: 'server-error', message: 'Could not read the settings.', status: 500 })
  }
  open(host)
  await expect.element(page.getByText(/only the operator of the server can mend such an account/)).toBeVisible()
})

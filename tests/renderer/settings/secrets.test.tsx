import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SettingsPage } from '../../../renderer/features/settings/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp, renderInHost } from '../support/render.tsx'

const VALUE = 'test-secret-value\nwith a second line'

function open(host = new FakeHost()) {
  const { queries } = renderInHost(<SettingsPage />, host, { width: 1200, height: 2_000 })
  return { host, queries }
}

const list = () => page.getByRole('list', { name: 'Secrets' }).getByRole('listitem')

test('a secret goes out once with its lines, is then in no field, and the list has its name', async () => {
  const { host, queries } = open()
  await page.getByLabelText('Name').fill(' DEPLOY_KEY ')
  await page.getByLabelText('Description').fill('Deploys')
  await page.getByLabelText('Value').fill(VALUE)
  await page.getByRole('button', { name: 'Store secret' }).click()
  await expect.element(page.getByText('DEPLOY_KEY is stored.')).toBeVisible()
  expect(host.calls('secrets.create')).toEqual([
    { connectionId: 'cloud', name: 'DEPLOY_KEY', description: 'Deploys', value: VALUE },
  ])
  for (const label of ['Name', 'Description', 'Value']) await expect.element(page.getByLabelText(label)).toHaveValue('')
  await expect.element(list().nth(2)).toMatchTextContent('DEPLOY_KEYDeploys')
  const cached = queries
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data)
  expect(JSON.stringify(cached)).toContain('DEPLOY_KEY')
  expect(JSON.stringify([cached, queries.getMutationCache().getAll()])).not.toContain('test-secret-value')
  expect(document.body.innerHTML).not.toContain('test-secret-value')
})

test('a failure names the field, keeps all that was typed, and can be tried again', async () => {
  const { host } = open()
  host.failNext('secrets.create', { code: 'rejected', message: 'Secret DEPLOY already exists', field: 'name' })
  await page.getByLabelText('Name').fill('DEPLOY')
  await page.getByLabelText('Value').fill(VALUE)
  await page.getByRole('button', { name: 'Store secret' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Secret DEPLOY already exists')
  await expect.element(page.getByLabelText('Name')).toHaveValue('DEPLOY')
  await expect.element(page.getByLabelText('Value')).toHaveValue(VALUE)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('DEPLOY is stored.')).toBeVisible()
})

test.each([
  ['', 'x', 'Enter a name.'],
  ['LLM_KEY', 'x', 'This is a name that the server keeps for itself.'],
  ['a/b', 'x', 'A name may not hold a slash.'],
  ['NPM_TOKEN', 'x', 'There is a secret of this name. Servers take no new value for it: delete it first.'],
  ['NEW', '', 'Enter the value.'],
  ['NEW', 'é'.repeat(32_769), 'This is longer than 65536 bytes.'],
])('the name %j with such a value is refused here: nothing is sent', async (name, value, words) => {
  const { host } = open()
  await expect.element(list().nth(0)).toBeVisible()
  await page.getByLabelText('Name').fill(name)
  await page.getByLabelText('Value').fill(value)
  await page.getByRole('button', { name: 'Store secret' }).click()
  await expect.element(page.getByText(words)).toBeVisible()
  expect(host.calls('secrets.create')).toEqual([])
})

test('giving up the wait says that it may have been stored, and loses nothing', async () => {
  const { host } = open()
  const release = host.hold('secrets.create')
  await page.getByLabelText('Name').fill('SLOW')
  await page.getByLabelText('Value').fill(VALUE)
  await page.getByRole('button', { name: 'Store secret' }).click()
  await expect.element(page.getByText('Storing SLOW…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('You stopped waiting.')).toBeVisible()
  await expect.element(page.getByLabelText('Value')).toHaveValue(VALUE)
  release()
})

test('a long list comes page by page and is filtered by the server', async () => {
  const host = new FakeHost()
  host.state.account.secrets = Array.from({ length: 5 }, (_, at) => ({ name: `SECRET_${at}`, description: null }))
  host.state.account.secretPage = 2
  open(host)
  await expect.element(page.getByText('2 secrets, more on the server')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('5 secrets')).toBeVisible()
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toHaveLength(0)
  await page.getByLabelText('Filter secrets').fill('_3')
  await expect.element(page.getByText('1 secret', { exact: true })).toBeVisible()
  expect(host.calls('secrets.search').at(-1)).toEqual({ connectionId: 'cloud', name: '_3', pageId: null })
})

test('name and description change without the value', async () => {
  const { host } = open()
  await page.getByRole('button', { name: 'Change NPM_TOKEN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change NPM_TOKEN' })
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Publishes packages of acme')
  await dialog.getByLabelText('Name').fill('NPM_AUTH')
  await expect.element(dialog.getByText(/no longer find NPM_TOKEN/)).toBeVisible()
  host.failNext('secrets.change', { code: 'not-found', message: 'Could not change secret NPM_TOKEN.' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Could not change secret NPM_TOKEN.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(list().nth(0)).toMatchTextContent('NPM_AUTHPublishes packages of acme')
  expect(host.calls('secrets.change').at(-1)).toEqual({
    connectionId: 'cloud',
    id: 'NPM_TOKEN',
    change: { name: 'NPM_AUTH', description: 'Publishes packages of acme' },
  })
})

test('deleting names what goes and for whom, and Enter alone never does it', async () => {
  const { host } = open()
  await page.getByRole('button', { name: 'Delete SENTRY_DSN' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete SENTRY_DSN?' })
  await expect.element(dialog).toMatchTextContent('goes from the account on acme · cloud')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(host.calls('secrets.delete')).toEqual([])
  await dialog.getByRole('button', { name: 'Delete secret' }).click()
  await expect.element(page.getByText('1 secret', { exact: true })).toBeVisible()
  expect(host.calls('secrets.delete')).toEqual([{ connectionId: 'cloud', id: 'SENTRY_DSN' }])
})

test('a list that cannot be read says why and is asked for again', async () => {
  const host = new FakeHost()
  host.failNext('secrets.search', { code: 'unreachable', message: 'Could not list the secrets.' })
  open(host)
  await expect.element(page.getByText('Could not list the secrets.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(list().nth(1)).toMatchTextContent('SENTRY_DSN')
})

test('name and description are still there after a look at another page; the value is not kept anywhere', async () => {
  renderApp(new FakeHost(), '/settings')
  await page.getByLabelText('Name').fill('DEPLOY')
  await page.getByLabelText('Value').fill(VALUE)
  await page.getByRole('link', { name: /^Sandboxes/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Sandboxes' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('DEPLOY')
  await expect.element(page.getByLabelText('Value')).toHaveValue('')
})

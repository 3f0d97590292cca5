import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SettingsPage } from '../../../renderer/features/settings/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

const TOKEN = 'ghp_test-token-0123456789'

function open(host = new FakeHost()) {
  renderInHost(<SettingsPage />, host, { width: 1200, height: 2_600 })
  return host
}

const fate = (provider: string, name: string) =>
  page.getByRole('radiogroup', { name: `What becomes of ${provider}` }).getByRole('radio', { name })
const review = () => page.getByRole('button', { name: 'Review and send…' })
const dialog = () => page.getByRole('alertdialog', { name: 'Replace the stored git providers?' })

test('what is set stays in the map unless it was changed; the dialog says what becomes of each before sending', async () => {
  const host = open()
  await expect.element(review()).toBeDisabled()
  await fate('GitLab', 'New token').click()
  await page.getByLabelText('Token of GitLab').fill(TOKEN)
  await page.getByRole('button', { name: 'Add a provider…' }).click()
  await page.getByRole('menuitem', { name: 'Forgejo' }).click()
  await page.getByLabelText('Host of Forgejo').fill('codeberg.org')
  await page.getByLabelText('Token of Forgejo').fill(`${TOKEN}-forgejo`)
  await review().click()
  const items = dialog().getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent('GitHub · github.comstored token stays')
  await expect.element(items.nth(1)).toMatchTextContent('GitLabnew token')
  await expect.element(items.nth(2)).toMatchTextContent('Forgejo · codeberg.orgnew token')
  await expect.element(dialog()).toMatchTextContent('replaces all providers that it has stored')
  await expect.element(dialog()).toMatchTextContent('No list of MCP servers is sent')
  expect(host.calls('gitProviders.register')).toEqual([])
  await dialog().getByRole('button', { name: 'Replace and send' }).click()
  await expect.element(page.getByText('The server stored the list.')).toBeVisible()
  expect(host.calls('gitProviders.register')).toEqual([
    {
      connectionId: 'cloud',
      registration: {
        providers: [
          { provider: 'github', token: null, host: 'github.com' },
          { provider: 'gitlab', token: TOKEN, host: null },
          { provider: 'forgejo', token: `${TOKEN}-forgejo`, host: 'codeberg.org' },
        ],
        mcpServers: null,
      },
    },
  ])
  await expect.element(fate('Forgejo', 'Keep token')).toBeChecked()
  expect(page.getByLabelText('Token of GitLab').elements()).toHaveLength(0)
})

test('a refused token is said to be one, and everything typed is still there for another try', async () => {
  const host = open()
  host.failNext('gitProviders.register', {
    code: 'rejected',
    message: 'The server refused a provider token (HTTP 401): Invalid token.',
    advice: 'The key of this connection is good.',
    field: 'provider_tokens',
  })
  await fate('GitHub', 'New token').click()
  await page.getByLabelText('Token of GitHub').fill(TOKEN)
  await review().click()
  await dialog().getByRole('button', { name: 'Replace and send' }).click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('refused a provider token')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByLabelText('Token of GitHub')).toHaveValue(TOKEN)
  await review().click()
  await dialog().getByRole('button', { name: 'Replace and send' }).click()
  await expect.element(page.getByText('The server stored the list.')).toBeVisible()
})

test('a provider that is left out is named as removed, and Enter is not the way to it', async () => {
  const host = open()
  await fate('GitHub', 'Remove').click()
  await review().click()
  await expect.element(dialog().getByRole('listitem').nth(0)).toMatchTextContent('GitHub · github.comremoved')
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog().getByRole('button', { name: 'Replace and send' }).click()
  await expect.element(page.getByText('The server stored the list.')).toBeVisible()
  expect(host.state.account.settings?.providers).toEqual([{ provider: 'gitlab', host: null }])
})

test('a stored provider that Handrail cannot name is not lost in silence', async () => {
  const host = new FakeHost()
  const { settings } = host.state.account
  if (settings === null) throw new Error('the fake account has settings')
  settings.providers.push({ provider: 'sourcehut', host: 'git.sr.ht' })
  open(host)
  await expect.element(page.getByText('Also set: sourcehut.')).toBeVisible()
  await fate('GitHub', 'New token').click()
  await page.getByLabelText('Token of GitHub').fill(TOKEN)
  await review().click()
  await expect.element(dialog().getByText('sourcehut, which Handrail does not know')).toBeVisible()
})

test('a new list of MCP servers has all three kinds, and names what it replaces', async () => {
  const host = open()
  await page.getByRole('radio', { name: 'Send a new list' }).click()
  const servers = page.getByRole('list', { name: 'MCP servers' }).getByRole('listitem')
  await servers.nth(0).getByLabelText('Name').fill('search')
  await servers.nth(0).getByLabelText('Address').fill('https://mcp.example.test/mcp')
  await servers.nth(0).getByLabelText('API key').fill('test-mcp-key-0123')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await servers
    .nth(1)
    .getByRole('button', { name: /Streamable HTTP/ })
    .click()
  await page.getByRole('option', { name: /Program/ }).click()
  await servers.nth(1).getByLabelText('Name').fill('files')
  await servers.nth(1).getByLabelText('Command').fill('npx')
  await servers.nth(1).getByLabelText('Arguments').fill('-y\nfiles-server')
  await servers.nth(1).getByLabelText('Environment').fill('FILES_TOKEN=test-env-0123\nMODE=a=b')
  await review().click()
  await expect.element(dialog()).toMatchTextContent('MCP servers sent: search, files, in the place of search.')
  await dialog().getByRole('button', { name: 'Replace and send' }).click()
  await expect.element(page.getByText('With it: search, files.')).toBeVisible()
  expect(host.calls('gitProviders.register')).toMatchObject([
    {
      registration: {
        mcpServers: [
          { kind: 'shttp', name: 'search', url: 'https://mcp.example.test/mcp', apiKey: 'test-mcp-key-0123' },
          {
            kind: 'stdio',
            name: 'files',
            command: 'npx',
            args: ['-y', 'files-server'],
            env: { FILES_TOKEN: 'test-env-0123', MODE: 'a=b' },
          },
        ],
      },
    },
  ])
})

test('fields that a server would refuse are marked, and nothing is sent', async () => {
  const host = open()
  await fate('GitHub', 'New token').click()
  await page.getByLabelText('Token of GitHub').fill('abc')
  await page.getByLabelText('Host of GitLab').fill('https://gitlab.com')
  await page.getByRole('radio', { name: 'Send a new list' }).click()
  await page.getByRole('button', { name: 'Add a server' }).click()
  const servers = page.getByRole('list', { name: 'MCP servers' }).getByRole('listitem')
  await servers.nth(0).getByLabelText('Name').fill('same')
  await servers.nth(1).getByLabelText('Name').fill('same')
  await servers.nth(0).getByLabelText('Address').fill('mcp.example.test')
  await servers.nth(1).getByLabelText('Address').fill('https://mcp.example.test')
  await review().click()
  for (const words of [
    'This is shorter than 8 characters.',
    'This must be a host name, without https://.',
    'This must be an address that begins with https:// or http://.',
    'Another server of this list has this name.',
    'Nothing was sent: look at the marked fields.',
  ]) {
    await expect.element(page.getByText(words)).toBeVisible()
  }
  expect(dialog().elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Leave all as it is' }).click()
  await expect.element(review()).toBeDisabled()
  expect(host.calls('gitProviders.register')).toEqual([])
})

test('a server that takes MCP servers without listing them is not taken at its word', async () => {
  const host = new FakeHost()
  if (host.state.account.settings !== null) host.state.account.settings.mcpServers = null
  open(host)
  await page.getByRole('radio', { name: 'Send a new list' }).click()
  await page.getByRole('list', { name: 'MCP servers' }).getByLabelText('Name').fill('search')
  await page.getByLabelText('Address').fill('https://mcp.example.test')
  host.state.account.forgetsMcpServers = true
  await review().click()
  await dialog().getByRole('button', { name: 'Replace and send' }).click()
  await expect.element(page.getByText('The settings of the account list no MCP server.')).toBeVisible()
})

test('removing all names each token that goes', async () => {
  const host = open()
  await page.getByRole('button', { name: 'Remove all…' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Remove all git providers?' })
  await expect.element(asking.getByRole('listitem').nth(0)).toMatchTextContent('GitHub · github.comremoved')
  await expect.element(asking.getByRole('listitem').nth(1)).toMatchTextContent('GitLabremoved')
  host.failNext('gitProviders.removeAll', { code: 'timeout', message: 'Could not remove all git providers.' })
  await asking.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(asking.getByRole('alert')).toMatchTextContent('Could not remove all git providers.')
  await asking.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(page.getByText('No git provider is set.')).toBeVisible()
})

import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NewConversationDialog, StartsUnderWay } from '../../../renderer/features/newConversation/index.ts'
import { useNewConversation } from '../../../renderer/state/newConversation.ts'
import { emptyStart, type StartTask } from '../../../shared/domain/index.ts'
import { fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'
import { until } from '../support/until.ts'

afterEach(() => useNewConversation.getState().close())

function open(host: FakeHost) {
  const drawn = renderInHost(<NewConversationDialog pollMs={20} />, host)
  useNewConversation.getState().open()
  return drawn
}

const message = () => page.getByLabelText('Message')
const start = () => page.getByRole('button', { name: /^Start/ }).click()

test('a start is followed through its real statuses and opens the conversation', async () => {
  const host = new FakeHost()
  const { router } = open(host)
  const release = host.hold('conversations.startTask')
  await message().fill('Fix the flaky login test')
  await page.getByLabelText('Repository').fill('acme/shop')
  await start()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'WORKING' }))
    .toHaveAttribute('aria-current', 'step')
  release()
  await until(() => router.state.location.pathname).toBe(`/c/cloud/${fakeConversationId(1)}`)
  expect(host.calls('conversations.start')).toEqual([
    { ...emptyStart('cloud'), text: 'Fix the flaky login test', repository: 'acme/shop' },
  ])
  expect(useNewConversation.getState().draft.text).toBe('')
})

test('a start that ends in ERROR says why and keeps what was typed', async () => {
  const host = new FakeHost({ startStatuses: ['WORKING', 'ERROR'], startDetail: 'Sandbox did not start within 120 s.' })
  open(host)
  await message().fill('Fix the flaky login test')
  await start()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('The server could not start the conversation: Sandbox did not start within 120 s.')
  await expect.element(message()).toHaveValue('Fix the flaky login test')
})

test('a status that Handrail does not know is shown as the server says it', async () => {
  const host = new FakeHost({ startStatuses: ['WARMING_CACHES'] })
  open(host)
  await message().fill('Fix it')
  await start()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'WARMING_CACHES' }))
    .toHaveAttribute('aria-current', 'step')
})

test('losing sight of a start asks again without starting twice', async () => {
  const host = new FakeHost()
  host.failNext('conversations.startTask', { code: 'timeout', message: 'No answer in 30 s.' })
  const { router } = open(host)
  await message().fill('Fix it')
  await start()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await until(() => router.state.location.pathname).toBe(`/c/cloud/${fakeConversationId(1)}`)
  expect(host.calls('conversations.start')).toHaveLength(1)
})

test('a closed dialog and a refused start lose nothing that was typed', async () => {
  const host = new FakeHost()
  host.failNext('conversations.start', { code: 'rejected', message: 'The branch does not exist.', field: 'branch' })
  open(host)
  await message().fill('Fix it')
  await page.getByLabelText('Branch').fill('nope')
  await start()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The branch does not exist.')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(window.sessionStorage.getItem('handrail.new-conversation')).toContain('Fix it')
  useNewConversation.getState().open()
  await expect.element(message()).toHaveValue('Fix it')
  await expect.element(page.getByLabelText('Branch')).toHaveValue('nope')
})

test('choosing a sandbox says who shares it and that it is no security boundary', async () => {
  open(new FakeHost())
  await page.getByRole('button', { name: /A new sandbox/ }).click()
  await page.getByRole('option', { name: 'k3f…9a · running' }).click()
  await expect
    .element(page.getByText('Shared with Fix flaky login test, Bump zod to 4 across packages.').first())
    .toBeVisible()
  await expect.element(page.getByText(/sharing a sandbox is no security boundary/)).toBeVisible()
})

const section = (name: string) => page.getByRole('button', { name: new RegExp(`^▸?\\s*${name}`) }).click()

test('everything a start can hold is sent, a secret once and to nobody else', async () => {
  const host = new FakeHost()
  const { router } = open(host)
  await message().fill('Release it')
  await section('Secrets')
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await page.getByLabelText('Name of secret 1').fill('DEPLOY_KEY')
  await page.getByLabelText('Value of secret 1').fill('test-secret-value')
  await section('Plugins')
  await page.getByRole('button', { name: 'Add a plugin' }).click()
  await page.getByLabelText('Source').fill('github:acme/tools')
  await page.getByLabelText('Parameters').fill('{"depth": 2}')
  await section('Agent')
  await page.getByLabelText('Model').fill('acme/large')
  await section('Observability')
  await page.getByLabelText('Span name').fill('ci/nightly')
  await page.getByRole('button', { name: 'Add metadata' }).click()
  await page.getByLabelText('Metadata key 1').fill('team')
  await page.getByLabelText('Metadata value 1').fill('["web", "api"]')
  expect(window.sessionStorage.getItem('handrail.new-conversation')).not.toContain('test-secret-value')
  await start()
  await until(() => router.state.location.pathname).toBe(`/c/cloud/${fakeConversationId(1)}`)
  expect(host.calls('conversations.start')).toEqual([
    {
      ...emptyStart('cloud'),
      text: 'Release it',
      secrets: { DEPLOY_KEY: 'test-secret-value' },
      plugins: [{ source: 'github:acme/tools', ref: null, repoPath: null, parameters: { depth: 2 } }],
      model: 'acme/large',
      spanName: 'ci/nightly',
      observabilityMetadata: { team: ['web', 'api'] },
    },
  ])
})

test('what a server would refuse is named at its field, and nothing is sent', async () => {
  const host = new FakeHost()
  open(host)
  await message().fill('Log in with hunter2-test and release')
  await section('Secrets')
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await page.getByLabelText('Name of secret 1').fill('PASSWORD')
  await page.getByLabelText('Value of secret 1').fill('hunter2-test')
  await section('Observability')
  await page.getByRole('button', { name: 'Add metadata' }).click()
  await page.getByLabelText('Metadata key 1').fill('ratios')
  await page.getByLabelText('Metadata value 1').fill('[1, 2.5]')
  await start()
  await expect.element(page.getByText(/Its value stands in the message/).first()).toBeVisible()
  await expect.element(page.getByText('It may not mix whole numbers and fractions.').first()).toBeVisible()
  expect(host.calls('conversations.start')).toEqual([])
  await expect.element(page.getByLabelText('Value of secret 1')).toHaveValue('hunter2-test')
})

test('a GITHUB_TOKEN beside a repository, and a placeholder without a secret, are pointed out', async () => {
  open(new FakeHost())
  await page.getByLabelText('Repository').fill('acme/shop')
  await section('Secrets')
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await page.getByLabelText('Name of secret 1').fill('GITHUB_TOKEN')
  await expect.element(page.getByText(/If this GITHUB_TOKEN belongs to another git user/)).toBeVisible()
  await section('Plugins')
  await page.getByRole('button', { name: 'Add a plugin' }).click()
  await page.getByLabelText('Parameters').fill(`{"url": "${'$'}{HOST}"}`)
  await expect.element(page.getByText('A placeholder without a secret')).toBeVisible()
})

test('a start that outlived its window is found again, and can be followed to its end', async () => {
  const host = new FakeHost()
  const task: StartTask = {
    connectionId: 'cloud',
    id: 'task-1',
    status: 'WAITING_FOR_SANDBOX',
    detail: null,
    conversationId: null,
    sandboxId: null,
    title: 'Nightly release',
    repository: null,
    createdAt: Date.now() - 120_000,
  }
  host.state.starts = [task, { ...task, id: 'task-2', status: 'ERROR', title: 'Broken', detail: 'No such branch.' }]
  const { router } = renderInHost(
    <>
      <StartsUnderWay connections={host.state.connections} />
      <NewConversationDialog pollMs={20} />
    </>,
    host,
  )
  await expect.element(page.getByText('Broken could not be started.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Broken could not be started.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Waiting for the sandbox · 2 m')).toBeVisible()
  await page.getByRole('button', { name: 'Follow' }).click()
  await until(() => router.state.location.pathname).toBe(`/c/cloud/${fakeConversationId(1)}`)
  expect(host.calls('conversations.start')).toEqual([])
})

import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NewConversationDialog } from '../../../renderer/features/newConversation/index.ts'
import { useNewConversation } from '../../../renderer/state/newConversation.ts'
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
    {
      connectionId: 'cloud',
      text: 'Fix the flaky login test',
      run: true,
      title: null,
      repository: 'acme/shop',
      branch: null,
      sandboxId: null,
    },
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

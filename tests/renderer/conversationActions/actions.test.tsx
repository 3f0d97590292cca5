import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forgetInMemory, openConversation, SHORT } from '../conversation/openConversation.tsx'
import { fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { until } from '../support/until.ts'

afterEach(forgetInMemory)

const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name })

async function choose(name: string | RegExp, host = new FakeHost(), conversation = SHORT) {
  await openConversation(host, { conversation })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
  return host
}

test('renaming says where: the account’s list and, while it runs, the agent server', async () => {
  const host = await choose(/^Rename/)
  await field('Title').fill('Zod 4 everywhere')
  await dialog()
    .getByRole('button', { name: /^Rename/ })
    .click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(host.calls('conversations.update')).toEqual([{ ...SHORT, patch: { title: 'Zod 4 everywhere' } }])
  expect(host.calls('conversations.renameOnAgent')).toEqual([{ ...SHORT, title: 'Zod 4 everywhere' }])
  await expect.element(page.getByRole('heading', { name: 'Zod 4 everywhere' })).toBeVisible()
})

test('a rename that reached only one of the servers says so, and tries only the other again', async () => {
  const host = await choose(/^Rename/)
  host.failNext('conversations.renameOnAgent', { code: 'timeout', message: 'The agent server did not answer.' })
  await field('Title').fill('Half way')
  await dialog()
    .getByRole('button', { name: /^Rename/ })
    .click()
  await expect.element(dialog().getByText('The agent server did not answer.')).toBeVisible()
  await expect.element(dialog().getByText(/account’s list has the new title/)).toBeVisible()
  await expect.element(field('Title')).toHaveValue('Half way')
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(host.calls('conversations.update')).toHaveLength(1)
  expect(host.calls('conversations.renameOnAgent')).toHaveLength(2)
})

test('a title that an agent server would refuse is refused while typing, or kept to the list alone', async () => {
  const host = await choose(/^Rename/)
  await field('Title').fill('x'.repeat(201))
  await expect.element(dialog().getByText(/takes 200 characters/)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: /^Rename/ })).toBeDisabled()
  await field('Title').fill('')
  await expect.element(dialog().getByText('An agent server needs a title.')).toBeVisible()
  await dialog()
    .getByText(/Also on the agent server/)
    .click()
  await dialog()
    .getByRole('button', { name: /^Rename/ })
    .click()
  await until(() => host.calls('conversations.update')).toEqual([{ ...SHORT, patch: { title: null } }])
  expect(host.calls('conversations.renameOnAgent')).toEqual([])
})

test('a save can be left, and keeps what was typed', async () => {
  const host = await choose(/^Rename/)
  const release = host.hold('conversations.update')
  await field('Title').fill('Slow server')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await dialog().getByRole('button', { name: 'Stop waiting' }).click()
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect.element(field('Title')).toHaveValue('Slow server')
  release()
})

test('only what differs is sent, and an emptied repository clears all three', async () => {
  const host = await choose(/^Repository/)
  await field('Repository').fill('acme/platform;rm')
  await expect.element(dialog().getByText('A repository is named owner/name.')).toBeVisible()
  await field('Repository').fill('acme/platform')
  await expect.element(dialog().getByRole('button', { name: /^Save/ })).toBeDisabled()
  await field('Branch').fill('next')
  await dialog().getByRole('button', { name: /^Save/ }).click()
  await until(() => host.calls('conversations.update')).toEqual([{ ...SHORT, patch: { branch: 'next' } }])
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Repository/ }).click()
  await expect.element(field('Branch')).toHaveValue('next')
  await field('Repository').fill('')
  await dialog()
    .getByRole('button', { name: /^Clear/ })
    .click()
  await until(() => host.calls('conversations.update')[1]).toEqual({
    ...SHORT,
    patch: { repository: null, branch: null, gitProvider: null },
  })
})

test('a field that the server complains about is marked, and nothing typed is lost', async () => {
  const host = await choose(/^Repository/)
  host.failNext('conversations.update', {
    code: 'rejected',
    message: 'selected_branch: there is no such branch.',
    field: 'selected_branch',
  })
  await field('Branch').fill('nowhere')
  await dialog().getByRole('button', { name: /^Save/ }).click()
  await expect.element(field('Branch')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Branch')).toHaveValue('nowhere')
})

test('the profile is chosen from those of the account; one behind ACP is told a model', async () => {
  const host = await choose(/^Switch profile/)
  await dialog()
    .getByRole('button', { name: /Profile/ })
    .click()
  await page.getByRole('option', { name: /default/ }).click()
  await dialog()
    .getByRole('button', { name: /^Switch/ })
    .click()
  await until(() => host.calls('conversations.switchProfile')).toEqual([{ ...SHORT, name: 'default' }])
})

test('an agent behind ACP is told a model by name, and a refusal says why', async () => {
  const host = new FakeHost()
  host.changeConversation(SHORT, { acpServer: 'codex', model: 'gpt-5' })
  host.failNext('conversations.switchAcpModel', {
    code: 'unsupported',
    message: 'Could not switch.',
    advice: 'The agent behind it cannot change its model while it runs.',
    field: 'model',
  })
  await choose(/^Switch model/, host)
  await field('Model').fill('gpt-5-mini')
  await dialog()
    .getByRole('button', { name: /^Switch/ })
    .click()
  await expect.element(dialog().getByText(/cannot change its model/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(host.calls('conversations.switchAcpModel')).toHaveLength(2)
})

test('what cannot be done while the sandbox sleeps says why', async () => {
  const asleep = { ...SHORT, conversationId: fakeConversationId(8) }
  await openConversation(new FakeHost(), { conversation: asleep })
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect.element(page.getByRole('menuitem', { name: /^Switch profile/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('Its sandbox has to run for this.')).toBeVisible()
})

test('deleting names the sub-conversations and the sandbox that go with it, and waits until they are known', async () => {
  const host = new FakeHost()
  const [first, second, ...rest] = host.state.conversations
  if (first === undefined || second === undefined) throw new Error('the fake fleet is empty')
  host.state.conversations = [
    { ...first, parentConversationId: second.conversationId },
    { ...second, subConversationIds: [first.conversationId] },
    ...rest,
  ]
  const release = host.hold('conversations.deletion')
  await choose(/^Delete/, host)
  const asking = page.getByRole('alertdialog')
  await expect.element(asking.getByText('Looking what would go with it…')).toBeVisible()
  await expect.element(asking.getByRole('button', { name: 'Delete' })).toBeDisabled()
  release()
  await expect.element(asking).toMatchTextContent('All 3 will be gone')
  await expect.element(asking).toMatchTextContent('Fix flaky login test')
  await expect.element(asking).toMatchTextContent('sandbox k3f…9a')
  expect(host.calls('conversations.delete')).toEqual([])
  await asking.getByRole('button', { name: 'Delete all 3' }).click()
  await until(() => host.calls('conversations.delete')).toEqual([SHORT])
  await expect.element(page.getByText('Deleted on the server.')).toBeVisible()
  await expect.element(page.getByRole('grid', { name: 'Events' })).toBeVisible()
})

test('a sandbox that others live in stays, and they are named', async () => {
  await choose(/^Delete/)
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Its sandbox stays for Fix flaky login test')
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('interrupt it first')
})

test('a deletion whose consequences cannot be asked for is not offered, and can be tried again', async () => {
  const host = new FakeHost()
  host.failNext('conversations.deletion', { code: 'unreachable', message: 'No route to the server.' })
  await choose(/^Delete/, host)
  const asking = page.getByRole('alertdialog')
  await expect.element(asking.getByText('No route to the server.')).toBeVisible()
  await expect.element(asking.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await asking.getByRole('button', { name: 'Try again' }).click()
  await expect.element(asking.getByRole('button', { name: 'Delete' })).toBeEnabled()
})

test('a failed deletion stays open with its reason', async () => {
  const host = await choose(/^Delete/)
  host.failNext('conversations.delete', { code: 'server-error', message: 'The server failed (HTTP 500).' })
  const asking = page.getByRole('alertdialog')
  await asking.getByRole('button', { name: 'Delete' }).click()
  await expect.element(asking.getByText('The server failed (HTTP 500).')).toBeVisible()
  await asking.getByRole('button', { name: 'Delete' }).click()
  await expect.element(asking).not.toBeInTheDocument()
  expect(host.calls('conversations.delete')).toHaveLength(2)
})

test('every action has a key', async () => {
  await openConversation(new FakeHost())
  await userEvent.keyboard('{F2}')
  await expect.element(page.getByRole('dialog', { name: 'Rename conversation' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('m')
  await expect.element(page.getByRole('dialog', { name: 'Switch profile' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Shift>}{Delete}{/Shift}')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
})

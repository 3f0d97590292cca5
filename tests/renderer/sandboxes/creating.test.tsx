import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SandboxesPage } from '../../../renderer/features/sandboxes/index.ts'
import { useNewConversation } from '../../../renderer/state/newConversation.ts'
import { CLOUD } from '../support/fakeFleet.ts'
import { FakeHost, type FakeHostState } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

async function openDialog(state: Partial<FakeHostState> = {}) {
  const host = new FakeHost(state)
  renderInHost(<SandboxesPage pollMs={20} />, host)
  await page.getByRole('button', { name: /^New sandbox…/ }).click()
  return { host, dialog: page.getByRole('dialog', { name: 'New sandbox' }) }
}

test('a sandbox is created of a chosen spec and followed until it runs', async () => {
  const { host, dialog } = await openDialog()
  const release = host.hold('sandboxes.get')
  await dialog.getByRole('button', { name: /Spec/ }).click()
  await page.getByRole('option', { name: /1\.58\.0-java/ }).click()
  await expect.element(dialog.getByText('/workspace/project')).toBeVisible()
  await expect.element(dialog.getByText('LOG_JSON, MAVEN_MIRROR_TOKEN')).toBeVisible()
  await dialog.getByRole('button', { name: /Create sandbox/ }).click()
  await expect.element(dialog.getByText('pulling image')).toBeVisible()
  expect(host.calls('sandboxes.create')).toEqual([
    { connectionId: CLOUD, specId: 'ghcr.io/openhands/agent-server:1.58.0-java' },
  ])
  release()
  await expect.element(dialog.getByText('Sandbox n3w…0c runs.')).toBeVisible()
  await dialog.getByRole('button', { name: 'New conversation in it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(useNewConversation.getState()).toMatchObject({
    isOpen: true,
    draft: { connectionId: CLOUD, sandboxId: 'n3w5a9db0c' },
  })
  await expect.element(page.getByRole('row', { name: /n3w…0c.*RUNNING/ })).toBeVisible()
})

test('the key that creates works right after a choice, where the focus is on a button', async () => {
  const { host, dialog } = await openDialog()
  const spec = dialog.getByRole('button', { name: /Spec/ })
  await spec.click()
  await page.getByRole('option', { name: /1\.58\.0-java/ }).click()
  await expect.element(spec).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText('Sandbox n3w…0c runs.')).toBeVisible()
  expect(host.calls('sandboxes.create')).toHaveLength(1)
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('a creation that fails keeps the choice and can be tried again', async () => {
  const { host, dialog } = await openDialog()
  host.failNext('sandboxes.create', {
    code: 'rate-limited',
    message: 'Could not create a sandbox. Too many requests.',
    advice: 'Wait a moment, then try again.',
  })
  await dialog.getByRole('button', { name: /Spec/ }).click()
  await page.getByRole('option', { name: /1\.58\.0-java/ }).click()
  await dialog.getByRole('button', { name: /Create sandbox/ }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Too many requests.*Wait a moment/)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Sandbox n3w…0c runs.')).toBeVisible()
  const spec = { connectionId: CLOUD, specId: 'ghcr.io/openhands/agent-server:1.58.0-java' }
  expect(host.calls('sandboxes.create')).toEqual([spec, spec])
})

test('waiting for the server can be stopped, and a starting sandbox deleted again', async () => {
  const { host, dialog } = await openDialog({ sandboxSteps: [] })
  const release = host.hold('sandboxes.create')
  await dialog.getByRole('button', { name: /Create sandbox/ }).click()
  await dialog.getByRole('button', { name: 'Stop waiting' }).click()
  release()
  await dialog.getByRole('button', { name: /Create sandbox/ }).click()
  host.failNext('sandboxes.delete', { code: 'server-error', message: 'It could not be stopped.' })
  await dialog.getByRole('button', { name: 'Cancel and delete it' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('It could not be stopped.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const removed = { connectionId: CLOUD, id: 'n3w5a9db0c' }
  expect(host.calls('sandboxes.delete')).toEqual([removed, removed])
})

test('a sandbox that does not start says why, and a look that fails can be repeated', async () => {
  const { host, dialog } = await openDialog({
    sandboxSteps: [
      { status: 'STARTING', statusDetail: 'pulling image' },
      { status: 'ERROR', statusDetail: 'no node fits' },
    ],
  })
  host.failNext('sandboxes.get', { code: 'unreachable', message: 'Could not read sandbox n3w5a9db.' })
  await dialog.getByRole('button', { name: /Create sandbox/ }).click()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Sandbox n3w…0c does not run: it is ERROR: no node fits.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('specs that cannot be read leave the usual one', async () => {
  const host = new FakeHost()
  host.failNext('sandboxes.specs', { code: 'server-error', message: 'Could not list the sandbox specs.' })
  renderInHost(<SandboxesPage pollMs={20} />, host)
  await expect.element(page.getByText('k3f…9a')).toBeVisible()
  await userEvent.keyboard('s')
  const dialog = page.getByRole('dialog', { name: 'New sandbox' })
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Could not list the sandbox specs.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await dialog.getByRole('heading').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText('Sandbox n3w…0c runs.')).toBeVisible()
  expect(host.calls('sandboxes.create')).toEqual([{ connectionId: CLOUD, specId: null }])
})

test('the sandboxes that a new one may cost their place are named when the usual limit is reached', async () => {
  const { sandboxes } = new FakeHost().state
  const [one] = sandboxes
  if (one === undefined) throw new Error('the fake fleet has sandboxes')
  const more = Array.from({ length: 5 }, (_, n) => ({
    ...one,
    id: `more${n}`,
    createdAt: Date.now(),
    conversations: [],
  }))
  const { dialog } = await openDialog({ sandboxes: [...more, ...sandboxes] })
  const room = dialog.getByRole('region', { name: 'Sandboxes that may be paused to make room' })
  await expect.element(room).toMatchTextContent(/10 other sandboxes run.*the server pauses the oldest first/)
  await expect.element(room.getByRole('listitem')).toMatchTextContent('m2b…07Refactor image pipeline')
})

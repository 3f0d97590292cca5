import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SandboxesPage } from '../../../renderer/features/sandboxes/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

test('pausing names every conversation in the sandbox with its state before anything is sent', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  await page.getByRole('button', { name: 'Pause sandbox k3f…9a' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Pause sandbox k3f…9a?' })
  const items = dialog.getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent('Fix flaky login testneeds you')
  await expect.element(items.nth(1)).toMatchTextContent('Bump zod to 4 across packagesrunning')
  await expect.element(dialog.getByText(/1 agent at work in it is cut off/)).toBeVisible()
  expect(host.calls('sandboxes.pause')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Pause sandbox' }).click()
  await expect.element(page.getByRole('button', { name: 'Resume sandbox k3f…9a' })).toBeVisible()
  expect(host.calls('sandboxes.pause')).toEqual([{ connectionId: 'cloud', id: 'k3f71b29a' }])
})

test('Enter alone never pauses a sandbox', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  await page.getByRole('button', { name: 'Pause sandbox k3f…9a' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(host.calls('sandboxes.pause')).toHaveLength(0)
})

test('a resume that fails stays open with the reason and can be tried again', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  host.failNext('sandboxes.resume', {
    code: 'not-found',
    message: 'The server does not find sandbox z9c.',
    advice: 'It may be gone.',
  })
  await page.getByRole('button', { name: 'Resume sandbox z9c…d3' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Triage backlog issues')).toBeVisible()
  await dialog.getByRole('button', { name: 'Resume sandbox' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The server does not find sandbox z9c.It may be gone.')
  await dialog.getByRole('button', { name: 'Resume sandbox' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause sandbox z9c…d3' })).toBeVisible()
})

test('a sandbox that starts or is gone offers nothing that cannot work', async () => {
  renderInHost(<SandboxesPage />, new FakeHost())
  await expect.element(page.getByText('STARTING')).toBeVisible()
  await expect.element(page.getByText('pulling image')).toBeVisible()
  expect(page.getByRole('button', { name: /sandbox (v5e|x4a)/ }).elements()).toHaveLength(0)
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ResumeSandboxDialog } from '../../../renderer/features/sandboxes/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

test('who is in a sandbox is looked up before its resume is asked about, and a look that fails can be repeated', async () => {
  const host = new FakeHost()
  host.failNext('sandboxes.list', { code: 'timeout', message: 'Could not list the sandboxes.' })
  renderInHost(<ResumeSandboxDialog connectionId="cloud" sandboxId="z9c11e8d3" onClose={() => undefined} />, host)
  const dialog = page.getByRole('alertdialog', { name: 'Resume sandbox z9c…d3?' })
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Could not list the sandboxes.')
  await expect.element(dialog.getByRole('button', { name: 'Resume sandbox' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Rewrite README')).toBeVisible()
  await expect.element(dialog.getByText('Refactor image pipeline')).toBeVisible()
  expect(host.calls('sandboxes.resume')).toEqual([])
})

test('a sandbox that is not listed is not said to be gone', async () => {
  renderInHost(
    <ResumeSandboxDialog connectionId="cloud" sandboxId="n0where" onClose={() => undefined} />,
    new FakeHost(),
  )
  await expect.element(page.getByText(/It may be gone, or out of reach/)).toBeVisible()
})

import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  forgetInMemory,
  grid,
  indexOf,
  LONG,
  openConversation,
  visibleRows,
} from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'

afterEach(forgetInMemory)

const bar = () => page.getByRole('region', { name: 'Confirmation' })

async function open() {
  const host = new FakeHost()
  await openConversation(host, { conversation: LONG })
  await expect.element(bar()).toBeVisible()
  return host
}

test('every pending action is shown with its risk, and that the answer is for all', async () => {
  const host = await open()
  await expect.element(bar().getByText('gh pr create --fill --base main')).toBeVisible()
  host.setFacts(LONG, {
    pending: [
      { eventId: 'a', tool: 'terminal', summary: 'rm -rf build', risk: 'HIGH' },
      { eventId: 'b', tool: 'file_editor', summary: 'create src/new.ts', risk: 'LOW' },
    ],
  })
  await expect.element(bar().getByText('rm -rf build')).toBeVisible()
  await expect.element(bar().getByText('create src/new.ts')).toBeVisible()
  await expect.element(bar().getByText('risk HIGH')).toBeVisible()
  await expect.element(bar().getByText('2 actions pending · the answer is for all of them')).toBeVisible()
  await expect.element(bar().getByRole('button', { name: /Accept all 2/ })).toBeVisible()
})

test('a key answers the confirmation only outside text fields', async () => {
  const host = await open()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await userEvent.keyboard('a rare trap')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a rare trap')
  expect(host.calls('conversations.confirm')).toEqual([])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}a')
  await expect.poll(() => host.calls('conversations.confirm')).toEqual([{ ...LONG, accept: true, reason: '' }])
  await expect.element(bar()).not.toBeInTheDocument()
})

test('rejecting asks for a reason first', async () => {
  const host = await open()
  await userEvent.keyboard('r')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('gh pr create --fill --base main')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await userEvent.keyboard('draft only, a PR later')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect
    .poll(() => host.calls('conversations.confirm'))
    .toEqual([{ ...LONG, accept: false, reason: 'draft only, a PR later' }])
})

test('a failed answer leaves the question open', async () => {
  const host = await open()
  host.failNext('conversations.confirm', { code: 'conflict', message: 'The run has ended.', advice: 'Look again.' })
  await bar()
    .getByRole('button', { name: /Accept/ })
    .click()
  await expect.element(bar().getByText('The run has ended.')).toBeVisible()
  await expect.element(bar().getByText('gh pr create --fill --base main')).toBeVisible()
})

test('after the answer the list still follows, and the keys are in it', async () => {
  const host = await open()
  await bar()
    .getByRole('button', { name: /Accept/ })
    .click()
  await expect.element(bar()).not.toBeInTheDocument()
  host.append(LONG, 1)
  await expect.poll(() => indexOf(visibleRows().at(-1)), { timeout: 3000 }).toBe(12_000)
  await expect.element(grid()).toHaveFocus()
})

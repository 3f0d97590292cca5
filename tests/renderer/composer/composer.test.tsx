import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useDrafts } from '../../../renderer/features/composer/draftStore.ts'
import { Composer } from '../../../renderer/features/composer/index.ts'
import { forgetInMemory, LONG, SHORT } from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

afterEach(forgetInMemory)

const field = () => page.getByRole('textbox', { name: 'Message' })

async function open(host = new FakeHost(), conversation = SHORT) {
  const rendered = renderInHost(<Composer conversation={conversation} blocked={null} />, host)
  await expect.element(field()).toBeVisible()
  return { host, ...rendered }
}

test('sending says whether the agent runs: Ctrl Enter runs, Alt Enter only sends', async () => {
  const { host } = await open()
  await field().fill('Also check Safari.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Sent; the agent was started.')).toBeVisible()
  await expect.element(field()).toHaveValue('')
  await field().fill('Only a note.')
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  await expect.element(page.getByText('Sent; the agent was not started.')).toBeVisible()
  expect(host.calls('conversations.send')).toEqual([
    { ...SHORT, text: 'Also check Safari.', run: true },
    { ...SHORT, text: 'Only a note.', run: false },
  ])
})

test('Enter alone writes a new line', async () => {
  const { host } = await open()
  await field().fill('one')
  await userEvent.keyboard('{Enter}two')
  await expect.element(field()).toHaveValue('one\ntwo')
  expect(host.calls('conversations.send')).toEqual([])
})

test('a draft survives a failed send, which says what to do and can be repeated', async () => {
  const { host } = await open()
  host.failNext('conversations.send', {
    code: 'rate-limited',
    message: 'Ten runs are under way already.',
    advice: 'Wait until one ends.',
  })
  await field().fill('Please go on')
  await page.getByRole('button', { name: 'Send & run' }).click()
  await expect.element(page.getByText('Ten runs are under way already.')).toBeVisible()
  await expect.element(page.getByText(/Wait until one ends\. Your text is still here\./)).toBeVisible()
  await expect.element(field()).toHaveValue('Please go on')
  await page.getByRole('button', { name: 'Send & run again' }).click()
  await expect.element(field()).toHaveValue('')
  expect(host.calls('conversations.send')).toHaveLength(2)
})

test('a draft survives leaving the page, another conversation, and a reload', async () => {
  const first = await open()
  await field().fill('half a thought')
  first.pane.remove()
  const other = await open(first.host, LONG)
  await expect.element(field()).toHaveValue('')
  other.pane.remove()
  const stored = window.sessionStorage.getItem('handrail.drafts') ?? ''
  forgetInMemory()
  window.sessionStorage.setItem('handrail.drafts', stored)
  await useDrafts.persist.rehydrate()
  await open(first.host)
  await expect.element(field()).toHaveValue('half a thought')
})

test('a send can be cancelled and the text stays', async () => {
  const { host } = await open()
  const release = host.hold('conversations.send')
  await field().fill('slow')
  await page.getByRole('button', { name: 'Send only' }).click()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Sending was cancelled.')).toBeVisible()
  await expect.element(field()).toHaveValue('slow')
  release()
})

test('a send goes on when the page is left, and the draft goes when it was accepted', async () => {
  const { host, pane } = await open()
  const release = host.hold('conversations.send')
  await field().fill('from afar')
  await page.getByRole('button', { name: 'Send only' }).click()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  pane.remove()
  release()
  await expect.poll(() => useDrafts.getState().texts).toEqual({})
})

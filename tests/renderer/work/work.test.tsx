import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useWork } from '../../../renderer/features/work/workStore.ts'
import { forgetInMemory, openConversation, SHORT } from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'
import { FAKE_ROOT } from '../support/fakeWork.ts'

afterEach(() => {
  forgetInMemory()
  useWork.setState({ places: {}, layout: 'side by side' })
})

const pane = (name: string) => page.getByRole('region', { name })
const editor = (id: 'diff' | 'text') => page.getByTestId(id)

async function openAt(key: string, host = new FakeHost()) {
  await openConversation(host)
  await userEvent.keyboard(key)
  // The record names the repository; this workspace lies right in the project.
  await page.getByLabelText('Folder', { exact: true }).fill(FAKE_ROOT)
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  return host
}

test('the changes show each file before and after, side by side or inline', async () => {
  const host = await openAt('2')
  await expect.element(pane(`Changes of ${FAKE_ROOT}/src/login.ts`)).toBeVisible()
  await expect.element(editor('diff').getByText('const limit = 10')).toBeVisible()
  await expect.element(editor('diff').getByText('const limit = 20')).toBeVisible()
  await page.getByRole('button', { name: /src\/token\.ts/ }).click()
  await expect.element(editor('diff').getByText('export const token = 1')).toBeVisible()
  await page.getByRole('radio', { name: 'inline' }).click()
  await expect.element(editor('diff').getByText('export const token = 1')).toBeVisible()
  expect(host.calls('work.changes').at(-1)).toEqual({ ...SHORT, path: FAKE_ROOT, gitRef: null })
})

test('what changes are compared with is sent when it is said, and no change is said in words', async () => {
  const host = await openAt('2')
  host.state.work.files.clear()
  await page.getByLabelText('Compare with').fill('main')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No changes here')).toBeVisible()
  expect(host.calls('work.changes').at(-1)).toEqual({ ...SHORT, path: FAKE_ROOT, gitRef: 'main' })
})

test('a failure names its object and can be tried again, with what was typed kept', async () => {
  const host = await openAt('2')
  host.failNext('work.changes', {
    code: 'conflict',
    message: 'Could not list the changes of conversation 3f2a91bc. Sandbox is not running.',
    advice: 'Resume the sandbox.',
  })
  await page.getByLabelText('Folder', { exact: true }).fill('/workspace')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect.element(page.getByText(/Sandbox is not running/)).toBeVisible()
  await expect.element(page.getByLabelText('Folder', { exact: true })).toHaveValue('/workspace')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No changes here')).toBeVisible()
})

test('a file is read by choosing or by its path, and an empty answer is not called a file', async () => {
  await openAt('3')
  await page.getByRole('button', { name: 'src/login.ts' }).click()
  await expect.element(editor('text').getByText('const limit = 20')).toBeVisible()
  await page.getByLabelText('Path of a file').fill('/etc/none')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect.element(page.getByText('Nothing came')).toBeVisible()
})

test('a server without a list of files still reads them by path', async () => {
  const host = new FakeHost()
  await openConversation(host)
  host.failNext('work.files', { code: 'not-found', message: 'Could not list the files.' })
  await userEvent.keyboard('3')
  await expect.element(page.getByText('This server has no list of files.')).toBeVisible()
  await page.getByLabelText('Path of a file').fill(`${FAKE_ROOT}/src/login.ts`)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect.element(editor('text').getByText('const limit = 20')).toBeVisible()
})

test('skills and hooks are listed with what brings them up', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await userEvent.keyboard('4')
  await expect.element(page.getByText('knowledge · flaky')).toBeVisible()
  await page.getByRole('button', { name: /flaky-tests/ }).click()
  await expect.element(page.getByText('Repeat a suspect test ten times.')).toBeVisible()
  await expect.element(page.getByText('scripts/format.sh')).toBeVisible()
  await expect.element(page.getByText('at most 60 s')).toBeVisible()
})

test('a download says how far it is, where the file went, and that keys were taken out', async () => {
  const host = new FakeHost()
  await openConversation(host)
  const release = host.hold('work.download')
  await userEvent.keyboard('.')
  await page.getByRole('menuitem', { name: /Download the trajectory from the server/ }).click()
  await expect.element(page.getByText('nothing yet')).toBeVisible()
  release()
  await expect.element(page.getByText(/406 events in 900 KB/)).toBeVisible()
  await expect.element(page.getByText(/Keys were taken out in 2 places/)).toBeVisible()
  await expect.element(page.getByText('/home/kim/Downloads/conversation.zip')).toBeVisible()
})

test('a download under way is cancelled by closing it, and begins anew when asked for again', async () => {
  const host = new FakeHost()
  await openConversation(host)
  const release = host.hold('work.download')
  await userEvent.keyboard('d')
  const dialog = page.getByRole('dialog', { name: /^Download the trajectory/ })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  release()
  await userEvent.keyboard('d')
  await expect.element(page.getByText(/406 events/)).toBeVisible()
  expect(host.calls('work.download')).toHaveLength(2)
})

test('a conversation too long to export says so and offers to try again', async () => {
  const host = new FakeHost()
  await openConversation(host)
  host.failNext('work.download', { code: 'rejected', message: 'Could not download.', advice: 'At most 10,000 events.' })
  await userEvent.keyboard('d')
  await expect.element(page.getByText('At most 10,000 events.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/406 events/)).toBeVisible()
})

import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  eventRows,
  forgetInMemory,
  indexOf,
  openConversation,
  SHORT,
  showConversation,
  visibleRows,
} from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'
import { until } from '../support/until.ts'

afterEach(forgetInMemory)

const field = () => page.getByRole('combobox', { name: 'Filter the events' })
const labels = () => [...new Set(eventRows().map((row) => row.querySelector('[class*=label]')?.textContent))]
const alert = () => page.getByRole('alert')
const filterInAddress = (router: { state: { location: { search: object } } }) =>
  'filter' in router.state.location.search ? router.state.location.search.filter : undefined

async function type(text: string): Promise<void> {
  await field().click()
  await userEvent.keyboard(text.replaceAll('{', '{{').replaceAll('[', '[['))
}

test('a typed term narrows the rows, is a chip and in the address, and goes again', async () => {
  const { router } = await openConversation(new FakeHost())
  await type('tool:browser_navigate')
  await userEvent.keyboard('{Enter}')
  await until(labels).toEqual(['browser_navigate'])
  await expect.element(page.getByRole('button', { name: 'Edit tool:browser_navigate' })).toBeVisible()
  await expect.element(page.getByText('16 of', { exact: false })).toBeVisible()
  await until(() => filterInAddress(router)).toBe('tool:browser_navigate')
  await page.getByRole('button', { name: 'Remove tool:browser_navigate' }).click()
  await until(() => labels().length).toBeGreaterThan(3)
  await until(() => filterInAddress(router)).toBe(undefined)
})

test('terms are completed by keyboard alone', async () => {
  await openConversation(new FakeHost())
  await type('to')
  await expect.element(page.getByRole('option', { name: /^tool:/ })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('tool:')
  await expect.element(page.getByRole('option', { name: 'terminal' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const active = field().element().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.textContent).toBe('file_editor')
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveValue('tool:file_editor')
  await userEvent.keyboard('{Enter}')
  await until(labels).toEqual(['file_editor'])
  await expect.element(field()).toHaveValue('')
})

test('a filter that cannot be read is explained where it is wrong, and the one before stays', async () => {
  await openConversation(new FakeHost())
  await type('tool:terminal')
  await userEvent.keyboard('{Enter}')
  await until(labels).toEqual(['terminal'])
  await type('is:error colour:red')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert().getByText(/There is no colour: here\./)).toBeVisible()
  expect(alert().element().querySelector('u')?.textContent).toBe('colour')
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field()).toHaveValue('is:error colour:red')
  expect(labels()).toEqual(['terminal'])
  await userEvent.keyboard('{Backspace>10/}')
  await expect.element(alert()).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Edit is:error' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'errors only' })).toHaveAttribute('aria-pressed', 'true')
})

test('a chip is edited in its place, and Escape leaves it as it was', async () => {
  await openConversation(new FakeHost())
  await type('tool:terminal is:error')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Edit tool:terminal' }).click()
  await expect.element(field()).toHaveValue('tool:terminal')
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(page.getByRole('button', { name: 'Edit tool:terminal' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit tool:terminal' }).click()
  await userEvent.keyboard(',think{Enter}')
  await expect.element(page.getByRole('button', { name: 'Edit tool:terminal,think' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit is:error' })).toBeVisible()
})

test('a page opened with a filter in its address shows what it lets through', async () => {
  const host = new FakeHost()
  await openConversation(host, { address: '/?filter=tool%3Aterminal' })
  await until(labels).toEqual(['terminal'])
  expect(host.calls('view.open')).toMatchObject([
    { conversation: SHORT, filter: [{ field: 'tool', isNot: false, values: ['terminal'] }], order: 'spans' },
  ])
})

test('a link with another filter changes the one of the open page', async () => {
  const { router } = await openConversation(new FakeHost(), { address: '/?filter=tool%3Aterminal' })
  await until(labels).toEqual(['terminal'])
  await router.navigate({ to: '.', search: { filter: 'tool:think' } as object })
  await until(labels).toEqual(['think'])
  await expect.element(page.getByRole('button', { name: 'Edit tool:think' })).toBeVisible()
  await until(() => filterInAddress(router)).toBe('tool:think')
})

test('an address with a filter that cannot be read says so and shows everything', async () => {
  const { router } = await openConversation(new FakeHost(), { address: '/?filter=colour%3Ared' })
  await expect.element(alert().getByText(/There is no colour: here\./)).toBeVisible()
  await expect.element(field()).toHaveValue('colour:red')
  expect(labels().length).toBeGreaterThan(3)
  await field().fill('tool:terminal')
  await userEvent.keyboard('{Enter}')
  await until(labels).toEqual(['terminal'])
  await until(() => filterInAddress(router)).toBe('tool:terminal')
  await expect.element(field()).toHaveValue('')
})

test('the filter of a conversation is there again when one comes back to it, also in the address', async () => {
  const first = await openConversation(new FakeHost())
  await page.getByRole('button', { name: 'errors only' }).click()
  await until(() => filterInAddress(first.router)).toBe('is:error')
  await first.router.navigate({ to: '.', search: { section: 'details' } as object })
  await expect.element(page.getByRole('grid', { name: 'Events' })).not.toBeInTheDocument()
  await first.router.navigate({ to: '.', search: {} })
  await until(() => filterInAddress(first.router)).toBe('is:error')
  await expect.element(page.getByRole('button', { name: 'errors only' })).toHaveAttribute('aria-pressed', 'true')
})

test('the rows that are read stay in sight when the filter lets in others', async () => {
  await openConversation(new FakeHost(), { address: '/?filter=tool%3Aterminal%2Cfile_editor' })
  await until(labels).toEqual(['terminal', 'file_editor'])
  await page.getByRole('grid', { name: 'Events' }).click()
  await userEvent.keyboard('{Home}')
  await until(() => indexOf(visibleRows()[0])).toBe(0)
  const first = visibleRows()[0]?.dataset.eventId
  await page.getByRole('button', { name: 'Clear' }).click()
  await until(() => labels().length).toBeGreaterThan(3)
  await until(() => visibleRows().map((row) => row.dataset.eventId)).toContain(first)
  await expect.element(page.getByText('240 rows', { exact: false })).toBeVisible()
})

test('a tag in the filter of one conversation is told to be of the whole', async () => {
  await showConversation(new FakeHost())
  await type('-tag:team=web')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/is about the whole conversation/)).toBeVisible()
})

test('a filter is saved under a name, applied, renamed, and deleted after a question', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await type('tool:terminal')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Saved ▾' }).click()
  await page.getByRole('menuitem', { name: /Save this filter/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Commands')
  host.failNext('filters.save', { code: 'conflict', message: 'There is a saved filter “Commands” already.' })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('There is a saved filter “Commands” already.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await until(() => host.state.filters.saved.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Commands: tool:terminal',
  ])
  await page.getByRole('button', { name: 'Clear' }).click()
  await until(() => labels().length).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Saved ▾' }).click()
  await page.getByRole('menuitem', { name: /^Commands/ }).click()
  await until(labels).toEqual(['terminal'])

  await page.getByRole('button', { name: 'Saved ▾' }).click()
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  await page.getByRole('button', { name: 'Rename Commands' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shell')
  await userEvent.keyboard('{Enter}')
  await until(() => host.state.filters.saved.map(({ name }) => name)).toEqual(['Shell'])
  await page.getByRole('button', { name: 'Saved ▾' }).click()
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  await page.getByRole('button', { name: 'Delete Shell' }).click()
  await expect.element(page.getByRole('alertdialog').getByText('Delete the filter “Shell”?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await until(() => host.state.filters.saved).toEqual([])
})

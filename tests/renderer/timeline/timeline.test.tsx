import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  eventRows,
  forgetInMemory,
  grid,
  indexOf,
  LONG,
  openConversation,
  SHORT,
  showConversation,
  visibleRows,
} from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'

afterEach(forgetInMemory)

const scroller = () => {
  const element = document.querySelector<HTMLElement>('[role=grid]')
  if (!element) throw new Error('the grid has a scroller')
  return element
}
/** Where the rows begin below the column heads; the first in sight reaches over it or touches it. */
const topOfRows = () => scroller().getBoundingClientRect().top + 25 + 28
const whereItIs = (row: HTMLElement) => [row.dataset.eventId, Math.round(row.getBoundingClientRect().top)]
const selected = () => document.querySelector('[role=row][aria-selected=true]')

test('following keeps the newest row in sight', async () => {
  const host = new FakeHost()
  await openConversation(host)
  for (let round = 0; round < 40; round += 1) {
    host.append(SHORT, 5)
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  await expect.poll(() => indexOf(visibleRows().at(-1))).toBe(439)
  const last = visibleRows().at(-1)?.getBoundingClientRect()
  expect(Math.abs((last?.bottom ?? 0) - scroller().getBoundingClientRect().bottom)).toBeLessThan(2)
})

test('scrolling up stays there while rows arrive; "new" leads back', async () => {
  const host = new FakeHost()
  await openConversation(host)
  scroller().scrollTop -= 600
  await expect.poll(() => indexOf(visibleRows().at(-1))).toBeLessThan(225)
  // A scrolled list shows for a moment only the rows it had beyond its edge.
  await expect.poll(() => visibleRows()[0]?.getBoundingClientRect().top).toBeLessThan(topOfRows())
  const before = visibleRows().map(whereItIs)
  host.append(SHORT, 17)
  await page.getByRole('button', { name: '17 new ↓' }).hover()
  expect(visibleRows().map(whereItIs)).toEqual(before)
  await page.getByRole('button', { name: '17 new ↓' }).click()
  await expect.poll(() => indexOf(visibleRows().at(-1))).toBe(256)
})

test('no more than three times the visible rows are in the page', async () => {
  await openConversation(new FakeHost(), { conversation: LONG })
  for (const top of [0, 100_000, 200_000, 50_000]) {
    scroller().scrollTop = top
    await expect.poll(() => indexOf(visibleRows()[0])).toBe(Math.floor(top / 28))
    expect(eventRows().length).toBeLessThanOrEqual(3 * visibleRows().length)
  }
})

test('the grid says how many rows there are and which is which', async () => {
  await openConversation(new FakeHost(), { conversation: LONG })
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '12001')
  grid().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => selected()?.getAttribute('aria-rowindex')).toBe('2')
  expect(grid().element().getAttribute('aria-activedescendant')).toBe(selected()?.id)
})

test('keys walk the rows', async () => {
  await openConversation(new FakeHost(), { conversation: LONG })
  grid().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => indexOf(selected() ?? undefined)).toBe(0)
  for (const [key, position] of [
    ['{ArrowDown}', 1],
    ['j', 2],
    ['{ArrowUp}', 1],
    ['k', 0],
    ['{End}', 11_999],
    ['{ArrowUp}', 11_998],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.poll(() => indexOf(selected() ?? undefined)).toBe(position)
  }
  await userEvent.keyboard('{PageUp}')
  await expect.poll(() => indexOf(selected() ?? undefined)).toBeLessThan(11_990)
})

test('e goes from error to error and says when there is none further on', async () => {
  await openConversation(new FakeHost())
  grid().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => indexOf(selected() ?? undefined)).toBe(0)
  await userEvent.keyboard('e')
  await expect.poll(() => indexOf(selected() ?? undefined)).toBe(8)
  await userEvent.keyboard('e')
  await expect.poll(() => indexOf(selected() ?? undefined)).toBe(23)
  await userEvent.keyboard('E')
  await expect.poll(() => indexOf(selected() ?? undefined)).toBe(8)
  await userEvent.keyboard('E')
  await expect.element(page.getByText('No error before this.')).toBeVisible()
})

test('what is being streamed stands at the end until the event takes its place', async () => {
  const host = new FakeHost()
  await openConversation(host)
  host.setDrafts(SHORT, [{ itemId: 'i1', kind: 'text', text: 'I will now push the branch' }])
  await expect.element(page.getByText('I will now push the branch')).toBeVisible()
  host.setDrafts(SHORT, [])
  host.append(SHORT, 1)
  await expect.element(page.getByText('I will now push the branch')).not.toBeInTheDocument()
  await expect.poll(() => indexOf(visibleRows().at(-1))).toBe(240)
})

test('a gap says what is missing where, which server was asked, keeps its place, and is asked for again', async () => {
  const host = new FakeHost()
  host.views.log(SHORT).gaps = [{ first: 220, count: 8, reason: 'missing' }]
  await openConversation(host)
  const gap = page.getByText(
    /^8 events missing: rows 221 to 228, after .*, before .* The agent server does not give them/,
  )
  await expect.element(gap).toBeVisible()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => host.calls('sync.askAgain')).toEqual([SHORT])
  expect(gap.element().closest('[role=row]')?.getBoundingClientRect().height).toBe(8 * 28)
})

test('rows of unknown kinds, without a time, without a summary, and nonconforming ones render', async () => {
  const host = new FakeHost()
  const log = host.views.log(SHORT)
  log.touch = (row) => {
    if (row.position === 236) return { ...row, kind: 'BrandNewEvent', label: 'BrandNewEvent', tool: null, timeUs: null }
    if (row.position === 237) return { ...row, summary: '', flags: { ...row.flags, isNonconforming: true } }
    if (row.position === 238) return { ...row, logIndex: null, flags: { ...row.flags, isProvisional: true } }
    if (row.position === 239)
      return { ...row, summary: '<img src=x onerror=alert(1)>\u202e'.repeat(5), bytes: 20_000_000 }
    return row
  }
  await openConversation(host)
  await expect.element(page.getByText('BrandNewEvent')).toBeVisible()
  await expect.element(page.getByText('no summary')).toBeVisible()
  await expect.element(page.getByText('~239')).toBeVisible()
  await expect.element(page.getByText('20.0 MB')).toBeVisible()
  expect(document.querySelector('[role=grid] img')).toBeNull()
})

test('a timeline that cannot be opened says why and can be tried again', async () => {
  const host = new FakeHost()
  host.failNext('view.open', { code: 'internal', message: 'The archive cannot be read.', advice: 'Look at the log.' })
  const { pane } = await showConversation(host)
  await expect.element(page.getByText('The archive cannot be read.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => pane.querySelectorAll('[data-event-id]').length).toBeGreaterThan(5)
})

test('an empty conversation says so', async () => {
  const host = new FakeHost()
  host.views.log(SHORT).spans = 0
  await showConversation(host)
  await expect.element(page.getByText('No events yet')).toBeVisible()
  host.append(SHORT, 3)
  await expect.poll(() => visibleRows().length).toBe(3)
})

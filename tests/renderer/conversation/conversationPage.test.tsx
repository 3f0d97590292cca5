import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useTimelineLooks } from '../../../renderer/features/timeline/index.ts'
import { FakeHost, liveSocket } from '../support/fakeHost.ts'
import { eventRows, forgetInMemory, LONG, openConversation, SHORT, showConversation } from './openConversation.tsx'

afterEach(forgetInMemory)

/** What every server answer and every load begins as. */
const SERVER = { checkedAt: Date.now(), side: 'agent', repeats: 0, leftOut: 0 } as const
const LOADING = { phase: 'backfilling', from: 'agent', note: null, receivedBytes: null, slow: null } as const

const bar = () => page.getByRole('contentinfo')

test('the head says what the conversation is; live facts win over the record', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await expect.element(page.getByRole('heading', { name: 'Bump zod to 4 across packages' })).toBeVisible()
  await expect.element(page.getByText('running', { exact: true })).toBeVisible()
  host.setFacts(SHORT, { executionStatus: 'paused', tags: { team: 'live' }, costUsd: 7.77, tokens: 1_234_000 })
  await expect.element(page.getByText('paused', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/\$7\.77 · 1\.2M tok/)).toBeVisible()
  await expect.element(page.getByLabelText('Tag team=live')).toBeVisible()
})

test('a pause while a step runs says that it pauses after this step', async () => {
  const host = new FakeHost()
  await openConversation(host)
  const release = host.hold('conversations.pause')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  release()
  // The fake agent pauses at once; this one is still in its step.
  host.setFacts(SHORT, { executionStatus: 'running' })
  await expect.poll(() => host.calls('conversations.pause')).toEqual([SHORT])
  host.setFacts(SHORT, { executionStatus: 'paused' })
  await expect.element(page.getByText('paused', { exact: true })).toBeVisible()
  await expect.element(page.getByText('pausing after this step')).not.toBeInTheDocument()
})

test('a failed command says what to do and can be tried again', async () => {
  const host = new FakeHost()
  await openConversation(host)
  host.failNext('conversations.interrupt', {
    code: 'timeout',
    message: 'The agent server did not answer within 30 s.',
    advice: 'Look whether the sandbox is busy.',
    isSafeToRetry: true,
  })
  await userEvent.keyboard('i')
  await expect.element(page.getByText('The agent server did not answer within 30 s.')).toBeVisible()
  await expect.element(page.getByText('Look whether the sandbox is busy.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('paused', { exact: true })).toBeVisible()
  await expect.element(page.getByText('The agent server did not answer within 30 s.')).not.toBeInTheDocument()
})

test('a conversation that does not exist says so', async () => {
  const host = new FakeHost()
  await showConversation(host, { conversation: { ...LONG, conversationId: 'f'.repeat(32) } })
  await expect.element(page.getByText('There is no such conversation')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Look again' })).toBeVisible()
})

test('a record that cannot be read offers another try', async () => {
  const host = new FakeHost()
  host.failNext('conversations.get', {
    code: 'server-error',
    message: 'The server answered 500.',
    advice: 'Wait a bit.',
  })
  await showConversation(host)
  await expect.element(page.getByText('The server answered 500.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Bump zod to 4 across packages' })).toBeVisible()
})

test('a server that asks for patience is quoted with the time of day', async () => {
  const host = new FakeHost()
  const refusal = { code: 'rate-limited', message: 'Too many requests.', advice: 'Wait a moment.' } as const
  host.failNext('conversations.get', { ...refusal, retryAfterMs: 90_000 })
  const earliest = Date.now() + 90_000
  await showConversation(host)
  const banner = page.getByRole('alert')
  await expect.element(banner).toMatchTextContent(/Wait a moment. The server asks to wait until/)
  const text = banner.element().textContent
  const times = Array.from({ length: 20 }, (_, second) => new Date(earliest + second * 1000).toLocaleTimeString())
  expect(times.some((time) => text?.includes(time))).toBe(true)
  host.failNext('conversations.get', { ...refusal, retryAfterMs: 3_600_000 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(banner).not.toMatchTextContent(text ?? '')
})

test('an asleep sandbox is explained; resuming it names every conversation in it first', async () => {
  const host = new FakeHost()
  const asleep = host.state.conversations.find((one) => one.sandboxStatus === 'PAUSED')
  if (!asleep) throw new Error('the fake fleet has one')
  const { connectionId, conversationId } = asleep
  await openConversation(host, { conversation: { connectionId, conversationId } })
  await expect.element(page.getByText('The sandbox is asleep.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Resume sandbox…' }).click()
  const dialog = page.getByRole('alertdialog')
  for (const one of host.state.conversations.filter(({ sandboxId }) => sandboxId === asleep.sandboxId)) {
    await expect.element(dialog.getByText(one.title ?? '')).toBeVisible()
  }
  expect(host.calls('sandboxes.resume')).toEqual([])
  await dialog.getByRole('button', { name: 'Resume sandbox' }).click()
  await expect.poll(() => host.calls('sandboxes.resume')).toEqual([{ connectionId, id: asleep.sandboxId }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the question before a resume gives the focus back to its button, or to the place where that was', async () => {
  const host = new FakeHost()
  const asleep = host.state.conversations.find((one) => one.sandboxStatus === 'PAUSED')
  if (!asleep) throw new Error('the fake fleet has one')
  const { connectionId, conversationId } = asleep
  await openConversation(host, { conversation: { connectionId, conversationId } })
  const opener = page.getByRole('button', { name: 'Resume sandbox…' })
  const answer = page.getByRole('alertdialog').getByRole('button', { name: 'Resume sandbox' })
  const release = host.hold('sandboxes.list')
  await opener.click()
  await expect.element(page.getByText('Looking who is in it…')).toBeVisible()
  release()
  await expect.element(answer).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await answer.click()
  await expect.element(opener).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('tab', { name: 'Timeline' })).toHaveFocus()
})

test('the status bar tells how complete and how live the timeline is', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await expect.element(bar().getByText('● live')).toBeVisible()
  await expect.element(bar().getByText(/events 384 local = 384 server \(checked/)).toBeVisible()
  host.setSync(SHORT, {
    sync: { ...LOADING, stored: 4200, total: 12_000 },
    server: { ...SERVER, count: 12_000 },
    gaps: 2,
    nonconforming: 3,
    malformed: 1,
  })
  await expect.element(bar().getByText(/loading 4,200 of 12,000/)).toBeVisible()
  await expect.element(bar().getByText(/384 local ≠ 12,000 server/)).toBeVisible()
  await expect.element(bar().getByText('gaps 2')).toBeVisible()
  await expect.element(bar().getByText('3 nonconforming')).toBeVisible()
  await expect.element(bar().getByText('1 malformed')).toBeVisible()
  const lastError = { code: 'replay_failed', detail: 'Event 7 cannot be read.', at: Date.now() }
  host.setSync(SHORT, { socket: { ...liveSocket(), lastError } })
  await expect.element(bar().getByText(/replay_failed/)).toBeVisible()
  await expect.element(bar().getByTitle(/Event 7 cannot be read/)).toBeVisible()
  await bar().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(bar().getByText('○ archive only')).toBeVisible()
  host.setSync(SHORT, {
    sync: { phase: 'reconnecting', attempt: 3, at: Date.now() + 9_000, reason: 'The socket closed.' },
  })
  await expect.element(bar().getByText(/reconnecting in \d+ s · attempt 3/)).toBeVisible()
  await bar().getByRole('button', { name: 'Try now' }).click()
  await expect.element(bar().getByText('● live')).toBeVisible()
  host.setSync(SHORT, { sync: { phase: 'stopped', reason: 'The conversation was deleted.', canRetry: false } })
  await expect.element(bar().getByText('● stopped: The conversation was deleted.')).toBeVisible()
  await expect.element(bar().getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('behind the round trip is what is known of the line, and why earlier ones ended', async () => {
  const host = new FakeHost()
  await openConversation(host)
  host.setSync(SHORT, {
    socket: { ...liveSocket(), connectMs: 31, replayMs: 1_240, frames: 384 },
    pastSockets: [
      { dialect: 'session', openedAt: Date.now() - 120_000, endedAt: Date.now() - 60_000, reason: 'The line was cut.' },
    ],
  })
  await bar()
    .getByRole('button', { name: /^Connection to the agent server: ws / })
    .click()
  const line = page.getByRole('dialog', { name: 'Connection to the agent server' })
  await expect.element(line.getByText('31 ms')).toBeVisible()
  await expect.element(line.getByText('1.2 s')).toBeVisible()
  await expect.element(line.getByText(/^384/)).toBeVisible()
  await expect.element(line.getByText('The line was cut.')).toBeVisible()
  await expect.element(line.getByText(/stood 1 m/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(line).not.toBeInTheDocument()
})

test('events that came since the server was asked are no mismatch', async () => {
  const host = new FakeHost()
  host.setSync(SHORT, { localCount: 390, server: { ...SERVER, count: 384 } })
  await openConversation(host)
  await expect.element(bar().getByText(/events 390 local, 384 server at/)).toBeVisible()
  host.setSync(SHORT, {
    sync: { phase: 'reconnecting', attempt: 1, at: Date.now() + 9_000, reason: 'The socket closed.' },
  })
  await expect.element(bar().getByText(/reconnecting/)).toBeVisible()
  await expect.element(bar().getByText('≠')).not.toBeInTheDocument()
})

test('a history that can only be read slowly says how long, and can be paused, gone on with, or read awake', async () => {
  const host = new FakeHost()
  host.changeConversation(SHORT, { sandboxStatus: 'PAUSED', conversationUrl: null })
  await openConversation(host)
  const slow = { read: 31_200, total: 60_000, remainingMs: 13.4 * 60_000, awakeMs: 26_000 }
  host.setSync(SHORT, { sync: { ...LOADING, from: 'app', stored: 31_000, total: 60_000, slow } })
  await expect.element(page.getByText(/31,200 of 60,000 entries, about 14 min left/)).toBeVisible()
  await userEvent.keyboard('yp')
  await expect.element(page.getByText(/paused at 31,200 of 60,000 entries/)).toBeVisible()
  await page.getByRole('button', { name: /^Go on/ }).click()
  await expect.poll(() => host.calls('sync.retry')).toEqual([SHORT])
  host.setSync(SHORT, { sync: { ...LOADING, from: 'app', stored: 31_000, total: 60_000, slow } })
  await page.getByRole('button', { name: /^Wake and read/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Wake the sandbox and read there?' })
  await expect.element(dialog.getByText(/costs running time until somebody pauses it/)).toBeVisible()
  await expect.element(dialog.getByText(/conversations? in this sandbox/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Wake and read' }).click()
  await expect.poll(() => host.calls('sandboxes.resume').length).toBe(1)
  await expect.element(dialog).not.toBeInTheDocument()
  host.setSync(SHORT, { sync: { ...LOADING, from: 'app', stored: 31_000, total: 60_000, slow } })
  await expect.element(page.getByText(/31,200 of 60,000 entries/)).toBeVisible()
  await userEvent.keyboard('yc')
  await expect.poll(() => host.calls('sync.cancel')).toEqual([SHORT])
})

test('ids that the server repeats are told and are no mismatch', async () => {
  const host = new FakeHost()
  host.setSync(SHORT, { server: { ...SERVER, count: 384, repeats: 2, leftOut: 61 } })
  await openConversation(host)
  await expect.element(bar().getByText(/events 384 local = 384 server \(checked .*, 61 excluded\)/)).toBeVisible()
  await expect.element(bar().getByText('the server’s log repeats 2 ids')).toBeVisible()
  host.setSync(SHORT, { missing: 3 })
  await expect.element(bar().getByText(/384 local ≠ 387 known, 384 agent server/)).toBeVisible()
})

test('no event is before the beginning, also where the server writes the creation time anew', async () => {
  const host = new FakeHost()
  host.changeConversation(SHORT, { createdAt: Date.now() })
  await openConversation(host)
  const times = () => eventRows().map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent ?? '')
  await expect.poll(() => times().filter((time) => !time.startsWith('+'))).toEqual([])
})

test('where the inspector lies over the list, Escape closes it and the keys are in the list again', async () => {
  await openConversation(new FakeHost(), { size: { width: 820, height: 700 } })
  eventRows().at(-2)?.click()
  await page.getByRole('grid', { name: 'Events' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('tab', { name: 'JSON' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('tab', { name: 'JSON' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('grid', { name: 'Events' })).toHaveFocus()
})

test('a filter narrows the timeline, says how much is left, and is kept over a reload', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await page.getByRole('button', { name: 'errors only' }).click()
  await expect.element(page.getByText('16 of 384')).toBeVisible()
  await page.getByRole('button', { name: 'hook' }).click()
  await expect.element(page.getByText('Nothing matches the filter')).toBeVisible()
  await page.getByRole('button', { name: 'hook' }).click()
  await expect.element(page.getByText('16 of 384')).toBeVisible()
  const stored = window.sessionStorage.getItem('handrail.timeline') ?? ''
  forgetInMemory()
  await expect.element(page.getByText('240 rows · 384 events')).toBeVisible()
  window.sessionStorage.setItem('handrail.timeline', stored)
  await useTimelineLooks.persist.rehydrate()
  await expect.element(page.getByText('16 of 384')).toBeVisible()
})

test('raw order gives every event a row of its own', async () => {
  await openConversation(new FakeHost())
  await page.getByRole('radio', { name: 'raw' }).click()
  await expect.element(page.getByText('384 events', { exact: true })).toBeVisible()
})

test('the page goes on where it was when the host comes back', async () => {
  const host = new FakeHost()
  await openConversation(host)
  host.stop()
  host.start()
  host.append(SHORT, 3)
  await expect
    .poll(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount'), { timeout: 8000 })
    .toBe('244')
})

test('the number keys show the parts of the conversation, and the address says which', async () => {
  const host = new FakeHost()
  const { router } = await openConversation(host)
  await userEvent.keyboard('6')
  await expect.element(page.getByRole('region', { name: 'Sandbox' })).toBeVisible()
  await expect.element(page.getByText(SHORT.conversationId)).toBeVisible()
  expect(router.state.location.search).toEqual({ section: 'details' })
  await userEvent.keyboard('1')
  await expect.element(page.getByRole('grid', { name: 'Events' })).toBeVisible()
})

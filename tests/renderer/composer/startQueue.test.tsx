import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Arrivals } from '../../../renderer/features/composer/arrivals.tsx'
import { useDrafts } from '../../../renderer/features/composer/draftStore.ts'
import { Composer, StartQueue, useQueues } from '../../../renderer/features/composer/index.ts'
import { NewConversationDialog } from '../../../renderer/features/newConversation/index.ts'
import { useNewConversation } from '../../../renderer/state/newConversation.ts'
import type { StartTask } from '../../../shared/domain/index.ts'
import { forgetInMemory, SHORT } from '../conversation/openConversation.tsx'
import { CLOUD } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'
import { until } from '../support/until.ts'

const TASK: StartTask = {
  connectionId: CLOUD,
  id: 'task-1',
  status: 'WAITING_FOR_SANDBOX',
  detail: null,
  conversationId: null,
  sandboxId: null,
  title: null,
  repository: null,
  createdAt: null,
}

afterEach(() => {
  forgetInMemory()
  useQueues.setState({ starts: {}, arriving: {}, queueings: {} })
  useNewConversation.getState().close()
})

const field = () => page.getByLabelText('Another message for when it is ready')
const queueButton = () => page.getByRole('button', { name: /^Queue message/ })
const queued = () => page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem').elements()
const key = `${SHORT.connectionId}/${SHORT.conversationId}`

test('each message gets its place in the queue, and the field is free for the next', async () => {
  const host = new FakeHost()
  host.records.queued = [
    { state: 'queued', position: 1 },
    { state: 'queued', position: 2 },
  ]
  renderInHost(<StartQueue task={TASK} />, host)
  await field().fill('Look at the tests first')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await until(() => queued().length).toBe(1)
  await expect.element(field()).toHaveValue('')
  await field().fill('Then open a pull request')
  await queueButton().click()
  await until(() => queued().map((one) => one.textContent)).toEqual([
    '1Look at the tests firstwaits',
    '2Then open a pull requestwaits',
  ])
  expect(host.calls('conversations.queue')).toEqual([
    { connectionId: CLOUD, taskId: 'task-1', text: 'Look at the tests first' },
    { connectionId: CLOUD, taskId: 'task-1', text: 'Then open a pull request' },
  ])
})

test('a refused message says why, keeps its text and can be queued again', async () => {
  const host = new FakeHost()
  host.failNext('conversations.queue', { code: 'rate-limited', message: 'Too many pending messages.' })
  renderInHost(<StartQueue task={TASK} />, host)
  await field().fill('one more')
  await queueButton().click()
  await expect.element(page.getByText('Too many pending messages.')).toBeVisible()
  await expect.element(field()).toHaveValue('one more')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until(() => queued().length).toBe(1)
})

test('queueing can be cancelled, and the eleventh message is not offered', async () => {
  const host = new FakeHost()
  const release = host.hold('conversations.queue')
  renderInHost(<StartQueue task={TASK} />, host)
  await field().fill('slow')
  await queueButton().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Queueing was cancelled.')).toBeVisible()
  await expect.element(field()).toHaveValue('slow')
  release()
  const ten = Array.from({ length: 10 }, (_, index) => ({ text: `message ${index}`, position: index + 1 }))
  useQueues.setState({ starts: { [`${CLOUD}/task-1`]: { text: 'one too many', queued: ten } } })
  await expect.element(queueButton()).toBeDisabled()
})

test('a start that became ready meanwhile is said, with what the agent did', async () => {
  const host = new FakeHost()
  const sent = { note: 'Sent; the agent was started.', isRunRefused: false }
  host.records.queued = [{ state: 'sent', conversationId: SHORT.conversationId, sent }]
  renderInHost(<StartQueue task={TASK} />, host)
  await field().fill('just in time')
  await queueButton().click()
  await expect.element(page.getByText('It is ready already. Sent; the agent was started.')).toBeVisible()
})

test('when the start is ready, what was still being typed waits in the composer of the conversation', async () => {
  const host = new FakeHost({ startStatuses: ['WORKING'] })
  const { router } = renderInHost(<NewConversationDialog pollMs={20} />, host)
  useNewConversation.getState().open()
  await page.getByLabelText('Message', { exact: true }).fill('Fix the flaky login test')
  await page.getByRole('button', { name: /^Start/ }).click()
  await field().fill('queued')
  await queueButton().click()
  await until(() => queued().length).toBe(1)
  await field().fill('half a thought')
  host.state.startStatuses = ['READY']
  await until(() => router.state.location.pathname).toBe(`/c/cloud/${SHORT.conversationId}`)
  expect(useDrafts.getState().texts[key]).toBe('half a thought')
  expect(useQueues.getState()).toMatchObject({ starts: {}, arriving: { [key]: ['queued'] } })
})

test('when the start fails, what waited is given back to the form', async () => {
  const host = new FakeHost({ startStatuses: ['WORKING'], startDetail: 'no such branch' })
  renderInHost(<NewConversationDialog pollMs={20} />, host)
  useNewConversation.getState().open()
  await page.getByLabelText('Message', { exact: true }).fill('Fix the flaky login test')
  await page.getByRole('button', { name: /^Start/ }).click()
  await field().fill('queued')
  await queueButton().click()
  await until(() => queued().length).toBe(1)
  await field().fill('half a thought')
  host.state.startStatuses = ['ERROR']
  await expect.element(page.getByText(/no such branch/)).toBeVisible()
  await expect
    .element(page.getByLabelText('Message', { exact: true }))
    .toHaveValue('Fix the flaky login test\n\nqueued\n\nhalf a thought')
})

test('a start that nobody follows any more still gives its messages to the conversation, or back', async () => {
  const host = new FakeHost({ startStatuses: ['WORKING'] })
  useQueues.setState({
    starts: { [`${CLOUD}/task-1`]: { text: 'half a thought', queued: [{ text: 'queued', position: 1 }] } },
  })
  renderInHost(<NewConversationDialog pollMs={20} />, host)
  await until(() => host.calls('conversations.startTask').length).toBeGreaterThan(1)
  host.state.startStatuses = ['READY']
  await until(() => useQueues.getState().arriving).toEqual({ [key]: ['queued'] })
  expect(useDrafts.getState().texts[key]).toBe('half a thought')
  host.failNext('conversations.startTask', { code: 'not-found', message: 'The server does not know start task 2.' })
  useQueues.setState({ starts: { [`${CLOUD}/task-2`]: { text: '', queued: [{ text: 'lost?', position: 1 }] } } })
  await until(() => useNewConversation.getState().draft.text).toBe('lost?')
})

test('a queued message that does not arrive is named, and can be sent or forgotten', async () => {
  const host = new FakeHost()
  useQueues.setState({ arriving: { [key]: ['Look at the tests first', 'And then rest'] } })
  renderInHost(<Arrivals conversation={SHORT} patienceMs={50} />, host)
  await expect.element(page.getByText(/not seen yet: “Look at the tests first”/)).toBeVisible()
  await page.getByRole('button', { name: 'Send it now' }).first().click()
  await until(() => host.calls('conversations.send')).toEqual([
    { ...SHORT, text: 'Look at the tests first', run: true },
  ])
  await until(() => useQueues.getState().arriving).toEqual({ [key]: ['And then rest'] })
  await page.getByRole('button', { name: 'Forget it' }).click()
  await until(() => useQueues.getState().arriving).toEqual({})
})

test('a queued message is at rest once the timeline has it', async () => {
  const host = new FakeHost()
  const rpc = renderInHost(<Arrivals conversation={SHORT} />, host).rpc
  const spec = {
    conversation: SHORT,
    filter: [{ field: 'lane' as const, isNot: false, values: ['user' as const] }],
    order: 'raw' as const,
  }
  const { view } = await rpc.client.view.open(spec)
  const { rows } = await rpc.client.view.window({ view, anchor: 'end', before: 10, after: 0 })
  const row = rows.at(-1)
  if (row?.type !== 'event') throw new Error('the fake conversation has messages of its user')
  useQueues.setState({ arriving: { [key]: [row.summary] } })
  await until(() => useQueues.getState().arriving).toEqual({})
})

test('a message that is kept while its run is refused is not sent again: running is', async () => {
  const host = new FakeHost({
    sent: { isRunRefused: true, note: 'The message is saved, but the agent did not start.' },
  })
  host.failNext('conversations.run', { code: 'rate-limited', message: 'Still too many.' })
  renderInHost(<Composer conversation={SHORT} blocked={null} />, host)
  await page.getByRole('textbox', { name: 'Message' }).fill('Please go on')
  await page.getByRole('button', { name: 'Send & run' }).click()
  await expect.element(page.getByText('The message is saved, but the agent did not start.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await page.getByRole('button', { name: 'Run the agent' }).click()
  await expect.element(page.getByText('Still too many.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The agent runs.')).toBeVisible()
  expect(host.calls('conversations.send')).toHaveLength(1)
})

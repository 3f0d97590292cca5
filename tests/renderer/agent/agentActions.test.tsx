import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HandrailError } from '../../../shared/domain/index.ts'
import { eventRows, openConversation, SHORT } from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'
import { until } from '../support/until.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function choose(name: RegExp) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Selects a row whose step is complete. */
async function selectStep(): Promise<string> {
  const row = eventRows().find((one) => one.textContent?.includes('terminal'))
  if (row === undefined) throw new Error('there is a terminal row')
  row.click()
  await expect.element(page.getByRole('button', { name: 'From this event' })).toBeVisible()
  return row.dataset.eventId ?? ''
}

test('a fork is named, says what it shares, and is opened', async () => {
  const host = new FakeHost()
  const { router } = await openConversation(host)
  await choose(/^Fork…/)
  await expect.element(page.getByLabelText('Title')).toHaveValue('Fork of Bump zod to 4 across packages')
  await expect.element(page.getByText('Both work in the same sandbox and the same folder.')).toBeVisible()
  await page.getByLabelText('Title').fill('Another way')
  await dialog().getByRole('button', { name: /^Fork/ }).click()
  await expect.element(page.getByText('The fork is made')).toBeVisible()
  const [call] = host.calls('agent.fork') as [{ wish: { id: string; title: string; fromEventId: string | null } }]
  expect(call.wish).toMatchObject({
    title: 'Another way',
    fromEventId: null,
    resetMetrics: true,
    tags: { team: 'core' },
  })
  await button('Open it').click()
  await until(() => router.state.location.pathname).toContain(call.wish.id.replaceAll('-', ''))
})

test('a fork that failed is asked for again under the same id, with what was typed', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await choose(/^Fork…/)
  host.failNext('agent.fork', { code: 'timeout', message: 'No answer.', isSafeToRetry: true })
  await page.getByLabelText('Title').fill('Another way')
  await dialog().getByRole('button', { name: /^Fork/ }).click()
  await expect.element(page.getByText('No answer.')).toBeVisible()
  await button('Try again').click()
  await expect.element(page.getByText('The fork is made')).toBeVisible()
  const calls = host.calls('agent.fork') as { wish: { id: string; title: string } }[]
  expect(calls).toHaveLength(2)
  expect(calls[1]).toEqual(calls[0])
})

test('a fork from an event ends with its step', async () => {
  const host = new FakeHost()
  await openConversation(host)
  const id = await selectStep()
  await page.getByRole('button', { name: 'From this event' }).click()
  await page.getByRole('menuitem', { name: /Fork from here/ }).click()
  await expect.element(page.getByText(/what came after is left out/)).toBeVisible()
  await dialog().getByRole('button', { name: /^Fork/ }).click()
  await expect.element(page.getByText('The fork is made')).toBeVisible()
  const [call] = host.calls('agent.fork') as [{ wish: { fromEventId: string } }]
  // The result of the action, not the action alone.
  expect(call.wish.fromEventId).not.toBe(id)
  expect(call.wish.fromEventId).not.toBe('')
})

test('going back says what it does first, and rests while the agent runs', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await selectStep()
  await page.getByRole('button', { name: 'From this event' }).click()
  await expect.element(page.getByText('The agent runs: pause it first.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  host.setFacts(SHORT, { executionStatus: 'paused' })
  await page.getByRole('button', { name: 'From this event' }).click()
  await page.getByRole('menuitem', { name: /Go back to here/ }).click()
  await expect.element(dialog().getByText(/its events stay in the timeline/)).toBeVisible()
  expect(host.calls('agent.navigate')).toEqual([])
  await button('Go back').click()
  await expect.element(page.getByText(/Nothing was deleted/)).toBeVisible()
  expect(host.calls('agent.navigate')).toHaveLength(1)
})

test('both events of a row are looked for on the servers, and a server that failed is asked again', async () => {
  const host = new FakeHost()
  await openConversation(host)
  const id = await selectStep()
  await userEvent.keyboard('xl')
  const action = dialog().getByRole('region', { name: 'Action' })
  await expect.element(action.getByText('Agent server: has it.')).toBeVisible()
  await expect.element(action.getByText(/App server: does not have it: it is late/)).toBeVisible()
  await expect
    .element(dialog().getByRole('region', { name: 'Result' }).getByText('Agent server: has it.'))
    .toBeVisible()
  const asked = host.calls('event.look') as { eventId: string }[]
  expect(asked).toHaveLength(2)
  expect(asked[0]).toEqual({ ...SHORT, eventId: id })
  await button('Close').click()

  const failure = new HandrailError({ code: 'timeout', message: 'The app server did not answer.', isSafeToRetry: true })
  host.state.places = [
    { server: 'agent', finding: { state: 'there', isNew: true } },
    { server: 'app', finding: { state: 'failed', failure: failure.failure } },
  ]
  await page.getByRole('button', { name: 'From this event' }).click()
  await page.getByRole('menuitem', { name: /Look for it/ }).click()
  await expect.element(action.getByText(/it was missing here/)).toBeVisible()
  await expect.element(action.getByText('The app server did not answer.')).toBeVisible()
  host.state.places = [{ server: 'app', finding: { state: 'not-asked', reason: 'Its id is no UUID.' } }]
  await action.getByRole('button', { name: 'Try again' }).click()
  await expect.element(action.getByText('App server: was not asked. Its id is no UUID.')).toBeVisible()
})

test('condensing asks first and shows its failure', async () => {
  const host = new FakeHost()
  await openConversation(host)
  await choose(/^Condense/)
  host.failNext('agent.condense', { code: 'conflict', message: 'No condenser configured.' })
  await button('Condense').click()
  await expect.element(page.getByText('No condenser configured.')).toBeVisible()
  await button('Condense').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(host.calls('agent.condense')).toHaveLength(2)
})

test('questions and goals have keys', async () => {
  const host = new FakeHost()
  host.changeConversation(SHORT, { executionStatus: 'idle' })
  await openConversation(host)
  await userEvent.keyboard('q')
  await page.getByLabelText('Question').fill('What is left?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(/three files/)).toBeVisible()
  await button('Close').click()
  await userEvent.keyboard('l')
  await page.getByLabelText('Objective').fill('All specs are green')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(host.calls('agent.startGoal')).toEqual([{ ...SHORT, objective: 'All specs are green', maxIterations: 10 }])
})

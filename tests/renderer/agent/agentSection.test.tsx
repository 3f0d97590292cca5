import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConversation, SHORT, showConversation } from '../conversation/openConversation.tsx'
import { FakeHost } from '../support/fakeHost.ts'
import { until } from '../support/until.ts'

async function openAgent(host: FakeHost) {
  await openConversation(host)
  await page.getByRole('tab', { name: 'Agent' }).click()
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const part = (name: string) => page.getByRole('region', { name, exact: true })

test('the policy is shown as the server has it, and set as a whole', async () => {
  const host = new FakeHost()
  await openAgent(host)
  await expect.element(page.getByRole('radio', { name: /When it is risky/ })).toBeChecked()
  await expect.element(part('Confirmation').getByRole('button', { name: /medium and high/ })).toBeVisible()
  await part('Confirmation')
    .getByRole('button', { name: /medium and high/ })
    .click()
  await page.getByRole('option', { name: /every known risk/ }).click()
  await page.getByText(/Also when the risk is unknown/).click()
  await part('Confirmation').getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(page.getByText('Set; it holds from the next action on.')).toBeVisible()
  expect(host.calls('agent.setPolicy')).toEqual([
    { ...SHORT, policy: { kind: 'ConfirmRisky', threshold: 'LOW', confirmUnknown: true } },
  ])
})

test('a policy without an analyzer is explained', async () => {
  const host = new FakeHost()
  host.state.agent.settings.analyzer = null
  await openAgent(host)
  await expect.element(page.getByText('It will never ask.')).toBeVisible()
  await part('Security analyzer').getByRole('button', { name: /None/ }).click()
  await page.getByRole('option', { name: /Patterns/ }).click()
  await until(() => host.calls('agent.setAnalyzer')).toEqual([{ ...SHORT, analyzer: 'PatternSecurityAnalyzer' }])
  await expect.element(page.getByText('It will never ask.')).not.toBeInTheDocument()
})

test('a failure keeps what was chosen and can be tried again', async () => {
  const host = new FakeHost()
  await openAgent(host)
  host.failNext('agent.setPolicy', { code: 'server-error', message: 'The agent server answered 500.' })
  await page.getByText('It waits before every action.').click()
  await part('Confirmation').getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(page.getByText('The agent server answered 500.')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /Always/ })).toBeChecked()
  await button('Try again').click()
  await until(() => host.calls('agent.setPolicy')).toHaveLength(2)
})

test('a secret goes once, leaves the field, and is named but not shown', async () => {
  const host = new FakeHost()
  await openAgent(host)
  const value = part('Secrets').getByLabelText('Value')
  await part('Secrets').getByLabelText('Name').fill('LLM_API_KEY')
  await value.fill('test-secret-value-0001')
  await button('Give it to the agent').click()
  await expect.element(page.getByText(/keeps for itself/)).toBeVisible()
  expect(host.calls('agent.addSecrets')).toEqual([])
  await part('Secrets').getByLabelText('Name').fill('API_TOKEN')
  await button('Give it to the agent').click()
  await expect.element(part('Secrets').getByText('API_TOKEN')).toBeVisible()
  await expect.element(value).toHaveValue('')
  expect(host.calls('agent.addSecrets')).toEqual([{ ...SHORT, secrets: { API_TOKEN: 'test-secret-value-0001' } }])
  expect(document.body.innerHTML).not.toContain('test-secret-value-0001')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('test-secret-value-0001')
})

test('a secret that could not be given stays in its field', async () => {
  const host = new FakeHost()
  await openAgent(host)
  host.failNext('agent.addSecrets', { code: 'unreachable', message: 'The line was cut.', isSafeToRetry: true })
  await part('Secrets').getByLabelText('Name').fill('API_TOKEN')
  await part('Secrets').getByLabelText('Value').fill('test-secret-value-0001')
  await button('Give it to the agent').click()
  await expect.element(page.getByText('The line was cut.')).toBeVisible()
  await expect.element(part('Secrets').getByLabelText('Value')).toHaveValue('test-secret-value-0001')
})

test('a goal is set, shown as it stands, stopped and resumed', async () => {
  const host = new FakeHost()
  host.changeConversation(SHORT, { executionStatus: 'idle' })
  await openAgent(host)
  await page.getByLabelText('Objective').fill('All specs are green')
  await page.getByLabelText('At most this many rounds').fill('0')
  await expect.element(button('Set the goal')).toBeDisabled()
  await page.getByLabelText('At most this many rounds').fill('4')
  await button('Set the goal').click()
  await expect.element(part('Goal').getByText('at work')).toBeVisible()
  await expect.element(part('Goal').getByText('round 0 of at most 4')).toBeVisible()
  host.setFacts(SHORT, {
    goal: {
      isActive: true,
      status: 'running',
      iteration: 1,
      maxIterations: 4,
      objective: 'All specs are green',
      verdict: { score: 0.4, isComplete: false, missing: 'Two specs fail.' },
    },
  })
  await expect.element(part('Goal').getByText('Outstanding: Two specs fail.')).toBeVisible()
  await button('Stop the goal').click()
  await expect.element(part('Goal').getByText('interrupted')).toBeVisible()
  await button('Resume the goal').click()
  await expect.element(part('Goal').getByText('at work')).toBeVisible()
})

test('a question is answered beside the conversation, and a failed one is still there', async () => {
  const host = new FakeHost()
  await openAgent(host)
  host.failNext('agent.ask', { code: 'timeout', message: 'No answer within 5 minutes.', advice: 'Try again.' })
  await page.getByLabelText('Question').fill('What is left?')
  await button('Ask').click()
  await expect.element(page.getByText('No answer within 5 minutes.')).toBeVisible()
  await expect.element(page.getByLabelText('Question')).toHaveValue('What is left?')
  await button('Try again').click()
  await expect.element(page.getByRole('list', { name: 'Answers' }).getByText(/three files/)).toBeVisible()
  await expect.element(page.getByLabelText('Question')).toHaveValue('')
})

test('a question that takes long can be cancelled', async () => {
  const host = new FakeHost()
  await openAgent(host)
  const release = host.hold('agent.ask')
  await page.getByLabelText('Question').fill('What is left?')
  await button('Ask').click()
  await expect.element(page.getByText('The agent is thinking…')).toBeVisible()
  await button('Cancel').click()
  await expect.element(button('Ask')).toBeVisible()
  await expect.element(page.getByLabelText('Question')).toHaveValue('What is left?')
  release()
})

test('what the server is, where the conversation comes from and its final response are shown', async () => {
  const host = new FakeHost()
  host.state.agent.settings.forkedFrom = { conversationId: 'f'.repeat(32), eventId: 'abcdef0123' }
  host.state.agent.settings.leafEventId = 'leaf-event-1'
  await openAgent(host)
  await expect.element(part('Agent server').getByText('1.58.0')).toBeVisible()
  await expect.element(part('History').getByText(/up to event/)).toBeVisible()
  await expect.element(part('History').getByText('leaf-event-1')).toBeVisible()
  await expect.element(part('Final response').getByText(/the pull request is open/)).toBeVisible()
})

test('what changes with a run is read anew when the run ends', async () => {
  const host = new FakeHost()
  await openAgent(host)
  await expect.element(part('Final response').getByText(/the pull request is open/)).toBeVisible()
  host.state.agent.finalResponse = 'The second half is done too.'
  host.state.agent.settings.leafEventId = 'leaf-event-2'
  host.setFacts(SHORT, { executionStatus: 'finished' })
  await expect.element(part('Final response').getByText('The second half is done too.')).toBeVisible()
  await expect.element(part('History').getByText('leaf-event-2')).toBeVisible()
})

test('an old server offers only what it has', async () => {
  const host = new FakeHost()
  host.state.agent.server = {
    ...host.state.agent.server,
    version: '1.11.4',
    features: ['condense', 'ask', 'policy', 'analyzer', 'secrets'],
  }
  await openAgent(host)
  await expect.element(part('Confirmation')).toBeVisible()
  await expect.element(part('History').getByRole('button', { name: 'Condense…' })).toBeVisible()
  for (const name of ['Goal', 'Final response']) await expect.element(part(name)).not.toBeInTheDocument()
  await expect.element(part('History').getByRole('button', { name: 'Fork…' })).not.toBeInTheDocument()
  await expect.element(button('Interrupt')).not.toBeInTheDocument()
  await part('Security analyzer')
    .getByRole('button', { name: /The model itself/ })
    .click()
  await expect.element(page.getByRole('option', { name: /Patterns/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect.element(page.getByRole('menuitem', { name: /Ask the agent/ })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /^Fork/ })).not.toBeInTheDocument()
})

test('an asleep sandbox is not asked, and says so', async () => {
  const host = new FakeHost()
  const asleep = host.state.conversations.find((one) => one.sandboxStatus === 'PAUSED')
  if (!asleep) throw new Error('the fake fleet has one')
  const { connectionId, conversationId } = asleep
  await showConversation(host, { conversation: { connectionId, conversationId } })
  await page.getByRole('tab', { name: 'Agent' }).click()
  await expect.element(page.getByText('The agent server cannot be asked')).toBeVisible()
  expect(host.calls('agent.server')).toEqual([])
})

test('a server that does not say what it can is asked again', async () => {
  const host = new FakeHost()
  const failure = { code: 'not-openhands', message: 'It sent a web page.' } as const
  host.failNext('agent.server', failure)
  host.failNext('agent.server', failure)
  await openAgent(host)
  await expect.element(page.getByText('It sent a web page.')).toBeVisible()
  await button('Try again').click()
  await expect.element(part('Confirmation')).toBeVisible()
})

import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NewConversationDialog } from '../../../renderer/features/newConversation/index.ts'
import { useNewConversation } from '../../../renderer/state/newConversation.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'
import { until } from '../support/until.ts'

const KEY = 'test-model-key-0001'

afterEach(() => {
  useNewConversation.getState().discard()
  useNewConversation.getState().close()
})

/** A host that knows one bare agent server, beside its app server or alone. */
function open({ isAlone }: { isAlone: boolean }) {
  const host = new FakeHost()
  const [cloud] = host.state.connections
  if (cloud === undefined) throw new Error('the fake host has a connection')
  const bare = { ...cloud, id: 'bare', name: 'my laptop', kind: 'agent' as const }
  host.state.connections = isAlone ? [bare] : [cloud, bare]
  const drawn = renderInHost(<NewConversationDialog pollMs={20} />, host)
  useNewConversation.getState().open()
  return { host, ...drawn }
}

const calls = (host: FakeHost) => host.calls('agent.start') as { id: string; modelKey: string | null }[]
const start = () => page.getByRole('button', { name: /^Start/ }).click()

async function fill() {
  await page.getByLabelText('Message', { exact: true }).fill('Fix the build')
  await page.getByLabelText('Model', { exact: true }).fill('acme/large')
  await page.getByLabelText('Key of the model').fill(KEY)
  await page.getByLabelText('Tags').fill('team=web, ticket=LOG142')
}

test('a bare agent server is told what its agent is, and the conversation is open at once', async () => {
  const { host, router } = open({ isAlone: true })
  await fill()
  expect(window.sessionStorage.getItem('handrail.new-conversation')).not.toContain(KEY)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await until(() => router.state.location.pathname).toMatch(/^\/c\/bare\/[0-9a-f]{32}$/)
  expect(calls(host)).toEqual([
    {
      connectionId: 'bare',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      text: 'Fix the build',
      run: true,
      workingDir: '/workspace/project',
      model: 'acme/large',
      modelKey: KEY,
      modelUrl: null,
      tags: { team: 'web', ticket: 'LOG142' },
    },
  ])
})

test('a failure keeps everything; trying the same again has the same id, trying another thing has not', async () => {
  const { host } = open({ isAlone: true })
  await fill()
  const failure = { code: 'timeout' as const, message: 'The agent server did not answer.' }
  host.failNext('agent.start', failure)
  await start()
  await expect.element(page.getByText(failure.message)).toBeVisible()
  host.failNext('agent.start', failure)
  await page.getByRole('button', { name: 'Try again' }).click()
  await until(() => calls(host).length).toBe(2)
  await expect.element(page.getByText(failure.message)).toBeVisible()
  await page.getByLabelText('Message', { exact: true }).fill('Fix the tests')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until(() => calls(host).length).toBe(3)
  const [first, second, third] = calls(host)
  expect(second).toEqual(first)
  expect(third?.id).not.toBe(first?.id)
  expect(third?.modelKey).toBe(KEY)
})

test('a start that takes long can be cancelled, and nothing typed is lost', async () => {
  const { host } = open({ isAlone: true })
  await fill()
  const release = host.hold('agent.start')
  await start()
  await page.getByRole('button', { name: 'Cancel' }).click()
  release()
  await expect.element(page.getByLabelText('Key of the model')).toHaveValue(KEY)
  await expect.element(page.getByLabelText('Message', { exact: true })).toHaveValue('Fix the build')
})

test('what a server would refuse is named at its field, and nothing is sent', async () => {
  const { host } = open({ isAlone: true })
  await page.getByLabelText('Message', { exact: true }).fill(`Use ${KEY}`)
  await page.getByLabelText('Key of the model').fill(KEY)
  await page.getByLabelText('Working folder').fill('project')
  await page.getByLabelText('Address of the model').fill('localhost:4000')
  await page.getByLabelText('Tags').fill('bad_key=1')
  await start()
  for (const problem of [
    /An absolute path/,
    /Which model\?/,
    /begins with https/,
    /stands in the message/,
    /“bad_key” may hold only lower-case letters and digits/,
  ]) {
    await expect.element(page.getByText(problem).first()).toBeVisible()
  }
  expect(calls(host)).toEqual([])
})

test('beside an app server it is one of the servers to choose from, with the same message', async () => {
  open({ isAlone: false })
  await page.getByLabelText('Message', { exact: true }).fill('Fix the build')
  await expect.element(page.getByLabelText('Repository')).toBeVisible()
  await page.getByRole('button', { name: /Server/ }).click()
  await page.getByRole('option', { name: /my laptop/ }).click()
  await expect.element(page.getByLabelText('Working folder')).toBeVisible()
  await expect.element(page.getByLabelText('Repository')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Message', { exact: true })).toHaveValue('Fix the build')
})

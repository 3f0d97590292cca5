import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TagEditor } from '../../../renderer/features/tags/index.ts'
import { fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

const REF = { connectionId: 'cloud', conversationId: fakeConversationId(0) }

/** The app server's view has a key of its own that the agent server refuses. */
const RECORD_TAGS = { team: 'web', ticket: 'LOG142', repo_name: 'acme/shop' }

async function open(host = new FakeHost()): Promise<FakeHost> {
  renderInHost(<TagEditor conversation={REF} recordTags={RECORD_TAGS} />, host)
  await page.getByRole('button', { name: '+ tag' }).click()
  await expect.element(page.getByLabelText('Key of new tag')).toBeVisible()
  return host
}

async function add(key: string, value: string): Promise<void> {
  await page.getByLabelText('Key of new tag').fill(key)
  await page.getByLabelText(`Value of ${key}`).fill(value)
}

const save = () => page.getByRole('button', { name: 'Save' })
const stage = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a save is followed from saving over the agent server to search', async () => {
  const host = await open()
  const releaseSaved = host.hold('tags.save:saved')
  const releaseVisible = host.hold('tags.save:visible')
  await add('sprint', '41')
  await save().click()
  await expect.element(stage('saving')).toHaveAttribute('aria-current', 'step')
  releaseSaved()
  await expect.element(stage('saved on the agent server')).not.toHaveAttribute('aria-current')
  await expect.element(stage('visible in search')).toHaveAttribute('aria-current', 'step')
  releaseVisible()
  await expect.element(stage('visible in search')).toMatchTextContent('✓')
  expect(host.state.agentTags.get(REF.conversationId)).toEqual({ team: 'web', ticket: 'LOG142', sprint: '41' })
})

test('on a bare agent server a save is over with it, and Escape leaves', async () => {
  const host = new FakeHost()
  host.state.connections = host.state.connections.map((one) => ({ ...one, kind: 'agent' }))
  host.state.tagStages = ['saved']
  await open(host)
  await add('sprint', '41')
  await save().click()
  await expect.element(stage('saved on the agent server')).toMatchTextContent('✓')
  await expect.element(stage('visible in search')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('what the app server added is shown apart and never written', async () => {
  const host = await open()
  await expect.element(page.getByText(/Only in the app server’s view/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove ticket' }).click()
  await page.getByLabelText('Value of team').fill('core')
  await save().click()
  await expect.element(stage('visible in search')).toMatchTextContent('✓')
  expect(host.calls('tags.save')).toEqual([
    { ...REF, edit: { set: { team: 'core' }, remove: ['ticket'], base: { team: 'web', ticket: 'LOG142' } } },
  ])
  await expect.element(page.getByText('ticket removed on the agent server.')).toBeVisible()
})

test('a key or value that the server would refuse is said while typing', async () => {
  await open()
  await add('bad_key', 'x')
  await expect.element(page.getByText('Only lower-case letters and digits: no spaces, no _ and no -.')).toBeVisible()
  await expect.element(save()).toBeDisabled()
  await page.getByLabelText('Key of bad_key').fill('team')
  await expect.element(page.getByText('There is another tag with this key.').first()).toBeVisible()
  await page.getByLabelText('Key of team').nth(1).fill('note')
  await page.getByLabelText('Value of note').fill('😀'.repeat(256))
  await expect.element(save()).toBeEnabled()
  await page.getByLabelText('Value of note').fill('😀'.repeat(257))
  await expect.element(page.getByText('At most 256 characters; this has 257.')).toBeVisible()
})

test('a failed save keeps everything that was typed', async () => {
  const host = await open()
  host.failNext('tags.save', {
    code: 'unreachable',
    message: 'The agent server does not answer.',
    advice: 'Try again.',
  })
  await add('sprint', '41')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The agent server does not answer.')
  await expect.element(page.getByLabelText('Value of sprint')).toHaveValue('41')
  await save().click()
  await expect.element(stage('visible in search')).toMatchTextContent('✓')
})

test('tags that search does not show in time are explained, not called lost', async () => {
  await open(new FakeHost({ tagStages: ['saved', 'not-visible'] }))
  await add('sprint', '41')
  await save().click()
  await expect.element(page.getByText('Saved, but not in search yet.')).toBeVisible()
  await expect.element(page.getByText(/Nothing has to be saved again/)).toBeVisible()
})

test('tags that cannot be read from the agent server are not edited from anything else', async () => {
  const host = new FakeHost()
  host.failNext('tags.read', {
    code: 'unreachable',
    message: 'The sandbox is paused.',
    advice: 'Resume it to edit its tags.',
  })
  renderInHost(<TagEditor conversation={REF} recordTags={RECORD_TAGS} />, host)
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The sandbox is paused.')
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByLabelText('Value of team')).toHaveValue('web')
})

test('a tag that somebody else changed meanwhile is shown beside mine, and I decide', async () => {
  const host = await open()
  await page.getByLabelText('Value of team').fill('mobile')
  host.state.agentTags.set(REF.conversationId, { team: 'core', sprint: '41' })
  await save().click()
  await expect.element(page.getByText(/Nothing was written/)).toBeVisible()
  await expect.element(page.getByText(/team is now “core” \(it was “web”\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(page.getByLabelText('Value of team')).toHaveValue('core')
  await expect.element(page.getByLabelText('Value of sprint')).toHaveValue('41')
  await expect.element(page.getByLabelText('Value of ticket')).not.toBeInTheDocument()
  await page.getByLabelText('Value of team').fill('mobile')
  host.state.agentTags.set(REF.conversationId, { team: 'infra', sprint: '42' })
  await save().click()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.element(stage('visible in search')).toMatchTextContent('✓')
  expect(host.state.agentTags.get(REF.conversationId)).toEqual({ team: 'mobile', sprint: '42' })
})

test('what somebody else wrote to other tags is kept, and said', async () => {
  const host = await open()
  await add('sprint', '41')
  host.state.agentTags.set(REF.conversationId, { team: 'core', ticket: 'LOG142' })
  await save().click()
  await expect.element(page.getByText(/Somebody else changed tags meanwhile; that was kept/)).toBeVisible()
  expect(host.state.agentTags.get(REF.conversationId)).toEqual({ team: 'core', ticket: 'LOG142', sprint: '41' })
})

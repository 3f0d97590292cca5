import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idsIn } from '../../../renderer/features/conversations/idSearch.tsx'
import { dashedConversationId } from '../../../shared/contract/index.ts'
import { CLOUD, fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'
import { until } from '../support/until.ts'

const UNKNOWN = '0'.repeat(32)
const FIRST = fakeConversationId(0)
const SECOND = fakeConversationId(1)
const found = () => page.getByRole('list', { name: 'Found by id' })

async function type(text: string, host = new FakeHost()) {
  const app = renderApp(host, '/conversations')
  await expect.element(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  await userEvent.keyboard('/')
  await page.getByLabelText('Filter conversations').fill(text)
  return { host, ...app }
}

test('several ids are asked for at once: what is found is named in their order and opened, what is not is said', async () => {
  const { host, history } = await type(`${dashedConversationId(SECOND)}, ${UNKNOWN} ${FIRST}`)
  const items = () => found().getByRole('listitem').elements()
  await until(() => items().map((item) => item.textContent ?? '')).toEqual([
    expect.stringContaining('Bump zod to 4 across packages'),
    expect.stringContaining('No server knows it.'),
    expect.stringContaining('Open'),
  ])
  expect(host.calls('conversations.byId')).toEqual([{ connectionId: CLOUD, ids: [SECOND, UNKNOWN, FIRST] }])
  await found().getByRole('button', { name: 'Open' }).first().click()
  await until(() => history.location.pathname).toContain(SECOND)
})

test('an id with dashes finds what the list has, without asking', async () => {
  const { host } = await type(dashedConversationId(SECOND) ?? '')
  await expect.element(page.getByRole('row', { name: /Bump zod to 4/ })).toBeVisible()
  expect(host.calls('conversations.byId')).toEqual([])
})

test('a server that fails is named and asked again, with the ids still there', async () => {
  const host = new FakeHost()
  host.failNext('conversations.byId', { code: 'server-error', message: 'Could not read the conversation.' })
  await type(UNKNOWN, host)
  await expect.element(page.getByText(/: Could not read the conversation\./)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(found().getByText('No server knows it.')).toBeVisible()
  await expect.element(page.getByLabelText('Filter conversations')).toHaveValue(UNKNOWN)
})

test('a text is ids only when nothing else stands in it', () => {
  expect(idsIn(`${FIRST}\n${FIRST};${UNKNOWN}`)).toEqual([FIRST, UNKNOWN])
  expect(idsIn(`${FIRST} zod`)).toEqual([])
  expect(idsIn('')).toEqual([])
})

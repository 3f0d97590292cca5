import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useOpenFields } from '../../../renderer/features/shared/openFields.ts'
import { sharedConnectionId } from '../../../shared/domain/index.ts'
import { openConversation, SHORT } from '../conversation/openConversation.tsx'
import { fakeConversationId, fakeConversations } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'

const SERVER = 'https://open.example.test'
const ID = fakeConversationId(1)
const LINK = `${SERVER}/shared/conversations/${ID}`

const link = () => page.getByLabelText('Link or id')
const open = () => page.getByRole('button', { name: 'Open', exact: true })

beforeEach(() => useOpenFields.setState(useOpenFields.getInitialState(), true))

/** A host whose server shows one conversation to everybody. */
function sharing(eventIds = ['one', 'two']): FakeHost {
  const host = new FakeHost()
  const [record] = fakeConversations(sharedConnectionId(SERVER)).filter(({ conversationId }) => conversationId === ID)
  if (record === undefined) throw new Error('no such conversation')
  host.state.shared.shown.set(ID, { ...record, title: 'Shown to all', executionStatus: null, sandboxStatus: null })
  host.state.conversations = [...host.state.conversations, ...(host.state.shared.shown.values() ?? [])]
  host.state.shared.eventIds = eventIds
  return host
}

describe('the page for shared conversations', () => {
  test('opens a pasted link, and only then asks anything of the server', async () => {
    const host = sharing()
    const { history } = renderApp(host, '/shared')
    await link().fill(LINK)
    expect(host.calls('shared.open')).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Shown to all' })).toBeVisible()
    expect(host.calls('shared.open')).toEqual([{ baseUrl: SERVER, conversationId: ID, eventIds: [] }])
    expect(history.location.pathname).toBe(`/c/${sharedConnectionId(SERVER)}/${ID}`)
  })

  test('asks for the server when there is only an id, and says what else is wrong beside the field', async () => {
    const host = sharing()
    renderApp(host, '/shared')
    await expect.element(page.getByLabelText('Server')).not.toBeInTheDocument()
    await link().fill('what?')
    await open().click()
    await expect.element(page.getByText(/neither a link nor an id/)).toBeVisible()
    await link().fill(ID)
    await open().click()
    await expect.element(page.getByText(/enter the address of its server/)).toBeVisible()
    await page.getByLabelText('Server').fill(SERVER)
    await open().click()
    await expect.element(page.getByRole('heading', { name: 'Shown to all' })).toBeVisible()
    expect(host.calls('shared.open')).toMatchObject([{ baseUrl: SERVER, conversationId: ID }])
  })

  test('says that an empty answer has two meanings', async () => {
    renderApp(new FakeHost(), '/shared')
    await link().fill(LINK)
    await open().click()
    const status = page.getByRole('main').getByRole('status')
    await expect.element(status).toMatchTextContent(/open.example.test shows nothing of this conversation/)
    await expect.element(status).toMatchTextContent(/not shared, or there is none with this id/)
  })

  test('keeps what was pasted through a failure and another page, and tries again', async () => {
    const host = sharing()
    const { history } = renderApp(host, '/shared')
    host.failNext('shared.open', { code: 'unreachable', message: 'open.example.test cannot be reached.' })
    await link().fill(LINK)
    await open().click()
    await expect.element(page.getByText('open.example.test cannot be reached.')).toBeVisible()
    history.push('/connections')
    await expect.element(page.getByRole('heading', { name: 'Connections', exact: true })).toBeVisible()
    history.push('/shared')
    await expect.element(link()).toHaveValue(LINK)
    await open().click()
    await expect.element(page.getByRole('heading', { name: 'Shown to all' })).toBeVisible()
  })

  test('names the events that the server does not show, and opens the rest all the same', async () => {
    renderApp(sharing(), '/shared')
    await link().fill(LINK)
    await page.getByLabelText('Events first').fill('two, three  four')
    await open().click()
    await expect.element(page.getByText(/2 events of those asked for are not shown/)).toBeVisible()
    await expect.element(page.getByText(/three, four/)).toBeVisible()
    await page.getByRole('link', { name: 'Open it all the same' }).click()
    await expect.element(page.getByRole('heading', { name: 'Shown to all' })).toBeVisible()
  })

  test('lists what was opened before, and forgets a server after naming what goes', async () => {
    const host = sharing()
    host.state.shared.viewed = [...host.state.shared.shown.values()]
    renderApp(host, '/shared')
    await expect.element(page.getByRole('link', { name: 'Shown to all' })).toBeVisible()
    await page.getByRole('button', { name: 'Forget…' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Shown to all')
    expect(host.calls('shared.forget')).toEqual([])
    await dialog.getByRole('button', { name: 'Forget' }).click()
    await expect.element(page.getByText(/Nothing yet/)).toBeVisible()
    expect(host.calls('shared.forget')).toEqual([{ connectionId: sharedConnectionId(SERVER) }])
  })

  test('g h leads there from everywhere', async () => {
    const { history } = renderApp(new FakeHost(), '/connections')
    await expect.element(page.getByRole('heading', { name: 'Connections', exact: true })).toBeVisible()
    await userEvent.keyboard('gh')
    await expect.element(page.getByRole('heading', { name: 'Open a shared conversation' })).toBeVisible()
    expect(history.location.pathname).toBe('/shared')
  })
})

describe('a shared conversation', () => {
  test('offers nothing that needs a key', async () => {
    renderApp(sharing(), `/c/${sharedConnectionId(SERVER)}/${ID}`)
    await expect.element(page.getByRole('heading', { name: 'Shown to all' })).toBeVisible()
    await expect.element(page.getByText('shared by open.example.test · read only')).toBeVisible()
    for (const name of ['Run', 'Pause', 'Interrupt', '+ tag', 'More actions']) {
      await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
    }
    await expect.element(page.getByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
    const tabs = page.getByRole('tab').elements()
    expect(tabs.map((tab) => tab.textContent).filter((name) => name === 'Timeline' || name === 'Details')).toHaveLength(
      2,
    )
  })
})

describe('a part of a shared conversation', () => {
  test('is counted, and fetched page by page until there is no more', async () => {
    const host = sharing(['a', 'b', 'c'])
    renderApp(host, `/c/${sharedConnectionId(SERVER)}/${ID}`)
    await page.getByRole('tab', { name: 'Ask for a part' }).click()
    await page.getByRole('button', { name: 'Count' }).click()
    await expect.element(page.getByText('The server counts 3 events.')).toBeVisible()
    await page.getByLabelText('Events a page').fill('2')
    await page.getByLabelText('From (UTC)').fill('2026-08-24T09:14')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('2 events fetched, 2 of them new here.')).toBeVisible()
    await page.getByRole('button', { name: 'Fetch the next page' }).click()
    await expect.element(page.getByText('3 events fetched, 3 of them new here.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Fetch the next page' })).toBeDisabled()
    expect(host.calls('shared.fetch')).toMatchObject([
      { kind: null, from: '2026-08-24T09:14', before: null, newestFirst: false, pageId: null, limit: 2 },
      { pageId: '2', limit: 2 },
    ])
  })

  test('a time that the server would not understand is said beside its field, and stays', async () => {
    const host = sharing()
    renderApp(host, `/c/${sharedConnectionId(SERVER)}/${ID}`)
    await page.getByRole('tab', { name: 'Ask for a part' }).click()
    host.failNext('shared.fetch', {
      code: 'invalid-input',
      message: 'timestamp__gte must be a time without a zone.',
      field: 'timestamp__gte',
    })
    await page.getByLabelText('From (UTC)').fill('yesterday')
    await page.getByRole('button', { name: 'Fetch a page' }).click()
    await expect.element(page.getByLabelText('From (UTC)')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByLabelText('From (UTC)')).toHaveValue('yesterday')
  })
})

describe('sharing one’s own conversation', () => {
  test('says who will see what, shares only then, gives the link, and takes it back', async () => {
    const host = new FakeHost()
    await openConversation(host)
    await userEvent.keyboard('h')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText(/Everybody with the link will see, without an account/)).toBeVisible()
    await expect.element(dialog.getByText(/all its events but state updates/)).toBeVisible()
    expect(host.calls('conversations.update')).toEqual([])
    await dialog.getByRole('button', { name: 'Share with everybody' }).click()
    await expect.element(dialog.getByText(/\/shared\/conversations\//)).toMatchTextContent(SHORT.conversationId)
    expect(host.calls('conversations.update')).toEqual([{ ...SHORT, patch: { isPublic: true } }])
    // Enter again must not take it back.
    await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus()
    await dialog.getByRole('button', { name: 'Stop sharing' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Share with everybody' })).toBeVisible()
    expect(host.calls('conversations.update').at(-1)).toEqual({ ...SHORT, patch: { isPublic: false } })
  })

  test('a failure is shown in the dialog and can be tried again', async () => {
    const host = new FakeHost()
    await openConversation(host)
    host.failNext('conversations.update', { code: 'server-error', message: 'Could not change the conversation.' })
    await userEvent.keyboard('h')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Share with everybody' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Could not change the conversation.')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
  })
})

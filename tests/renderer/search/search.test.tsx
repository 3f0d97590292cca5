import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSearchFields } from '../../../renderer/features/search/searchFields.ts'
import { useTimelineLooks } from '../../../renderer/features/timeline/timelineStore.ts'
import { useConnectionChoice } from '../../../renderer/state/connectionChoice.ts'
import { grid, openConversation, SHORT } from '../conversation/openConversation.tsx'
import { fakeEventId } from '../support/fakeEvents.ts'
import { CLOUD, fakeConversationId } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'

const field = () => page.getByRole('searchbox', { name: 'Search all conversations' })
const hits = () => page.getByRole('grid', { name: 'Found events' }).getByRole('row')
const status = () => page.getByRole('main').getByRole('status')

beforeEach(() => {
  useSearchFields.setState(useSearchFields.getInitialState(), true)
  useTimelineLooks.setState(useTimelineLooks.getInitialState(), true)
})

describe('the search page', () => {
  test('is reached by a key, takes the words at once, and shows hits with the words marked', async () => {
    renderApp(new FakeHost(), '/conversations')
    await expect.element(page.getByRole('heading', { name: 'Conversations' })).toBeInTheDocument()
    await userEvent.keyboard('gf')
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('found 7')
    await expect.element(status()).toHaveTextContent('1 event')
    const hit = hits().nth(0)
    await expect.element(hit).toMatchTextContent(/terminal.*Fix the login.*npm test found 7 failures/)
    expect([...hit.element().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['found', '7'])
  })

  test('opens the conversation at the event, and comes back to what was found', async () => {
    const host = new FakeHost()
    const { history } = renderApp(host, '/search')
    await field().fill('found 7')
    await expect.element(status()).toHaveTextContent('1 event')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => history.location.pathname).toBe(`/c/${CLOUD}/${fakeConversationId(1)}`)
    await expect.element(grid().getByRole('row', { selected: true })).toHaveAttribute('data-event-id', fakeEventId(7))
    history.back()
    await expect.element(field()).toHaveValue('found 7')
    await expect.element(hits().nth(0)).toBeVisible()
  })

  test('takes terms of the filter language, and says what is wrong with one', async () => {
    const host = new FakeHost()
    renderApp(host, '/search')
    await field().fill('failures is:error')
    await expect.element(status()).toHaveTextContent('120 events')
    await field().fill('failures is:mistake')
    await expect.element(page.getByRole('alert')).toMatchTextContent('mistake')
    await expect.element(status()).toHaveTextContent('120 events')
  })

  test('asks for the connection that is shown, and names it', async () => {
    const host = new FakeHost()
    const [cloud] = host.state.connections
    if (cloud === undefined) throw new Error('the fake has a connection')
    host.state.connections.push({ ...cloud, id: 'edge', name: 'edge' })
    useConnectionChoice.getState().choose(CLOUD)
    renderApp(host, '/search')
    const named = page.getByRole('searchbox', { name: /^Search the conversations of / })
    await named.fill('failures')
    await expect.poll(() => host.calls('search.find').at(-1)).toMatchObject({ connectionId: CLOUD })
    useConnectionChoice.getState().choose(null)
    await expect.element(field()).toBeVisible()
    await expect.poll(() => host.calls('search.find').at(-1)).not.toHaveProperty('connectionId')
  })

  test('shows further pages when asked to', async () => {
    renderApp(new FakeHost(), '/search')
    await field().fill('failures')
    await expect.element(status()).toHaveTextContent('120 events')
    expect(hits().all()).toHaveLength(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => hits().all().length).toBe(100)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => hits().all().length).toBe(120)
    await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })

  test('explains what is wrong with the words, and keeps what was found before', async () => {
    renderApp(new FakeHost(), '/search')
    await field().fill('failures')
    await expect.element(status()).toHaveTextContent('120 events')
    await field().fill('failures "in a')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/quotation mark/)
    await expect.element(status()).toHaveTextContent('120 events')
    await field().fill('nothing')
    await expect.element(page.getByText('No event holds all of this')).toBeVisible()
    await field().fill('')
    await expect.element(page.getByText('Search everything that is stored')).toBeVisible()
  })

  test('never shows an answer to older words over the answer to newer ones', async () => {
    const host = new FakeHost()
    renderApp(host, '/search')
    const release = host.hold('search.find')
    await field().fill('failures')
    await expect.element(page.getByText('Searching…')).toBeVisible()
    await field().fill('found 7')
    release()
    await expect.element(status()).toHaveTextContent('1 event')
    expect(hits().all()).toHaveLength(1)
  })

  test('says how much could not be searched', async () => {
    const host = new FakeHost()
    host.state.search.lacking = 12
    renderApp(host, '/search')
    await field().fill('found 7')
    await expect.element(page.getByText(/^12 events that came last could not be searched/)).toBeVisible()
  })

  test('can be cancelled and done again, and says when it failed', async () => {
    const host = new FakeHost()
    renderApp(host, '/search')
    const release = host.hold('search.find')
    await field().fill('failures')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('The search was cancelled')).toBeVisible()
    release()
    await page.getByRole('button', { name: 'Search again' }).click()
    await expect.element(status()).toHaveTextContent('120 events')
    host.failNext('search.find', { code: 'internal', message: 'The archive cannot be read.' })
    await field().fill('found')
    await expect.element(page.getByText('The archive cannot be read.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(status()).toHaveTextContent('120 events')
  })
})

test('inside a conversation only its own events are found, and one is shown in the timeline', async () => {
  const host = new FakeHost()
  host.state.search.texts.push({
    conversation: { connectionId: CLOUD, conversationId: fakeConversationId(2) },
    title: 'Other',
    eventId: fakeEventId(300),
    text: 'found elsewhere',
  })
  await openConversation(host)
  await page.getByRole('tab', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search this conversation' }).fill('found')
  await expect.element(page.getByText('120 events')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(grid().getByRole('row', { selected: true })).toHaveAttribute('data-event-id', fakeEventId(1))
  for (const call of host.calls('search.find')) expect(call).toMatchObject({ conversation: SHORT })
})

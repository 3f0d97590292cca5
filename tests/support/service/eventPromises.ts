import { expect, test } from 'vitest'
import { eventually } from '../until.ts'
import { agentEvents, agentOf, appOf, calm, eventsIn, reached, type Subject, UNKNOWN } from './subject.ts'

const UNKNOWN_EVENT = '00000000-0000-4000-8000-0000000000ff'

/** What an app server promises about the history of a conversation: it has what the agent server has, a little later. */
export function eventPromises(of: () => Subject): void {
  test('the history has every event of the agent server, by page from either end', async () => {
    const app = appOf(of())
    const ref = await of().conversation()
    await (await agentOf(of(), ref)).send(ref.conversationId, of().texts.work('history'), true, calm)
    await reached(of(), ref, 'finished')
    const theirs = (await agentEvents(of(), ref)).map(({ id }) => id)

    async function walk(newestFirst: boolean) {
      const events = []
      let pageId: string | null = null
      do {
        const query = { pageId, newestFirst, limit: 7 }
        const page = eventsIn(await app.eventsPage(ref.conversationId, query, 'person', calm))
        events.push(...page.items)
        pageId = page.next_page_id
      } while (pageId !== null)
      return events
    }

    // Whole state, deltas and stats may still be on their way: what the agent server has is compared.
    const all = await eventually(async () => {
      const now = await walk(false)
      const ids = new Set(now.map(({ id }) => id))
      return theirs.every((id) => ids.has(id)) ? now : null
    }, 60_000)
    expect(all.map(({ timestamp }) => timestamp)).toEqual(all.map(({ timestamp }) => timestamp).toSorted())
    const backwards = new Set((await walk(true)).map(({ id }) => id))
    expect(theirs.filter((id) => !backwards.has(id))).toEqual([])
    expect(await app.eventsCount(ref.conversationId, 'person', calm)).toBeGreaterThanOrEqual(theirs.length)
    // By id, in one call; what nobody knows is named.
    const [first = '', second = ''] = theirs
    const found = await app.eventsById(ref.conversationId, [second, UNKNOWN_EVENT, first], calm)
    expect(eventsIn(found.page).items.map(({ id }) => id)).toEqual([second, first])
    expect(found.missing).toEqual([UNKNOWN_EVENT])
    const single = await (await agentOf(of(), ref)).event(ref.conversationId, second, calm)
    expect(eventsIn(single).items.map(({ id }) => id)).toEqual([second])
    // Kinds that an agent server never lists (contract §18.2).
    expect(all.some(({ key }) => key === 'full_state')).toBe(true)
  })

  test('of an unknown conversation there is nothing, without an error', async () => {
    const app = appOf(of())
    const query = { pageId: null, newestFirst: true, limit: 10 }
    expect(eventsIn(await app.eventsPage(UNKNOWN, query, 'person', calm)).items).toEqual([])
    expect(await app.eventsCount(UNKNOWN, 'person', calm)).toBe(0)
    expect((await app.eventsById(UNKNOWN, [UNKNOWN_EVENT], calm)).missing).toEqual([UNKNOWN_EVENT])
  })

  test('events of a conversation outlive it', async () => {
    const app = appOf(of())
    const ref = await of().conversation()
    await app.sendMessage(ref.conversationId, 'To be remembered.', false, calm)
    const query = { pageId: null, newestFirst: true, limit: 100 }
    const page = () => app.eventsPage(ref.conversationId, query, 'person', calm)
    await eventually(async () => ((await page()).includes('To be remembered.') ? true : null), 60_000)
    await app.deleteConversation(ref.conversationId, calm)
    expect(await page()).toContain('To be remembered.')
  })
}

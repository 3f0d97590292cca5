import { expect, test } from 'vitest'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { eventually } from '../until.ts'
import { agentEvents, agentOf, appOf, calm, eventsIn, reached, type Subject, UNKNOWN } from './subject.ts'

const FIRST = { kind: null, from: null, before: null, newestFirst: false, pageId: null, limit: 100 }

/** What an app server shows to everybody, where it shows anything. */
export function sharedPromises(of: () => Subject): void {
  test('a conversation that is shared is seen without a key, and no longer when it is not', async () => {
    const { gateway, connection, traits } = of()
    const app = appOf(of())
    const shared = gateway.shared(connection.baseUrl)
    if (!traits.showsShared) {
      const codes = [
        await failureOf(shared.conversation(UNKNOWN, 'person', calm)),
        await failureOf(shared.eventsPage(UNKNOWN, FIRST, 'person', calm)),
        await failureOf(shared.eventsCount(UNKNOWN, FIRST, calm)),
        await failureOf(shared.eventsById(UNKNOWN, [UNKNOWN], calm)),
      ].map(({ code }) => code)
      for (const code of codes) expect(['unsupported', 'forbidden']).toContain(code)
      return
    }
    const ref = await of().conversation()
    await (await agentOf(of(), ref)).send(ref.conversationId, of().texts.work('shared'), true, calm)
    await reached(of(), ref, 'finished')
    expect(await shared.conversation(ref.conversationId, 'person', calm)).toBeNull()
    expect(await shared.eventsCount(ref.conversationId, FIRST, calm)).toBe(0)
    await app.updateConversation(ref.conversationId, { isPublic: true }, calm)
    expect(await shared.conversation(ref.conversationId, 'person', calm)).toMatchObject({
      conversationId: ref.conversationId,
      conversationUrl: null,
      tags: {},
    })
    const theirs = (await agentEvents(of(), ref)).filter(({ kind }) => kind !== 'ConversationStateUpdateEvent')
    const seen = await eventually(async () => {
      const { items } = eventsIn(await shared.eventsPage(ref.conversationId, FIRST, 'person', calm))
      const ids = new Set(items.map(({ id }) => id))
      return theirs.slice(0, 50).every(({ id }) => ids.has(id)) ? items : null
    })
    expect(seen.map(({ kind }) => kind)).not.toContain('ConversationStateUpdateEvent')
    const [one, two] = theirs
    const some = await shared.eventsById(ref.conversationId, [two?.id ?? '', UNKNOWN, one?.id ?? ''], calm)
    expect(eventsIn(some.page).items.map(({ id }) => id)).toEqual([two?.id, one?.id])
    expect(some.missing).toEqual([UNKNOWN])
    await app.updateConversation(ref.conversationId, { isPublic: false }, calm)
    expect(await shared.conversation(ref.conversationId, 'person', calm)).toBeNull()
    expect(eventsIn(await shared.eventsPage(ref.conversationId, FIRST, 'person', calm)).items).toEqual([])
  })
}

import { expect, test } from 'vitest'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { eventually } from '../until.ts'
import { agentEvents, agentOf, appOf, calm, type Subject, UNKNOWN } from './subject.ts'

/** What an agent server promises about tags (contract §6). */
export function tagPromises(of: () => Subject): void {
  test('a write replaces the whole map at once, and tells those who listen', async () => {
    const ref = await of().conversation()
    const agent = await agentOf(of(), ref)
    const tags = async () => (await agent.conversation(ref.conversationId, calm)).tags
    const first = { team: 'web', empty: '', emoji: '😀'.repeat(256) }
    await agent.replaceTags(ref.conversationId, first, calm)
    expect(await tags()).toEqual(first)
    await agent.replaceTags(ref.conversationId, { team: 'core' }, calm)
    expect(await tags()).toEqual({ team: 'core' })
    const updates = (await agentEvents(of(), ref)).filter(({ key }) => key === 'tags')
    expect(updates.map(({ value }) => value)).toEqual([first, { team: 'core' }])
    await agent.replaceTags(ref.conversationId, {}, calm)
    expect(await tags()).toEqual({})
    expect(await failureOf(agent.replaceTags(UNKNOWN, {}, calm))).toMatchObject({ code: 'not-found' })
  })
}

/** What an app server promises about its view of them. */
export function tagViewPromises(of: () => Subject): void {
  test('the record shows each written tag a little later, keeps what was removed, and has keys of its own', async () => {
    const ref = await of().conversation()
    const agent = await agentOf(of(), ref)
    const view = async () => (await appOf(of()).conversations([ref.conversationId], 'person', calm))[0]?.tags ?? {}
    await agent.replaceTags(ref.conversationId, { team: 'web', stage: 'one' }, calm)
    await eventually(async () => ((await view()).stage === 'one' ? true : null))
    await agent.replaceTags(ref.conversationId, { stage: 'two' }, calm)
    await eventually(async () => ((await view()).stage === 'two' ? true : null))
    expect(await view()).toMatchObject({ team: 'web', stage: 'two', archiveworkspacepath: expect.any(String) })
    expect((await agent.conversation(ref.conversationId, calm)).tags).toEqual({ stage: 'two' })
  })
}

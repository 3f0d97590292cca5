import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { eventually } from '../until.ts'
import { agentEvents, agentOf, appOf, calm, reached, type Subject, startedConversation, UNKNOWN } from './subject.ts'

/** What an app server promises about the workspace of a conversation. */
export function workPromises(of: () => Subject): void {
  test('the trajectory is a zip of the record and of every event', async () => {
    const app = appOf(of())
    const ref = await of().conversation()
    await (await agentOf(of(), ref)).send(ref.conversationId, of().texts.work('zip'), true, calm)
    await reached(of(), ref, 'finished')
    const theirs = (await agentEvents(of(), ref)).map(({ id }) => id)
    const names = await eventually(async () => {
      const chunks: Uint8Array[] = []
      await app.trajectory(ref.conversationId, () => async (chunk) => void chunks.push(chunk), calm)
      const found = Object.keys(unzipSync(new Uint8Array(Buffer.concat(chunks))))
      return theirs.every((id) => found.some((name) => name.endsWith(`_${id}.json`))) ? found : null
    }, 60_000)
    expect(names).toContain('meta.json')
    expect(names.filter((name) => name !== 'meta.json' && !/^event_\d{6}_.+\.json$/.test(name))).toEqual([])
    expect(await failureOf(app.trajectory(UNKNOWN, () => async () => undefined, calm))).toMatchObject({
      code: 'not-found',
    })
  })

  test('files and changes of places that are not there', async () => {
    const { traits } = of()
    const app = appOf(of())
    const { conversationId } = await of().conversation()
    expect(await app.file(conversationId, '/no/such/file', calm)).toBe('')
    expect(await app.gitChanges(conversationId, '/no/such', null, calm)).toEqual([])
    expect(await failureOf(app.gitDiff(conversationId, '/no/such/file', null, calm))).toMatchObject({ status: 502 })
    if (traits.listsFiles) expect(await app.files(conversationId, '/no/such', calm)).toEqual([])
    else expect(await failureOf(app.files(conversationId, '/no/such', calm))).toMatchObject({ code: 'not-found' })
    expect((await app.skills(conversationId, calm)).length > 0).toBe(traits.hasSkills)
    expect((await app.hooks(conversationId, calm)).length > 0).toBe(traits.hasSkills)
  })

  test('of an unknown conversation', async () => {
    const app = appOf(of())
    expect(await app.file(UNKNOWN, '/a', calm)).toBe('')
    for (const call of [
      () => app.gitChanges(UNKNOWN, '/a', null, calm),
      () => app.gitDiff(UNKNOWN, '/a', null, calm),
      () => app.files(UNKNOWN, '/a', calm),
      () => app.skills(UNKNOWN, calm),
      () => app.hooks(UNKNOWN, calm),
    ]) {
      expect(await failureOf(call())).toMatchObject({ code: 'not-found', status: 404 })
    }
  })

  test('of a sandbox that sleeps', async () => {
    const app = appOf(of())
    const { conversationId, sandboxId } = await startedConversation(of())
    await app.pauseSandbox(sandboxId, calm)
    const changes = app.gitChanges(conversationId, '/a', null, calm)
    expect(await failureOf(changes)).toMatchObject({ code: 'conflict', status: 409 })
    const diff = app.gitDiff(conversationId, '/a', null, calm)
    expect(await failureOf(diff)).toMatchObject({ code: 'conflict', status: 409 })
    expect(await app.file(conversationId, '/a', calm)).toBe('')
    expect(await app.skills(conversationId, calm)).toEqual([])
    expect(await app.hooks(conversationId, calm)).toEqual([])
    await app.deleteSandbox(sandboxId, calm)
  })
}

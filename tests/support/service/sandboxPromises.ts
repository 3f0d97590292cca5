import { expect, test } from 'vitest'
import type { AppServerClient } from '../../../electron/core/gateway/index.ts'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { eventually } from '../until.ts'
import { agentOf, appOf, calm, type Subject, startedConversation, UNKNOWN } from './subject.ts'

/** What an app server promises about sandboxes: each has one fate and one key for all who live in it. */
export function sandboxPromises(of: () => Subject): void {
  async function reaches(app: AppServerClient, id: string, status: string) {
    return eventually(async () => {
      const [sandbox] = await app.sandboxesById([id], 'person', calm)
      return sandbox?.status === status ? sandbox : null
    }, 60_000)
  }

  test('a sandbox is created, runs with its addresses, is paused, resumed and deleted', async () => {
    const { traits } = of()
    const app = appOf(of())
    const { id } = await app.createSandbox(null, calm)
    const running = await reaches(app, id, 'RUNNING')
    expect(running.exposedUrls.map(({ name }) => name)).toEqual(traits.addresses)
    expect((await app.sandboxes(null, 'person', calm)).items.map((each) => each.id)).toContain(id)
    expect(await app.sandboxesById([UNKNOWN, id], 'person', calm)).toMatchObject([null, { id }])
    await app.pauseSandbox(id, calm)
    expect(await reaches(app, id, 'PAUSED')).toMatchObject({ exposedUrls: [] })
    await app.resumeSandbox(id, calm)
    await reaches(app, id, 'RUNNING')
    await app.deleteSandbox(id, calm)
    expect(await app.sandboxesById([id], 'person', calm)).toEqual([null])
  })

  test('an unknown sandbox and an unknown spec are refused', async () => {
    const app = appOf(of())
    for (const act of [app.pauseSandbox, app.resumeSandbox, app.deleteSandbox]) {
      expect(await failureOf(act('nobody', calm))).toMatchObject({ code: 'not-found', status: 404 })
    }
    expect(await failureOf(app.createSandbox('no-such-spec', calm))).toMatchObject({ code: 'server-error' })
  })

  test('specs are listed and had by id', async () => {
    const app = appOf(of())
    const { items } = await app.sandboxSpecs(null, calm)
    expect(items).toHaveLength(of().traits.specs)
    const [spec] = items
    expect(await app.sandboxSpecsById(['nothing', spec?.id ?? ''], calm)).toEqual([null, spec])
  })

  test('conversations of one sandbox sleep and wake together, and the key from before is worthless', async () => {
    const { gateway, connection, traits } = of()
    const app = appOf(of())
    const one = await startedConversation(of())
    const two = await startedConversation(of(), { sandboxId: one.sandboxId })
    expect(two.sandboxId).toBe(one.sandboxId)
    const ids = [one.conversationId, two.conversationId]
    const states = async () => (await app.conversations(ids, 'person', calm)).map((each) => each?.sandboxStatus)
    const before = await agentOf(of(), one)
    await app.pauseSandbox(one.sandboxId, calm)
    await reaches(app, one.sandboxId, 'PAUSED')
    expect(await states()).toEqual(['PAUSED', 'PAUSED'])
    for (const ref of [one, two]) {
      const asleep = gateway.agentServer(connection, ref, { refresh: true }, calm)
      expect(await failureOf(asleep)).toMatchObject({ code: 'conflict', message: expect.stringContaining('PAUSED') })
    }
    expect(await failureOf(app.sendMessage(one.conversationId, 'x', true, calm))).toMatchObject({ code: 'conflict' })
    await app.resumeSandbox(one.sandboxId, calm)
    await eventually(async () => {
      const records = await app.conversations(ids, 'person', calm)
      return records.every((each) => each?.conversationUrl != null) ? true : null
    }, 60_000)
    const after = await gateway.agentServer(connection, one, { refresh: true }, calm)
    expect((await after.conversation(one.conversationId, calm)).conversationId).toBe(one.conversationId)
    expect(['unauthorized', 'unreachable']).toContain(
      (await failureOf(before.conversation(one.conversationId, calm))).code,
    )
    await app.deleteSandbox(one.sandboxId, calm)
    expect(await states()).toEqual(['MISSING', 'MISSING'])
    expect(await failureOf(app.sendMessage(one.conversationId, 'x', true, calm))).toMatchObject({
      code: traits.afterSandbox,
    })
  })
}

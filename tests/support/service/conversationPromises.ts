import { expect, test } from 'vitest'
import { type Conversation, emptyStart, NO_FILTER } from '../../../shared/domain/index.ts'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { eventually } from '../until.ts'
import {
  agentEvents,
  agentOf,
  appOf,
  calm,
  reached,
  type Subject,
  started,
  startedConversation,
  UNKNOWN,
  type WireEvent,
} from './subject.ts'

const WAY = [
  'WORKING',
  'WAITING_FOR_SANDBOX',
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
  'SETTING_UP_SKILLS',
  'STARTING_CONVERSATION',
  'READY',
]

const isMessage = ({ kind }: WireEvent) => kind === 'MessageEvent'

/** What an app server promises about starts and records. */
export function conversationPromises(of: () => Subject): void {
  async function record(conversationId: string): Promise<Conversation> {
    const [found] = await appOf(of()).conversations([conversationId], 'person', calm)
    if (found == null) throw new Error(`no record of ${conversationId}`)
    return found
  }

  test('a start walks its states in order to READY, and is found again', async () => {
    const app = appOf(of())
    const { task, states } = await started(of(), { title: 'Given at the start' })
    expect(task).toMatchObject({ status: 'READY', detail: null, title: 'Given at the start' })
    expect(states).toEqual(WAY.filter((state) => states.includes(state)))
    expect(await app.startTasks([UNKNOWN, task.id], calm)).toEqual([null, task])
    expect((await app.recentStartTasks(10, calm)).map(({ id }) => id)).toContain(task.id)
    expect(await record(task.conversationId ?? '')).toMatchObject({
      sandboxId: task.sandboxId,
      sandboxStatus: 'RUNNING',
      isPublic: false,
    })
  })

  test('a start in a sandbox that is not there ends in ERROR and names it', async () => {
    const { task } = await started(of(), { sandboxId: 'nobody' })
    expect(task).toMatchObject({ status: 'ERROR', conversationId: null, detail: expect.stringContaining('nobody') })
  })

  test('a message that waits for a start is delivered when it is ready', async () => {
    const { connection, texts } = of()
    const app = appOf(of())
    const { sandboxId } = await of()
      .conversation()
      .then((ref) => record(ref.conversationId))
    // A start that was over before the message was in its queue proves nothing about the queue.
    const id = await eventually(async () => {
      const task = await app.start({ ...emptyStart(connection.id), run: false, sandboxId }, calm)
      const queued = await app.queueMessage(task.id, texts.work('queued'), calm)
      if (queued.state !== 'queued') return null
      expect(queued.position).toBe(1)
      return task.id
    }, 60_000)
    const { conversationId } = await eventually(async () => {
      const [task] = await app.startTasks([id], calm)
      return task?.status === 'READY' ? task : null
    }, 60_000)
    const ref = { connectionId: connection.id, conversationId: conversationId ?? '' }
    await eventually(async () => ((await agentEvents(of(), ref)).some(isMessage) ? true : null), 30_000)
    await reached(of(), ref, 'finished')
    // A ready one would never get it: it is sent instead.
    expect(await app.queueMessage(id, texts.work('late'), calm)).toMatchObject({ state: 'sent' })
    await reached(of(), ref, 'finished')
  })

  test('records come in the order asked for, by either form of id, with null for the unknown', async () => {
    const app = appOf(of())
    const [one, two] = [await of().conversation(), await of().conversation()]
    const ids = [two.conversationId, UNKNOWN, one.conversationId]
    const found = await app.conversations(ids, 'person', calm)
    expect(found.map((each) => each?.conversationId ?? null)).toEqual([two.conversationId, null, one.conversationId])
    const dashed = one.conversationId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    expect((await app.conversations([dashed], 'person', calm))[0]?.conversationId).toBe(one.conversationId)
  })

  test('search narrows by title, time and sandbox, and count agrees', async () => {
    const app = appOf(of())
    const { conversationId } = await of().conversation()
    const { createdAt, sandboxId } = await record(conversationId)
    const title = `Suite ${conversationId.slice(0, 12)}`
    await app.updateConversation(conversationId, { title }, calm)
    const filters = [
      { title: title.slice(6) },
      { sandboxId, title },
      { createdFrom: createdAt, title },
      { createdBefore: (createdAt ?? 0) + 1_000, title },
    ]
    for (const filter of filters) {
      const { items } = await app.findConversations({ ...NO_FILTER, ...filter }, null, calm)
      expect(items.map((each) => each.conversationId)).toEqual([conversationId])
      expect(await app.countConversations({ ...NO_FILTER, ...filter }, calm)).toBe(1)
    }
    const none = { ...NO_FILTER, title, createdBefore: (createdAt ?? 0) - 1_000 }
    expect((await app.findConversations(none, null, calm)).items).toEqual([])
    expect(await app.countConversations(none, calm)).toBe(0)
    const all = await app.searchConversations(null, 'person', calm)
    const times = all.items.map((each) => each.createdAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('a change touches what is given, null clears, and an unknown conversation is not found', async () => {
    const app = appOf(of())
    const { conversationId } = await of().conversation()
    const change = { title: 'Changed', repository: 'acme/shop', branch: 'next', gitProvider: 'gitlab', isPublic: true }
    expect(await app.updateConversation(conversationId, change, calm)).toMatchObject(change)
    const cleared = { repository: null, branch: null, gitProvider: null, isPublic: null }
    const { isPublic: _, ...nothing } = cleared
    expect(await app.updateConversation(conversationId, cleared, calm)).toMatchObject({
      ...nothing,
      isPublic: false,
      title: 'Changed',
    })
    expect(await failureOf(app.updateConversation(UNKNOWN, { title: 'x' }, calm))).toMatchObject({ code: 'not-found' })
  })

  test('a message is stored without a run, and answered with one', async () => {
    const { texts } = of()
    const app = appOf(of())
    const ref = await of().conversation()
    await app.sendMessage(ref.conversationId, 'Only kept.', false, calm)
    expect(await reached(of(), ref, 'idle')).toBe('idle')
    expect(await app.sendMessage(ref.conversationId, texts.work('sent'), true, calm)).toMatchObject({
      isRunRefused: false,
    })
    await reached(of(), ref, 'finished')
    expect(await failureOf(app.sendMessage(UNKNOWN, 'x', true, calm))).toMatchObject({ code: 'not-found' })
  })

  test('a model is switched by profiles that exist and agents that can', async () => {
    const app = appOf(of())
    const { conversationId } = await of().conversation()
    expect(await failureOf(app.switchProfile(conversationId, 'no-such', calm))).toMatchObject({ code: 'not-found' })
    expect(await failureOf(app.switchAcpModel(conversationId, 'no-such', calm))).toMatchObject({ code: 'unsupported' })
    const [profile] = (await app.profiles(calm)).profiles
    if (profile !== undefined) await app.switchProfile(conversationId, profile.name, calm)
  })

  test('a fork has no record before something about it changes, and its title never gets there', async () => {
    const app = appOf(of())
    const ref = await of().conversation()
    const agent = await agentOf(of(), ref)
    const wish = {
      id: crypto.randomUUID(),
      title: 'Forked',
      tags: { from: 'suite' },
      resetMetrics: true,
      fromEventId: null,
    }
    const { conversationId } = await agent.fork(ref.conversationId, wish, calm)
    expect(await app.conversations([conversationId], 'person', calm)).toEqual([null])
    await agent.rename(conversationId, 'Forked', calm)
    const [found] = await eventually(async () => {
      const records = await app.conversations([conversationId], 'person', calm)
      return records[0] == null ? null : records
    })
    expect(found).toMatchObject({ title: `Conversation ${conversationId}`, tags: { from: 'suite' } })
  })

  test('a conversation that is deleted is gone, and so is the sandbox that it leaves empty', async () => {
    const app = appOf(of())
    const { conversationId, sandboxId } = await startedConversation(of())
    await app.deleteConversation(conversationId, calm)
    expect(await app.conversations([conversationId], 'person', calm)).toEqual([null])
    expect(await failureOf(app.deleteConversation(conversationId, calm))).toMatchObject({ code: 'not-found' })
    await eventually(async () => {
      const [sandbox] = await app.sandboxesById([sandboxId], 'person', calm)
      return sandbox === null ? true : null
    }, 60_000)
  })
}

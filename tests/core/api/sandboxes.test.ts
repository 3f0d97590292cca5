import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../../electron/core/ports.ts'
import { type LocalService, startLocalService } from '../../../electron/local/index.ts'
import type { Sandbox } from '../../../shared/domain/index.ts'
import { realClock, startTestCore, type TestCore } from '../../support/testCore.ts'
import { eventually } from '../../support/until.ts'

let service: LocalService
let core: TestCore
let connectionId: string
/** Moves what the core takes for the time; sleeps stay real. */
let ahead = 0
const clock: Clock = { now: () => Date.now() + ahead, sleep: realClock.sleep }

beforeEach(async () => {
  ahead = 0
  service = await startLocalService({ speed: 50 })
  core = await startTestCore({ clock, local: { url: service.url, key: service.key, stop: () => service.close() } })
  connectionId = (await core.rpc.connections.list({}))[0]?.id ?? ''
})
afterEach(() => core.close())

async function one(id: string): Promise<Sandbox | null> {
  return (await core.rpc.sandboxes.get({ connectionId, ids: [id] }))[0] ?? null
}

async function titled(title: string): Promise<Sandbox> {
  const sandboxes = await core.rpc.sandboxes.list({ connectionId })
  const found = sandboxes.find(({ conversations }) => conversations.some((each) => each.title === title))
  if (found === undefined) throw new Error(`no sandbox holds ${title}`)
  return found
}

test('every sandbox comes with the conversations in it, listed or asked for by id', async () => {
  const listed = await titled('Fix flaky login test')
  const titles = listed.conversations.map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Bump zod to 4 across packages', 'Fix flaky login test'])
  expect((await one(listed.id))?.conversations.map(({ title }) => title)).toEqual(titles)
  expect(await core.rpc.sandboxes.get({ connectionId, ids: ['nobody', listed.id] })).toMatchObject([
    null,
    { id: listed.id },
  ])
})

test('a sandbox is created of a spec and can be followed until it runs', async () => {
  const [, spec] = await core.rpc.sandboxes.specs({ connectionId })
  const made = await core.rpc.sandboxes.create({ connectionId, specId: spec?.id ?? '' })
  expect(made).toMatchObject({ status: 'STARTING', specId: spec?.id })
  await eventually(async () => ((await one(made.id))?.status === 'RUNNING' ? true : null))
  expect(await core.rpc.sandboxes.specsById({ connectionId, ids: [made.specId] })).toEqual([spec])
})

test('deletion takes the sandbox away and shows its conversations without one', async () => {
  const { id, conversations } = await titled('Write e2e for checkout')
  await core.rpc.sandboxes.delete({ connectionId, id })
  expect(await one(id)).toBeNull()
  const ref = { connectionId, conversationId: conversations[0]?.conversationId ?? '' }
  expect(await core.rpc.conversations.get(ref)).toMatchObject({ sandboxStatus: 'MISSING' })
})

test('an address is opened with its token, and no answer holds the token', async () => {
  const sandbox = await titled('Write e2e for checkout')
  const answer = await core.rpc.sandboxes.openUrl({ connectionId, id: sandbox.id, name: 'VSCODE' })
  const [opened] = core.ports.opened
  const token = URL.parse(opened ?? '')?.searchParams.get('tkn') ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect((await fetch(opened ?? '')).status).toBe(200)
  const answers = [answer, sandbox, await one(sandbox.id), await core.rpc.sandboxes.list({ connectionId })]
  expect(JSON.stringify([answers, core.ports.logged])).not.toContain(token)
})

test('MISSING counts as seen again only some time later, and any other status begins anew', async () => {
  const { id } = await titled('Write e2e for checkout')
  const seen = async () => (await one(id))?.absence?.seen ?? 0
  expect(await seen()).toBe(0)
  service.control.loseSandbox(id)
  expect([await seen(), await seen()]).toEqual([1, 1])
  ahead += 11_000
  expect(await seen()).toBe(2)
  service.control.loseSandbox(id, false)
  expect(await seen()).toBe(0)
  service.control.loseSandbox(id)
  expect(await seen()).toBe(1)
})

test('a bare agent server has no sandboxes and says so when asked to make one', async () => {
  const { id } = await titled('Write e2e for checkout')
  const key = service.control.rotateSessionKey(id)
  const { exposedUrls } = (await one(id)) ?? { exposedUrls: [] }
  await core.rpc.vault.unlock({ passphrase: 'test-passphrase-1' })
  const { connection } = await core.rpc.connections.add({
    kind: 'agent',
    name: 'bare',
    baseUrl: exposedUrls[0]?.url ?? '',
    key,
    orgId: null,
  })
  expect(await core.rpc.sandboxes.list({ connectionId: connection.id })).toEqual([])
  await expect(core.rpc.sandboxes.create({ connectionId: connection.id, specId: null })).rejects.toMatchObject({
    data: { code: 'unsupported' },
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationRef, TagSaveStage } from '../../../shared/domain/index.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'

let local: LocalCore
let ref: ConversationRef

beforeEach(async () => {
  local = await startLocalCore({ speed: 20, tagLagMs: 300 })
  ref = await local.conversation(20)
})
afterEach(() => local.close())

async function save(
  set: Record<string, string>,
  remove: string[] = [],
  base: Record<string, string> | null = null,
): Promise<TagSaveStage[]> {
  const seen = base ?? (await local.rpc.tags.read(ref).catch(() => ({ tags: {} }))).tags
  const stages: TagSaveStage[] = []
  for await (const stage of await local.rpc.tags.save({ ...ref, edit: { set, remove, base: seen } })) stages.push(stage)
  return stages
}

test('a tag is saved on the agent server and then visible in search', async () => {
  const stages = await save({ team: 'web' })
  expect(stages.map(({ stage }) => stage)).toEqual(['reading', 'writing', 'saved', 'visible'])
  expect((await local.rpc.tags.read(ref)).tags).toEqual({ team: 'web' })
})

test('tags that are not edited stay, removed ones go, and server-owned keys are never written', async () => {
  await save({ kept: 'yes', gone: 'soon' })
  await save({ new: 'x' }, ['gone'])
  expect((await local.rpc.tags.read(ref)).tags).toEqual({ kept: 'yes', new: 'x' })
})

test.each([
  ['team_a', 'x', 'tags.team_a'],
  ['', 'x', 'tags.'],
  ['team', 'é'.repeat(257), 'tags.team'],
])('the tag %j=%j is refused before anything is sent, with its field named', async (key, value, field) => {
  local.service.control.resetRequestCounts()
  await expect(save({ [key]: value })).rejects.toMatchObject({ data: { code: 'invalid-input', field } })
  expect(Object.keys(local.service.control.requestCounts()).filter((path) => path.startsWith('PATCH'))).toEqual([])
})

test('a value of 256 emoji is accepted: the limit counts characters, not code units', async () => {
  await save({ mood: '😀'.repeat(256) })
  expect((await local.rpc.tags.read(ref)).tags).toEqual({ mood: '😀'.repeat(256) })
})

test('a sandbox that is asleep refuses with what to do', async () => {
  const { sandboxId } = await local.rpc.conversations.get(ref)
  await local.rpc.sandboxes.pause({ connectionId: ref.connectionId, id: sandboxId ?? '' })
  await expect(save({ team: 'web' })).rejects.toMatchObject({ data: { code: 'conflict' } })
})

test('what somebody else wrote meanwhile is kept and told', async () => {
  await save({ team: 'web' })
  const base = (await local.rpc.tags.read(ref)).tags
  await save({ ticket: 'LOG1' })
  const stages = await save({ sprint: '41' }, [], base)
  expect(stages[1]).toMatchObject({ merged: [{ key: 'ticket', seen: null, theirs: 'LOG1' }] })
  expect((await local.rpc.tags.read(ref)).tags).toEqual({ team: 'web', ticket: 'LOG1', sprint: '41' })
})

test('a tag that somebody else changed meanwhile is shown, not overwritten', async () => {
  await save({ team: 'web' })
  const base = (await local.rpc.tags.read(ref)).tags
  await save({ team: 'core' })
  const stages = await save({ team: 'mobile' }, [], base)
  expect(stages.at(-1)).toEqual({
    stage: 'conflict',
    conflicts: [{ key: 'team', seen: 'web', theirs: 'core' }],
    tags: { team: 'core' },
  })
  expect((await local.rpc.tags.read(ref)).tags).toEqual({ team: 'core' })
})

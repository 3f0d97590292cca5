import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationRef, DownloadStage } from '../../../shared/domain/index.ts'
import { emptyStart } from '../../../shared/domain/index.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { eventually } from '../../support/until.ts'

let local: LocalCore
let ref: ConversationRef

beforeEach(async () => {
  local = await startLocalCore({ speed: 20 })
  ref = await local.conversation(200)
})
afterEach(() => local.close())

async function download(of: ConversationRef, signal?: AbortSignal): Promise<DownloadStage[]> {
  const stages: DownloadStage[] = []
  for await (const stage of await local.rpc.work.download(of, signal === undefined ? {} : { signal }))
    stages.push(stage)
  return stages
}

test('a download writes every event of the server into one file, and takes keys out of it', async () => {
  const stages = await download(ref)
  const last = stages.at(-1)
  if (last?.stage !== 'done') throw new Error('the download did not end')
  const entries = unzipSync(await readFile(last.file))
  const names = Object.keys(entries)
  expect(names[0]).toBe('meta.json')
  expect(names.slice(1).map((name) => name.replace(/^event_\d{6}_|\.json$/g, ''))).toEqual(
    local.service.control.eventIds(ref.conversationId),
  )
  expect(last.entries).toBe(names.length)
  for (const bytes of Object.values(entries)) {
    expect(new TextDecoder().decode(bytes)).not.toContain(local.service.key)
  }
  expect(last.address).toBe(`/download/conversation_${ref.conversationId}.zip`)
  expect(await readdir(dirname(last.file))).toEqual([`conversation_${ref.conversationId}.zip`])
})

test('a second download stands beside the first', async () => {
  await download(ref)
  const last = (await download(ref)).at(-1)
  expect(last).toMatchObject({ file: expect.stringMatching(/ \(2\)\.zip$/) })
})

test('a conversation that is too long to be exported says so, and leaves no file', async () => {
  const long = await local.conversation(10_001)
  await expect(download(long)).rejects.toMatchObject({
    data: { status: 413, advice: expect.stringContaining('10,000'), isSafeToRetry: false },
  })
  expect(await readdir(`${local.dataDir}/downloads`)).toEqual([])
})

test.each([
  ['a web page', '<html>Sign in</html>'],
  ['nothing', ''],
])('%s in place of a zip says what could not be downloaded, and leaves no file', async (_, body) => {
  local.service.control.failNext(1, { status: 200, body }, '/download')
  await expect(download(ref)).rejects.toMatchObject({
    data: { code: 'not-openhands', message: expect.stringContaining(ref.conversationId.slice(0, 8)) },
  })
  expect(await readdir(`${local.dataDir}/downloads`)).toEqual([])
})

test('a download that is cancelled in the middle leaves no file, and the next one is not refused for it', async () => {
  const long = await local.conversation(1_500)
  const abort = new AbortController()
  const stages: DownloadStage[] = []
  await expect(async () => {
    for await (const stage of await local.rpc.work.download(long, { signal: abort.signal })) {
      stages.push(stage)
      if (stage.stage === 'receiving' && stage.bytes > 0) abort.abort()
    }
    abort.signal.throwIfAborted()
  }).rejects.toThrow()
  expect(stages.map(({ stage }) => stage)).not.toContain('done')
  const files = () => readdir(`${local.dataDir}/downloads`)
  await eventually(async () => ((await files()).length === 0 ? true : null))
  // The server exports a conversation once at a time: it has noticed that nobody listens any more.
  const again = await eventually(() => download(long).catch((error) => (error.data.status === 409 ? null : error)))
  expect(again.at(-1)).toMatchObject({ stage: 'done', entries: 1_501 })
  expect(await files()).toHaveLength(1)
})

test('the changes of a workspace are what the agent edited, with both texts of each file', async () => {
  const { connectionId } = ref
  const task = await local.rpc.conversations.start({ ...emptyStart(connectionId), text: 'Fix the flaky login test' })
  const conversationId = await eventually(async () => {
    const { status, conversationId } = await local.rpc.conversations.startTask({ connectionId, id: task.id })
    return status === 'READY' ? conversationId : null
  })
  const working = { connectionId, conversationId }
  const changes = await eventually(async () => {
    const found = await local.rpc.work.changes({ ...working, path: '/workspace', gitRef: null })
    return found.length > 0 ? found : null
  })
  const [change] = changes
  const path = `/workspace/${change?.path}`
  const { original, modified } = await local.rpc.work.diff({ ...working, path, gitRef: null })
  expect(original).not.toBe(modified)
  expect(await local.rpc.work.file({ ...working, path })).toEqual({ text: modified })
  expect(await local.rpc.work.files({ ...working, path: '/workspace' })).toContain(change?.path)
  expect(await local.rpc.work.changes({ ...working, path: '/nowhere', gitRef: null })).toEqual([])
  await expect(local.rpc.work.diff({ ...working, path: '/no/such', gitRef: null })).rejects.toMatchObject({
    data: { status: 502 },
  })
})

test('skills and hooks are listed, and a sandbox that is asleep has none while its changes say why', async () => {
  const [skill] = await local.rpc.work.skills(ref)
  expect(skill).toMatchObject({ name: expect.any(String), content: expect.any(String) })
  const [hook] = await local.rpc.work.hooks(ref)
  expect(hook).toMatchObject({ event: expect.any(String), command: expect.any(String), timeoutSeconds: 60 })
  const { sandboxId } = await local.rpc.conversations.get(ref)
  await local.rpc.sandboxes.pause({ connectionId: ref.connectionId, id: sandboxId ?? '' })
  expect(await local.rpc.work.skills(ref)).toEqual([])
  expect(await local.rpc.work.hooks(ref)).toEqual([])
  await expect(local.rpc.work.changes({ ...ref, path: '/workspace', gitRef: null })).rejects.toMatchObject({
    data: { code: 'conflict' },
  })
})

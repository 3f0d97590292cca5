import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type ConversationRef,
  type ExportFormat,
  type ExportStage,
  IMPORT_TAGS,
  IMPORTED,
  type ImportResult,
  type ImportStage,
} from '../../../shared/domain/index.ts'
import { UPLOAD_PART_BYTES } from '../../../shared/rpc/transfer.ts'
import { allArchivedIds } from '../../support/archivedIds.ts'
import { itemsOf } from '../../support/itemsOf.ts'
import { startLocalCore } from '../../support/localCore.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'
import { message, messages, uuid } from '../archive/support.ts'

let core: TestCore
beforeEach(async () => {
  core = await startTestCore({})
})
afterEach(() => core.close())

async function exported(of: TestCore, conversation: ConversationRef, format: ExportFormat) {
  const stages: ExportStage[] = await itemsOf(await of.rpc.exports.run({ ...conversation, format }))
  const last = stages.at(-1)
  if (last?.stage !== 'done') throw new Error('the export did not end')
  return last
}

async function handOver(of: TestCore, name: string, bytes: Uint8Array): Promise<string> {
  const { upload } = await of.rpc.imports.begin({ name, size: bytes.byteLength })
  for (let offset = 0; offset < bytes.byteLength; offset += UPLOAD_PART_BYTES) {
    const part = Buffer.from(bytes.subarray(offset, offset + UPLOAD_PART_BYTES))
    await of.rpc.imports.append({ upload, offset, base64: part.toString('base64') })
  }
  return upload
}

async function imported(of: TestCore, name: string, bytes: Uint8Array): Promise<ImportResult> {
  const stages: ImportStage[] = await itemsOf(await of.rpc.imports.read({ upload: await handOver(of, name, bytes) }))
  const last = stages.at(-1)
  if (last?.stage !== 'done') throw new Error('the import did not end')
  return last.result
}

const refused = (name: string, bytes: Uint8Array) => imported(core, name, bytes).catch((error) => error.data)

const jsonl = (events: readonly unknown[]) => Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''))

function trajectory(events: readonly { id: string }[], meta: object | null = { id: 'c'.repeat(32), title: 'Told' }) {
  const entries: Zippable = meta === null ? {} : { 'meta.json': strToU8(JSON.stringify(meta)) }
  for (const [at, event] of events.entries()) {
    entries[`event_${String(at).padStart(6, '0')}_${event.id}.json`] = strToU8(JSON.stringify(event, null, 2))
  }
  return zipSync(entries)
}

describe('the demo’s longest conversation', () => {
  test('comes back from both formats as it was, by id and order, on a machine without any account', async () => {
    const local = await startLocalCore({ speed: 20 })
    onTestFinished(() => local.close())
    const ref = await local.conversation(12_000)
    await local.settled(ref, 60_000)
    await local.rpc.conversations.get(ref)
    const ids = await local.archivedIds(ref)
    for (const format of ['jsonl', 'zip'] as const) {
      const file = await exported(local, ref, format)
      expect(file).toMatchObject({ events: ids.length, lost: 0, missing: 0 })
      const result = await imported(core, `archived_${ref.conversationId}.${format}`, await readFile(file.file))
      expect(result).toMatchObject({ events: ids.length, rejected: 0, conversation: { connectionId: IMPORTED } })
      expect(result.known).toBe(format === 'zip' ? ids.length : 0)
      expect(await allArchivedIds(core.rpc, result.conversation)).toEqual(ids)
    }
    const { title } = await local.rpc.conversations.get(ref)
    expect(await core.rpc.conversations.get({ ...ref, connectionId: IMPORTED })).toMatchObject({ title })
    const report = await readFile((await exported(local, ref, 'html')).file, 'utf8')
    expect(report.match(/<article/g)).toHaveLength(ids.length)
    expect(report).not.toContain('<script')
  }, 120_000)
})

describe('an export', () => {
  test('needs no server, and holds nothing but the archive: also of a conversation that is deleted', async () => {
    const local = await startLocalCore({ speed: 20 })
    onTestFinished(() => local.close())
    const ref = await local.conversation(120)
    await local.settled(ref)
    await local.rpc.conversations.delete(ref)
    await local.service.close()
    const file = await exported(local, ref, 'zip')
    const names = Object.keys(unzipSync(await readFile(file.file)))
    expect(names).toHaveLength(file.events + 1)
    expect(file.file).toContain(`archived_${ref.conversationId}.zip`)
    expect(file.address).toBe(`/download/archived_${ref.conversationId}.zip`)
  })

  test('of nothing says so and leaves no file', async () => {
    const nothing = { connectionId: IMPORTED, conversationId: 'd'.repeat(32) }
    await expect(exported(core, nothing, 'jsonl')).rejects.toMatchObject({ data: { code: 'not-found' } })
    expect(await readdir(join(core.dataDir, 'downloads'))).toEqual([])
  })

  test('that is cancelled leaves no file', async () => {
    const { conversation } = await imported(core, 'long.jsonl', jsonl(messages(5_000)))
    const stream = await core.rpc.exports.run({ ...conversation, format: 'html' })
    for await (const stage of stream) if (stage.stage === 'writing') break
    await expect.poll(() => readdir(join(core.dataDir, 'downloads'))).toEqual([])
  })
})

describe('an import', () => {
  test('says what came, and is listed, opened and tagged as imported', async () => {
    const odd = { id: uuid(3), kind: 'FutureEvent', timestamp: 'no time', source: 'agent' }
    const result = await imported(core, 'Some Run.zip', trajectory([message(1), message(2), odd]))
    expect(result).toMatchObject({
      conversation: { connectionId: IMPORTED, conversationId: 'c'.repeat(32) },
      title: 'Told',
      events: 3,
      known: 0,
      kinds: { MessageEvent: 2, FutureEvent: 1 },
      nonconforming: 1,
      rejected: 0,
    })
    const [listed] = await core.rpc.imports.list({})
    expect(listed).toMatchObject({ events: 3, record: { title: 'Told', tags: { [IMPORT_TAGS.file]: 'Some Run.zip' } } })
    expect(await core.rpc.conversations.get(result.conversation)).toEqual(listed?.record)
    expect(await allArchivedIds(core.rpc, result.conversation)).toEqual([uuid(1), uuid(2), uuid(3)])
    expect(await readdir(join(core.dataDir, 'uploads'))).toEqual([])
  })

  test('of an agent server’s zip reads its order and its record', async () => {
    const id = '0f'.repeat(16)
    const zip = zipSync({
      [`${id}/base_state.json`]: strToU8(JSON.stringify({ id, title: 'From the agent' })),
      [`${id}/events/event-00001-b.json`]: strToU8(JSON.stringify(message(1))),
      [`${id}/events/event-00000-a.json`]: strToU8(JSON.stringify(message(2))),
    })
    const result = await imported(core, 'x.zip', zip)
    expect(result).toMatchObject({ title: 'From the agent', conversation: { conversationId: id } })
    expect(await allArchivedIds(core.rpc, result.conversation)).toEqual([uuid(2), uuid(1)])
  })

  test('of lines without a name lands in one conversation each time, named after the file', async () => {
    const first = await imported(core, 'run.jsonl', jsonl(messages(3)))
    const again = await imported(core, 'run.jsonl', jsonl(messages(3)))
    const other = await imported(core, 'run.jsonl', jsonl(messages(4)))
    expect(again).toMatchObject({ conversation: first.conversation, title: 'run', known: 3 })
    expect(other.conversation).not.toEqual(first.conversation)
  })

  test('is removed with everything that it brought', async () => {
    const { conversation } = await imported(core, 'run.jsonl', jsonl(messages(3)))
    await core.rpc.imports.forget({ conversationId: conversation.conversationId })
    expect(await core.rpc.imports.list({})).toEqual([])
    await expect(core.rpc.conversations.get(conversation)).rejects.toMatchObject({ data: { code: 'not-found' } })
  })

  test('names the broken line and keeps the others', async () => {
    const bytes = Buffer.concat([jsonl(messages(2)), Buffer.from('{"id": "cut\n\n'), jsonl([message(2)])])
    const result = await imported(core, 'run.jsonl', bytes)
    expect(result).toMatchObject({ events: 3, rejected: 1, problems: [{ place: 'line 3' }] })
  })

  test('holds no key that Handrail knows, and no credential', async () => {
    const key = 'test-key-0123456789abcdef'
    const local = await startLocalCore({ speed: 20 })
    onTestFinished(() => local.close())
    const held = local.service.key
    await local.rpc.conversations.refresh({ connectionId: (await local.rpc.connections.list({}))[0]?.id ?? '' })
    const events = [message(0, { note: `Bearer ${held}` }), message(1, { session_api_key: key })]
    const meta = { id: 'c'.repeat(32), title: `about ${held}`, session_api_key: key }
    const result = await imported(local, `${held}.zip`, trajectory(events, meta))
    const text = await readFile((await exported(local, result.conversation, 'jsonl')).file, 'utf8')
    const records = JSON.stringify(await local.rpc.imports.list({}))
    for (const secret of [held, key]) expect(text + records).not.toContain(secret)
  })

  test('that ends in the midst leaves nothing', async () => {
    const upload = await handOver(core, 'long.jsonl', jsonl(messages(20_000)))
    const stream = await core.rpc.imports.read({ upload })
    for await (const stage of stream) if (stage.stage === 'reading') break
    await expect.poll(() => readdir(join(core.dataDir, 'uploads'))).toEqual([])
    expect(await core.rpc.imports.list({})).toEqual([])
  })

  test('takes parts in their order only, and not before all of them are there', async () => {
    const { upload } = await core.rpc.imports.begin({ name: 'x.jsonl', size: 100 })
    const part = (offset: number) => core.rpc.imports.append({ upload, offset, base64: 'AAAA' })
    await part(0)
    await expect(part(0)).rejects.toMatchObject({ data: { code: 'conflict' } })
    await expect(itemsOf(await core.rpc.imports.read({ upload }))).rejects.toMatchObject({ data: { code: 'conflict' } })
    await expect(core.rpc.imports.begin({ name: 'huge.zip', size: 2 ** 40 })).rejects.toMatchObject({
      data: { code: 'invalid-input', message: expect.stringContaining('1 GB') },
    })
  })
})

describe('a hostile file', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
    ['a web page', Buffer.from('<html>Sign in</html>')],
    ['a zip that is cut off', trajectory(messages(50)).subarray(0, 3_000)],
    ['a zip with nothing of a trajectory', zipSync({ 'readme.txt': strToU8('hello') })],
    ['lines that are no events', Buffer.from('{"a":1}\n{"b":2}\n')],
  ])('%s is refused with its name, and nothing is kept', async (_, bytes) => {
    expect(await refused('given.zip', bytes)).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('given.zip'),
      advice: expect.stringContaining('Nothing of it was kept.'),
    })
    expect(await core.rpc.imports.list({})).toEqual([])
  })

  test('with paths out of its folder is refused and writes nothing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handrail-outside-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const names = [`../../event_000000_${uuid(0)}.json`, `${folder}/event_000000_${uuid(0)}.json`]
    for (const name of names) {
      const zip = zipSync({ [name]: strToU8(JSON.stringify(message(0))) })
      expect(await refused('out.zip', zip)).toMatchObject({ code: 'invalid-input' })
    }
    expect(await readdir(folder)).toEqual([])
    expect(existsSync(join(core.dataDir, '..', `event_000000_${uuid(0)}.json`))).toBe(false)
  })

  test('with an entry whose checksum is wrong loses that entry only', async () => {
    const zip = Buffer.from(trajectory(messages(3), null))
    // The second record of the central directory; 16 bytes in is its checksum.
    const mark = Buffer.from([0x50, 0x4b, 0x01, 0x02])
    const second = zip.indexOf(mark, zip.indexOf(mark) + 1)
    zip.writeUInt32LE(12_345, second + 16)
    expect(await imported(core, 'crc.zip', zip)).toMatchObject({
      events: 2,
      rejected: 1,
      problems: [{ place: expect.stringContaining(uuid(1)), problem: expect.stringContaining('checksum') }],
    })
  })

  test('that unfolds beyond what it claims, or claims too much, is not unfolded', async () => {
    const bomb = { ...message(0), note: 'a'.repeat(70 * 2 ** 20) }
    const tooLarge = await imported(core, 'bomb.zip', trajectory([message(1), bomb], null))
    expect(tooLarge).toMatchObject({
      events: 1,
      rejected: 1,
      problems: [{ problem: expect.stringContaining('64 MB') }],
    })
    const lying = Buffer.from(trajectory([message(1), { ...message(2), note: 'b'.repeat(100_000) }], null))
    const mark = Buffer.from([0x50, 0x4b, 0x01, 0x02])
    lying.writeUInt32LE(100, lying.indexOf(mark, lying.indexOf(mark) + 1) + 24)
    expect(await imported(core, 'lying.zip', lying)).toMatchObject({ events: 1, rejected: 1 })
    const claiming = Buffer.from(trajectory(messages(2), null))
    for (let at = claiming.indexOf(mark); at !== -1; at = claiming.indexOf(mark, at + 1)) {
      claiming.writeUInt32LE(0xf0_00_00_00, at + 24)
    }
    expect(await refused('claiming.zip', claiming)).toMatchObject({ message: expect.stringContaining('4 GB') })
  })

  test('with one endless line loses that line only', async () => {
    const bytes = Buffer.concat([
      jsonl([message(0)]),
      Buffer.alloc(65 * 2 ** 20, 'x'),
      Buffer.from('\n'),
      jsonl([message(1)]),
    ])
    await writeFile(join(core.dataDir, 'line.jsonl'), bytes)
    expect(await imported(core, 'line.jsonl', bytes)).toMatchObject({ events: 2, problems: [{ place: 'line 2' }] })
  })
})

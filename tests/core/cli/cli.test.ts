import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { becomeHost } from '../../../electron/host/becomeHost.ts'
import { systemClock } from '../../../electron/host/systemClock.ts'
import type { ImportResult } from '../../../shared/domain/index.ts'
import { startLocalProcess } from '../../support/localProcess.ts'
import { startTestCore } from '../../support/testCore.ts'
import { message, messages, openInWorker, page, REF, uuid, walk } from '../archive/support.ts'
import { archive, dataFolder } from './program.ts'

const jsonl = (events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

/** A file of events in a folder of its own. */
function fileOf(text: string, name = 'run.jsonl'): string {
  const file = join(dataFolder(), name)
  writeFileSync(file, text)
  return file
}

async function imported(data: string, events: readonly unknown[]): Promise<ImportResult> {
  const ended = await archive(['import', fileOf(jsonl(events)), '--data', data, '--json'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.json<ImportResult>()
}

describe('the command line', () => {
  test('says how it is used, and what is wrong with a use of it', async () => {
    const help = await archive(['--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const command of ['sync', 'verify', 'import', 'export', 'search', 'stats', 'forget', 'wipe'])
      expect(help.stdout).toContain(command)
    const wrong = [
      [],
      ['explode'],
      ['import'],
      ['stats', 'x'],
      ['export', 'x', '--format', 'pdf'],
      ['stats', '--nope'],
      ['wipe'],
      ['forget'],
    ]
    for (const args of wrong) expect(await archive(args)).toMatchObject({ code: 2, stdout: '' })
  })

  test('has nothing to read where there is no archive, and makes none', async () => {
    const data = dataFolder()
    for (const args of [['stats'], ['export', 'abcdef'], ['verify', 'abcdef'], ['search', 'x']]) {
      const ended = await archive([...args, '--data', data])
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toContain('no archive')
    }
    expect(readdirSync(data)).toEqual([])
  })
})

describe('keeping and forgetting', () => {
  test('sizes are told, what is named goes and nothing else, and the disk has its space back', async () => {
    const data = dataFolder()
    const stored = (await openInWorker(data)).archive
    await walk(stored, messages(3_000))
    const other = { connectionId: 'c1', conversationId: 'b'.repeat(32) }
    const items = page([message(9_000, { note: 'the last word is xylophonist' })])
    await stored.ingestPage(other, items, { side: 'agent', walk: 'head', firstLogIndex: 0 })
    await stored.close()
    const stats = await archive(['stats', '--data', data, '--json'])
    expect(stats.json()).toMatchObject({ conversations: [{ events: 3_000 }, { events: 1 }] })
    const { conversations, databaseBytes } = stats.json<{
      conversations: { bytes: number; rawBytes: number }[]
      databaseBytes: number
    }>()
    expect(conversations[0]?.bytes).toBeGreaterThan(100_000)
    const gone = await archive(['forget', REF.conversationId, '--data', data, '--json'])
    expect(gone).toMatchObject({ code: 0 })
    const { freedBytes } = gone.json<{ freedBytes: number }>()
    expect(freedBytes).toBeGreaterThan(100_000)
    const after = await archive(['stats', '--data', data, '--json'])
    expect(after.json()).toMatchObject({ events: 1, conversations: [other] })
    expect(statSync(join(data, 'archive.sqlite')).size).toBeLessThan(databaseBytes - 100_000)
    const wiped = await archive(['wipe', '--yes', '--data', data, '--json'])
    expect(wiped.json()).toMatchObject({ conversations: 1, events: 1 })
    for (const name of readdirSync(data)) expect(readFileSync(join(data, name)).includes('xylophonist')).toBe(false)
  })
})

describe('import and export', () => {
  test('give back what was given, by id and order, in both formats', async () => {
    const data = dataFolder()
    const events = [message(3), ...messages(300, 10), message(1)]
    const result = await imported(data, [...events, 'no event'])
    expect(result).toMatchObject({
      events: 302,
      kinds: { MessageEvent: 302 },
      nonconforming: 0,
      rejected: 1,
      problems: [{ place: 'line 303' }],
    })
    const { conversationId } = result.conversation
    const lines = await archive(['export', conversationId.slice(0, 8), '--data', data, '--out', '-'])
    expect(lines.code).toBe(0)
    const ids = lines.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: string }).id)
    expect(ids).toEqual(events.map(({ id }) => id))
    const zip = join(dataFolder(), 'out.zip')
    const written = await archive(['export', conversationId, '--data', data, '--format', 'zip', '--out', zip, '--json'])
    expect(written.json()).toMatchObject({ file: zip, events: 302, lost: 0 })
    expect(Object.keys(unzipSync(readFileSync(zip)))).toHaveLength(303)
    const again = await archive(['import', zip, '--data', dataFolder(), '--json'])
    expect(again.json()).toMatchObject({ events: 302, known: 0, conversation: { conversationId } })
  })

  test('write over nothing, and leave nothing of what fails', async () => {
    const data = dataFolder()
    const { conversation } = await imported(data, messages(3))
    const there = fileOf('mine')
    const ended = await archive(['export', conversation.conversationId, '--data', data, '--out', there])
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(readFileSync(there, 'utf8')).toBe('mine')
    const bad = await archive(['import', fileOf('<html>', 'page.zip'), '--data', data])
    expect(bad).toMatchObject({ code: 1, stdout: '' })
    expect(bad.stderr).toContain('page.zip')
    const stats = await archive(['stats', '--data', data, '--json'])
    expect(stats.json()).toMatchObject({ events: 3, conversations: [{ events: 3, connection: 'imported' }] })
  })

  test('a word is found in what was imported', async () => {
    const data = dataFolder()
    await imported(data, messages(5))
    const found = await archive(['search', '"message 3"', '--data', data, '--json'])
    expect(found.json()).toMatchObject({ total: 1, hits: [{ eventId: uuid(3) }] })
  })
})

describe('a data folder that somebody else holds', () => {
  test('is read beside the one who writes it', async () => {
    const data = dataFolder()
    const { conversation } = await imported(data, messages(3))
    const core = await startTestCore({ dataDir: data })
    onTestFinished(() => core.close())
    const ended = await archive(['export', conversation.conversationId, '--data', data, '--out', '-'])
    expect(ended.stdout.split('\n')).toHaveLength(4)
    expect((await archive(['stats', '--data', data, '--json'])).json()).toMatchObject({ events: 3 })
  })

  test('is not written: the running host is named, without its token', async () => {
    const data = dataFolder()
    const role = await becomeHost(data, systemClock)
    if (role.role !== 'host') throw new Error('somebody else holds the folder')
    role.answerWith(() => ({ link: 'http://127.0.0.1:8808/#token=test-token-0123456789' }))
    onTestFinished(() => role.leave())
    for (const args of [
      ['import', fileOf(jsonl(messages(3)))],
      ['sync', 'https://app.example.test'],
      ['wipe', '--yes'],
    ]) {
      const ended = await archive([...args, '--data', data])
      expect(ended).toMatchObject({ code: 3, stdout: '' })
      expect(ended.stderr).toContain('http://127.0.0.1:8808')
      expect(ended.stderr).not.toContain('test-token')
    }
    expect(existsSync(join(data, 'archive.sqlite'))).toBe(false)
  })

  test('is given back after a command, also after one that failed', async () => {
    const data = dataFolder()
    await imported(data, messages(1))
    await archive(['import', fileOf('nothing'), '--data', data])
    expect(readdirSync(data).filter((name) => /lock|sock/.test(name))).toEqual([])
    const role = await becomeHost(data, systemClock)
    expect(role.role).toBe('host')
    if (role.role === 'host') await role.leave()
  })
})

test('an interrupted import leaves nothing of the file, and gives the folder back', async () => {
  const data = dataFolder()
  const file = fileOf(jsonl(messages(60_000)))
  const ended = archive(['import', file, '--data', data], {}, (child) => {
    const look = setInterval(() => {
      if (!existsSync(join(data, 'archive.sqlite'))) return
      clearInterval(look)
      child.kill('SIGINT')
    }, 10)
  })
  expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: 'Interrupted.\n' })
  expect((await archive(['stats', '--data', data, '--json'])).json()).toMatchObject({ events: 0, conversations: [] })
  expect(readdirSync(data).filter((name) => /lock|sock/.test(name))).toEqual([])
})

describe('sync and verify', () => {
  test('load what the server has, prove it, and find what differs', async () => {
    const service = await startLocalProcess(['--speed', '20'])
    onTestFinished(() => service.stop())
    const id = await service.conversation(250)
    const data = dataFolder()
    const key = { HANDRAIL_KEY: service.key }
    const url = `${service.url}/conversations/${id}`
    const synced = await archive(['sync', url, '--data', data, '--json'], key)
    expect(synced.json()).toMatchObject({
      conversations: [{ conversationId: id, events: 250, server: 250, from: 'agent', isComplete: true, failure: null }],
    })
    expect(synced.code).toBe(0)
    expect(synced.stderr).toContain('not kept')
    const verify = () => archive(['verify', id, '--data', data, '--json'], key)
    const equal = await verify()
    expect(equal).toMatchObject({ code: 0 })
    expect(equal.json()).toMatchObject({
      isEqual: true,
      events: 250,
      servers: [{ server: 'agent' }, { server: 'app' }],
    })
    await service.control('append', { conversation: id, count: 1 })
    const differs = await verify()
    expect(differs).toMatchObject({ code: 1 })
    expect(differs.json()).toMatchObject({ isEqual: false, servers: [{ server: 'agent', missing: { count: 1 } }, {}] })
    expect((await archive(['sync', url, '--data', data], key)).code).toBe(0)
    expect(await verify()).toMatchObject({ code: 0 })
    // Neither the key nor anything of it is in the folder or in what was said.
    for (const file of readdirSync(data)) expect(readFileSync(join(data, file), 'latin1')).not.toContain(service.key)
    expect(synced.stdout + synced.stderr).not.toContain(service.key)
  })

  test('keep the key under a passphrase, and then need nothing but that', async () => {
    const service = await startLocalProcess(['--speed', '20'])
    onTestFinished(() => service.stop())
    const id = await service.conversation(20)
    const data = dataFolder()
    const phrase = { HANDRAIL_PASSPHRASE: 'correct test battery' }
    const url = `${service.url}/conversations/${id}`
    expect(await archive(['sync', url, '--data', data], { ...phrase, HANDRAIL_KEY: service.key })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await archive(['verify', id, '--data', data], phrase)).toMatchObject({ code: 0 })
    const locked = await archive(['verify', id, '--data', data])
    expect(locked).toMatchObject({ code: 1, stdout: '' })
    expect(locked.stderr).toContain('HANDRAIL_PASSPHRASE')
    const wrong = await archive(['verify', id, '--data', data], { HANDRAIL_PASSPHRASE: 'wrong test battery' })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toContain('does not open')
  })

  test('a sync without a key says what it needs, and one that a server refuses fails', async () => {
    const service = await startLocalProcess()
    onTestFinished(() => service.stop())
    const data = dataFolder()
    const without = await archive(['sync', service.url, '--data', data])
    expect(without).toMatchObject({ code: 1, stdout: '' })
    expect(without.stderr).toContain('HANDRAIL_KEY')
    expect(await archive(['sync', service.url, '--data', data], { HANDRAIL_KEY: 'test-key-wrong-1' })).toMatchObject({
      code: 1,
      stdout: '',
    })
  })
})

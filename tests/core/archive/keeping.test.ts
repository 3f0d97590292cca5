import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Archive } from '../../../electron/core/archive/index.ts'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import {
  cleared,
  EVERYTHING,
  filesHold,
  message,
  messages,
  openHere,
  openInWorker,
  page,
  RECORD,
  REF,
  shown,
  storedIds,
  uuid,
  walk,
} from './support.ts'

const OTHER: ConversationRef = { connectionId: 'c1', conversationId: 'b'.repeat(32) }
const THIRD: ConversationRef = { connectionId: 'c2', conversationId: 'c'.repeat(32) }

function said(n: number, text: string) {
  return message(n, { llm_message: { role: 'user', content: [{ type: 'text', text }] } })
}

/** Stores a log of a conversation as one page. */
async function store(archive: Archive, ref: ConversationRef, events: readonly unknown[]): Promise<void> {
  await archive.ingestPage(ref, page(events), { side: 'agent', walk: 'head', firstLogIndex: 0 })
}

/** Long texts that do not pack well. */
function noise(count: number, word: string) {
  const text = (n: number) =>
    Array.from({ length: 60 }, (_, at) => `${word}${((n + 1) * 7919 * (at + 3)) % 99991}`).join(' ')
  return Array.from({ length: count }, (_, n) => said(n, text(n)))
}

function bytesOnDisk(dataDir: string): number {
  return readdirSync(dataDir).reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}

/** Beginnings of what the sealed blocks of a conversation hold. */
function sealedBytes(dataDir: string): Uint8Array[] {
  const db = new DatabaseSync(join(dataDir, 'archive.sqlite'), { readOnly: true })
  const rows = db.prepare('SELECT body FROM block').all()
  db.close()
  return rows.flatMap(({ body }) => (body instanceof Uint8Array ? [body.slice(0, 48)] : []))
}

const search = (archive: Archive, query: string) =>
  archive.search({ query, conversation: null, order: 'newest', offset: 0, limit: 10 })

test('of a forgotten conversation nothing is left to read in the files, and the disk has its space back', async () => {
  const { archive, dataDir } = openHere()
  await store(archive, OTHER, messages(10))
  await cleared(archive)
  const before = bytesOnDisk(dataDir)
  await archive.saveConversations('c1', [{ ...RECORD, title: 'Zanzibarian plans' }])
  await walk(archive, [...noise(2_000, 'quokka'), said(2_000, 'the last word is xylophonist')])
  await archive.seal(REF)
  expect((await search(archive, 'xylophonist')).total).toBe(1)
  await cleared(archive)
  const full = bytesOnDisk(dataDir)
  const secrets = [...sealedBytes(dataDir), 'xylophonist', 'quokka', 'Zanzibarian']
  expect(secrets.length).toBeGreaterThan(15)
  for (const secret of secrets) expect(filesHold(dataDir, secret)).toBe(true)
  await archive.forgetConversations([REF], 'all')
  await cleared(archive)
  for (const secret of secrets) expect(filesHold(dataDir, secret)).toBe(false)
  expect(bytesOnDisk(dataDir)).toBeLessThan(before + (full - before) / 20)
  expect(await storedIds(archive)).toEqual([])
  expect(await search(archive, 'quokka*')).toMatchObject({ total: 0, hits: [] })
  expect((await search(archive, 'message')).total).toBe(10)
})

test('what is forgotten is found by nobody while it leaves the file, and can be stored again meanwhile', async () => {
  const { archive } = openHere()
  await walk(archive, messages(600))
  const { view } = await archive.openView(EVERYTHING)
  await archive.forgetConversations([REF], 'all')
  expect(await archive.loadState(REF)).toMatchObject({ stored: 0, headCount: 0 })
  await expect(archive.window({ view, anchor: 'end', before: 5, after: 0 })).rejects.toMatchObject({
    failure: { code: 'gone' },
  })
  await expect(archive.event(REF, uuid(3), 0, 10)).rejects.toMatchObject({ failure: { code: 'not-found' } })
  await walk(archive, messages(5))
  await cleared(archive)
  expect(await storedIds(archive)).toEqual(messages(5).map(({ id }) => id))
  expect(await archive.stats()).toMatchObject({ events: 5, blocks: 0 })
})

test('forgetting that an end of the program interrupted goes on with the next start', async () => {
  const first = openHere()
  await walk(first.archive, messages(600))
  await first.archive.forgetConversations([REF], 'all')
  await first.close()
  const { archive, timers } = openHere(first.dataDir)
  expect(await storedIds(archive)).toEqual([])
  expect((await archive.usage()).leavingBytes).toBeGreaterThan(0)
  timers.pass(60_000)
  await expect.poll(async () => (await archive.stats()).events).toBe(0)
})

test('a block of a forgotten conversation that cannot be read keeps nothing from going', async () => {
  const { archive, dataDir } = openHere()
  await walk(archive, messages(256))
  await archive.seal(REF)
  const db = new DatabaseSync(join(dataDir, 'archive.sqlite'))
  db.exec('UPDATE block SET body = zeroblob(length(body)); UPDATE upkeep SET indexed_seq = 0')
  db.close()
  await archive.forgetConversations([REF], 'all')
  await cleared(archive)
  expect(await archive.stats()).toMatchObject({ events: 0, tail: 0, blocks: 0 })
})

test('the sizes of the conversations and what is free are together the file', async () => {
  const { archive, timers, notices } = openHere()
  await archive.saveConversations('c1', [{ ...RECORD, title: 'Large' }])
  await walk(archive, noise(900, 'quokka'))
  await store(archive, OTHER, messages(100))
  await store(archive, THIRD, messages(3))
  await archive.openView({ ...EVERYTHING, conversation: OTHER })
  await archive.seal(REF)
  await cleared(archive)
  const { conversations, databaseBytes, freeBytes, leavingBytes } = await archive.usage()
  const sum = conversations.reduce((all, { bytes }) => all + bytes, freeBytes + leavingBytes)
  expect(Math.abs(sum - databaseBytes)).toBeLessThan(10)
  const [large, small] = conversations
  expect(large).toMatchObject({ ...REF, title: 'Large', events: 900, openedAt: null, lastEventAt: expect.any(Number) })
  expect(small).toMatchObject({ ...OTHER, title: null, events: 100, openedAt: timers.now() })
  expect(large?.rawBytes).toBe(noise(900, 'quokka').reduce((all, event) => all + JSON.stringify(event).length, 0))
  expect(large?.bytes).toBeGreaterThan(10 * (small?.bytes ?? 0))
  expect(notices.troubles).toEqual([])
})

test('of a connection that keeps nothing, events are shown and searched in memory, and are on no disk', async () => {
  const { archive, dataDir } = await openInWorker()
  await store(archive, THIRD, [said(0, 'kept xylophonist')])
  await archive.keep('c1', false)
  await archive.saveConversations('c1', [{ ...RECORD, title: 'Zanzibarian plans' }])
  await walk(archive, [...messages(300), said(300, 'held xylophonist')])
  await archive.seal(REF)
  const { view } = await archive.openView(EVERYTHING)
  expect(await shown(archive, view)).toHaveLength(301)
  expect((await archive.search({ query: 'held', conversation: REF, order: 'best', offset: 0, limit: 5 })).total).toBe(1)
  expect((await search(archive, 'xylophonist')).total).toBe(1)
  expect(await archive.conversations('c1')).toHaveLength(1)
  const usage = await archive.usage()
  expect(usage.conversations).toMatchObject([THIRD])
  expect(usage.memoryBytes).toBeGreaterThan(100_000)
  for (const text of ['held xylophonist', 'Zanzibarian']) expect(filesHold(dataDir, text)).toBe(false)
  await archive.release(REF)
  expect(await archive.loadState(REF)).toMatchObject({ stored: 0 })
  expect(await archive.conversations('c1')).toHaveLength(1)
  await archive.keep('c1', true)
  await walk(archive, messages(3))
  expect((await archive.usage()).conversations).toHaveLength(2)
})

test('what was kept goes when its connection is to keep nothing, also when that was interrupted', async () => {
  const first = await openInWorker()
  await walk(first.archive, [said(0, 'kept xylophonist')])
  await store(first.archive, THIRD, messages(3))
  await first.archive.keep('c1', false)
  await first.archive.close()
  const { archive, dataDir } = await openInWorker(first.dataDir, ['c1', 'c2'])
  await cleared(archive)
  expect(filesHold(dataDir, 'xylophonist')).toBe(false)
  expect((await archive.usage()).conversations).toEqual([])
  expect(await archive.stats()).toMatchObject({ events: 0 })
})

test('a wiped archive is empty and works, and nothing of the old one is left, nor of one that was set aside', async () => {
  const { archive, dataDir } = await openInWorker()
  await walk(archive, [...noise(1_000, 'quokka'), said(1_000, 'xylophonist')])
  await archive.saveConversations('c1', [RECORD])
  const { view } = await archive.openView(EVERYTHING)
  writeFileSync(join(dataDir, 'archive.damaged-2026.sqlite'), 'xylophonist')
  writeFileSync(join(dataDir, 'filters.json'), '{}')
  expect((await archive.usage()).setAsideBytes).toBe(11)
  await archive.wipe()
  await expect(archive.window({ view, anchor: 'end', before: 1, after: 0 })).rejects.toMatchObject({
    failure: { code: 'gone' },
  })
  expect(await archive.conversations('c1')).toEqual([])
  await walk(archive, messages(3))
  await cleared(archive)
  expect(filesHold(dataDir, 'xylophonist')).toBe(false)
  expect(readdirSync(dataDir).filter((name) => /erased|damaged/.test(name))).toEqual([])
  expect(existsSync(join(dataDir, 'filters.json'))).toBe(true)
  expect(await storedIds(archive)).toHaveLength(3)
  expect(bytesOnDisk(dataDir)).toBeLessThan(300_000)
})

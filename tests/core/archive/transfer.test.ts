import { readdirSync, readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Archive } from '../../../electron/core/archive/index.ts'
import type { ConversationRef, ExportFormat } from '../../../shared/domain/index.ts'
import { cleared, message, messages, openHere, REF, storedIds, time, uuid, walk } from './support.ts'

const DATA = new URL('../../data/contract/', import.meta.url)
const OTHER: ConversationRef = { connectionId: 'imported', conversationId: 'b'.repeat(32) }

const files = [
  ...readdirSync(DATA).filter((name) => name.startsWith('event-samples')),
  ...readdirSync(new URL('recorded', DATA), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.events.jsonl'))
    .map((name) => `recorded/${name}`),
]

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, DATA), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (file.includes('tolerance') ? JSON.stringify((JSON.parse(line) as { event: unknown }).event) : line))
}

async function exported(archive: Archive, format: ExportFormat, ref = REF): Promise<Buffer> {
  const { export: id } = await archive.openExport(ref, format, null)
  const parts: Uint8Array[] = []
  for (;;) {
    const { bytes, isDone } = await archive.readExport(id)
    parts.push(bytes)
    if (isDone) return Buffer.concat(parts)
  }
}

async function imported(archive: Archive, texts: string[], ref = OTHER) {
  const id = await archive.openImport(ref)
  for (let at = 0; at < texts.length; at += 50) {
    const items = texts.slice(at, at + 50).map((text, line) => ({ place: `line ${at + line + 1}`, text }))
    await archive.addImport(id, items)
  }
  return archive.finishImport(id)
}

async function idsOf(archive: Archive, ref: ConversationRef): Promise<string[]> {
  return (await exported(archive, 'jsonl', ref))
    .toString()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { id: string }).id]))
}

test.each(files)('what %s brings is exported in log order, and is the same after an import', async (file) => {
  const { archive } = openHere()
  await imported(archive, linesOf(file), REF)
  const ids = await idsOf(archive, REF)
  expect(ids).toEqual(await storedIds(archive))
  const lines = (await exported(archive, 'jsonl')).toString().split('\n').slice(0, -1)
  const fromLines = await imported(archive, lines)
  expect(fromLines).toMatchObject({ events: ids.length, known: 0, rejected: 0, leftOut: 0 })
  expect(await idsOf(archive, OTHER)).toEqual(ids)
  expect(await exported(archive, 'jsonl', OTHER)).toEqual(await exported(archive, 'jsonl'))
  const entries = Object.entries(unzipSync(await exported(archive, 'zip')))
  expect(entries.slice(1).map(([, bytes]) => Buffer.from(bytes).toString())).toEqual(lines)
})

test('the zip has the names of the server’s own', async () => {
  const { archive } = openHere()
  await walk(archive, [message(0), message(1, { id: '../../etc/passwd' })])
  const names = Object.keys(unzipSync(await exported(archive, 'zip')))
  expect(names).toEqual(['meta.json', `event_000000_${uuid(0)}.json`, 'event_000001_.._.._etc_passwd.json'])
})

test('an export holds what was stored when it began, also when events are sealed and come meanwhile', async () => {
  const { archive } = openHere()
  await archive.ingestFrames(
    REF,
    'events',
    messages(300).map((event) => JSON.stringify(event)),
  )
  const { export: id, events } = await archive.openExport(REF, 'jsonl', null)
  await archive.seal(REF)
  await walk(archive, messages(400))
  let text = ''
  for (let isDone = false; !isDone; ) {
    const part = await archive.readExport(id)
    text += Buffer.from(part.bytes).toString()
    isDone = part.isDone
  }
  expect(events).toBe(300)
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: string }).id),
  ).toEqual(messages(300).map(({ id }) => id))
})

test('a damaged block costs its events, which are counted, and nothing else', async () => {
  const { archive, dataDir, close } = openHere()
  await walk(archive, messages(256))
  await close()
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(`${dataDir}/archive.sqlite`)
  db.exec("UPDATE block SET body = x'28b52ffd00' WHERE block = 2")
  db.close()
  const again = openHere(dataDir).archive
  const { export: id } = await again.openExport(REF, 'jsonl', null)
  let last = await again.readExport(id)
  while (!last.isDone) last = await again.readExport(id)
  expect(last.lost).toBeGreaterThan(0)
  expect(last.events + last.lost).toBe(256)
})

test('a broken line, a line that is no event and a repeated event cost nothing but themselves, and are named', async () => {
  const { archive } = openHere()
  const [first, second] = [JSON.stringify(message(0)), JSON.stringify(message(1))]
  const result = await imported(archive, [first, '{"id": "x', '[]', '{"id": "y"}', first, second])
  expect(result).toMatchObject({
    events: 2,
    rejected: 4,
    kinds: { MessageEvent: 2 },
    problems: [
      { place: 'line 2', problem: expect.stringContaining('not JSON') },
      { place: 'line 3', problem: 'not a JSON object' },
      { place: 'line 4', problem: 'no kind' },
      { place: 'line 5', problem: expect.stringContaining('twice') },
    ],
  })
  expect(await idsOf(archive, OTHER)).toEqual([uuid(0), uuid(1)])
  expect((await archive.loadState(OTHER)).gaps).toBe(0)
})

test('deltas and full states are left out and counted', async () => {
  const { archive } = openHere()
  const state = { ...message(5), kind: 'ConversationStateUpdateEvent', key: 'full_state', value: {} }
  const delta = { ...message(6), kind: 'StreamingDeltaEvent' }
  const result = await imported(
    archive,
    [state, delta, message(7)].map((event) => JSON.stringify(event)),
  )
  expect(result).toMatchObject({ events: 1, leftOut: 2, rejected: 0 })
})

test('a second import of a longer file adds what is new, in the file’s order', async () => {
  const { archive } = openHere()
  const texts = messages(150).map((event) => JSON.stringify(event))
  await imported(archive, texts.slice(0, 100))
  const again = await imported(archive, texts)
  expect(again).toMatchObject({ events: 150, known: 100 })
  expect(await idsOf(archive, OTHER)).toEqual(messages(150).map(({ id }) => id))
  expect(await archive.loadState(OTHER)).toMatchObject({ stored: 150, gaps: 0 })
})

test('the order of the file is kept, whatever the times say', async () => {
  const { archive } = openHere()
  const shuffled = [message(3), message(1), message(2, { timestamp: time(0) })]
  await imported(
    archive,
    shuffled.map((event) => JSON.stringify(event)),
  )
  expect(await idsOf(archive, OTHER)).toEqual([uuid(3), uuid(1), uuid(2)])
})

test('credentials are taken out by field of what is imported', async () => {
  const { archive } = openHere()
  const secret = { ...message(0), kind: 'ConversationStateUpdateEvent', key: 'x', session_api_key: 'test-key-12345678' }
  await imported(archive, [JSON.stringify(secret)])
  expect((await exported(archive, 'jsonl', OTHER)).toString()).not.toContain('test-key-12345678')
})

test('one conversation is forgotten with its record, and another one stays', async () => {
  const { archive } = openHere()
  await walk(archive, messages(100))
  await imported(
    archive,
    messages(10).map((event) => JSON.stringify(event)),
  )
  await archive.forgetConversations([OTHER], 'all')
  await cleared(archive)
  expect((await archive.loadState(OTHER)).stored).toBe(0)
  expect((await archive.stats()).events).toBe(100)
  await expect(exported(archive, 'jsonl', OTHER)).rejects.toMatchObject({ failure: { code: 'not-found' } })
  await imported(
    archive,
    messages(10).map((event) => JSON.stringify(event)),
  )
  expect(await idsOf(archive, OTHER)).toHaveLength(10)
})

test('an event whose text is markup, a script or a link is text in the report', async () => {
  const { archive } = openHere()
  const hostile =
    '</pre></article><script>alert(1)</script><img src=x onerror=alert(2)> & "quoted" \u001b[31mred\u001b[0m'
  const content = [{ type: 'text', text: hostile }]
  const odd = { ...message(1), id: '"><script>', '<b>key</b>': '<i>value</i>', timestamp: '<u>' }
  await walk(archive, [{ ...message(0), llm_message: { role: 'user', content } }, odd])
  const html = (await exported(archive, 'html')).toString()
  expect(html).not.toMatch(/<script|<img src=x|<i>value|<b>key|<u>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('red')
  expect(html).toContain("default-src 'none'")
  expect(html.match(/<article/g)).toHaveLength(2)
})

test('a picture is shown only when it is nothing but a picture', async () => {
  const { archive } = openHere()
  const image = (url: string, n: number) => ({
    ...message(n),
    llm_message: { role: 'user', content: [{ type: 'image', image_urls: [url] }] },
  })
  await walk(archive, [
    image('data:image/png;base64,iVBORw0KGgo=', 0),
    image('data:image/png;base64,AA" onload="alert(1)', 1),
    image('https://tracker.example.test/x.png', 2),
  ])
  const html = (await exported(archive, 'html')).toString()
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(html).not.toContain('src="https:')
})

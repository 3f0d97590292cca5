import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  allRows,
  cleared,
  durable,
  filesHold,
  message,
  messages,
  openHere,
  page,
  RECORD,
  REF,
  SPANS,
  state,
  uuid,
  walk,
} from './support.ts'

const SECRET = 'sk-canary-"12345\\67890/+='

test('fields that carry secrets are redacted before anything is written', async () => {
  const { archive, dataDir } = openHere()
  const hidden = 'gAAAA-canary-reasoning'
  await archive.ingestFrames(REF, 'session', [
    durable(0, message(1, { responses_reasoning_item: { encrypted_content: hidden } })),
    durable(1, state(2, 'agent_state', { token: hidden })),
    durable(2, message(3, { log_data: JSON.stringify({ session_api_key: hidden, url: `https://x/?tkn=${hidden}` }) })),
  ])
  expect(filesHold(dataDir, hidden)).toBe(false)
  expect(await archive.event(REF, uuid(1), 0, 1000)).toMatchObject({ redactions: 1 })
  expect(await archive.event(REF, uuid(3), 0, 1000)).toMatchObject({ redactions: 2 })
  const { view } = await archive.openView(SPANS)
  const rows = await allRows(archive, view)
  expect(rows.every((row) => row.type === 'event' && row.flags.isRedacted)).toBe(true)
})

test('a value that turns out to be secret is taken out of everything that is stored', async () => {
  const { archive, dataDir } = openHere()
  const leak = message(100, { llm_message: { role: 'user', content: [{ type: 'text', text: `key ${SECRET} end` }] } })
  const log = [
    ...messages(80),
    leak,
    { ...leak, id: uuid(101), log_data: JSON.stringify({ deep: JSON.stringify({ SECRET }) }) },
  ]
  await walk(archive, log)
  await archive.ingestFrames(REF, 'session', [durable(82, state(102, 'tags', { team: SECRET }))])
  await archive.seal(REF)
  await archive.ingestFrames(REF, 'session', [durable(83, { ...leak, id: uuid(103) })])
  const { view } = await archive.openView(SPANS)
  await archive.saveConversations('c1', [{ ...RECORD, title: SECRET }])

  expect(await archive.rescan([SECRET, 'short'])).toBe(4)

  const inJson = JSON.stringify(SECRET).slice(1, -1)
  for (const form of [SECRET, inJson, JSON.stringify(inJson).slice(1, -1)]) expect(filesHold(dataDir, form)).toBe(false)
  expect((await archive.facts(REF)).tags).toEqual({ team: `[redacted:${inJson.length}]` })
  expect((await archive.conversations('c1'))[0]?.title).toContain('[redacted:')
  const rows = await allRows(archive, view)
  expect(rows).toHaveLength(84)
  expect(rows.find((row) => row.type === 'event' && row.id === uuid(100))).toMatchObject({
    summary: `key [redacted:${inJson.length}] end`,
    flags: { isRedacted: true },
  })
  expect(await archive.rescan([SECRET])).toBe(0)
  // The same event from the server again, redacted at the gateway, is no news.
  expect(await archive.ingestFrames(REF, 'session', [durable(0, message(0))])).toMatchObject({
    updated: 0,
    inserted: 0,
  })
})

test('a secret is taken out also while blocks are written anew, are damaged, or go with their connection', async () => {
  const { archive, dataDir, timers, notices } = openHere()
  const leak = (n: number) => message(n, { note: SECRET })
  const third = { ...REF, connectionId: 'c3' }
  for (const ref of [{ ...REF, connectionId: 'c0' }, REF, third]) {
    const items = Array.from({ length: 256 }, (_, at) => leak(at))
    await archive.ingestPage(ref, page(items), { side: 'agent', walk: 'head', firstLogIndex: 0 })
    await archive.seal(ref)
  }
  const db = new DatabaseSync(join(dataDir, 'archive.sqlite'))
  db.exec('UPDATE block SET cols = zeroblob(length(cols)) WHERE block = (SELECT min(block) FROM block)')
  db.close()
  timers.isHeld = true
  const done = archive.rescan([SECRET])
  // While the rescan waits after its first block: newer forms of many sealed events, which make blocks mostly dead.
  const changed = Array.from({ length: 40 }, (_, at) => message(at, { note: 'new' }))
  await archive.ingestPage(REF, page(changed), { side: 'agent', walk: 'newest' })
  const sealed = archive.seal(REF)
  await archive.forgetConnection('c3')
  timers.release()
  await sealed
  // Of the damaged block nothing is left to be changed, nor of what was forgotten.
  expect(await done).toBeGreaterThan(256 - 40)
  const inJson = JSON.stringify(SECRET).slice(1, -1)
  for (const form of [SECRET, inJson]) expect(filesHold(dataDir, form)).toBe(false)
  expect(notices.troubles).toHaveLength(1)
  const { view } = await archive.openView(SPANS)
  for (const row of await allRows(archive, view)) {
    if (row.type === 'event') expect((await archive.event(REF, row.id, 0, 10_000)).json).not.toContain(inJson)
  }
})

test('records are kept for the next start and go with their connection', async () => {
  const first = openHere()
  await walk(first.archive, messages(100))
  await first.archive.saveConversations('c1', [RECORD, { ...RECORD, conversationId: 'b', createdAt: 2 }])
  await first.archive.saveConversations('c2', [{ ...RECORD, connectionId: 'c2' }])
  await first.close()
  const { archive } = openHere(first.dataDir)
  expect((await archive.conversations('c1')).map(({ conversationId }) => conversationId)).toEqual([
    'b',
    REF.conversationId,
  ])
  await archive.forgetConnection('c1')
  await cleared(archive)
  expect(await archive.conversations('c1')).toEqual([])
  expect(await archive.conversations('c2')).toHaveLength(1)
  expect(await archive.stats()).toMatchObject({ events: 0, tail: 0, blocks: 0 })
  expect(await archive.loadState(REF)).toMatchObject({ stored: 0, headCount: 0 })
})

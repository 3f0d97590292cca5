import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Row } from '../../../shared/domain/index.ts'
import {
  action,
  allRows,
  durable,
  EVERYTHING,
  message,
  messages,
  observation,
  openHere,
  page,
  REF,
  SPANS,
  type TestEvent,
  uuid,
  walk,
} from './support.ts'

/** More than is read at once. */
const COUNT = 6_400
type Here = ReturnType<typeof openHere>

/** A long conversation, opened in a new run whose background work is held. */
async function reopened(arrive: (archive: Here['archive']) => Promise<unknown>): Promise<Here> {
  const first = openHere()
  await arrive(first.archive)
  await first.close()
  const here = openHere(first.dataDir)
  here.timers.isHeld = true
  return here
}

async function appWalk(archive: Here['archive'], events: readonly TestEvent[]): Promise<void> {
  for (let offset = 0; offset < events.length; offset += 100) {
    const next = offset + 100 < events.length ? 'next' : null
    await archive.ingestPage(REF, page(events.slice(offset, offset + 100), next), { side: 'app', walk: 'head', offset })
  }
}

const ids = (rows: readonly Row[]) => rows.map((row) => (row.type === 'gap' ? `gap ${row.count}` : row.id))

/** The same archive as one reads it who does not look before everything is loaded. */
async function readWhole({ archive, timers }: Here, spec: typeof EVERYTHING | typeof SPANS) {
  timers.isHeld = false
  timers.release()
  const { view } = await archive.openView(spec)
  await archive.overview({ view, buckets: 1, clock: 'wall' })
  return allRows(archive, view)
}

test('a long conversation without a log order, too, shows its end before all of it is read', async () => {
  const log = messages(COUNT)
  const here = await reopened(async (archive) => {
    await archive.ingestPage(REF, page(log.slice(-100).reverse(), 'x'), { side: 'app', walk: 'newest' })
    await appWalk(archive, log)
    await archive.seal(REF)
  })
  const { view, count } = await here.archive.openView(EVERYTHING)
  expect(count).toBe(COUNT)
  const start = await here.archive.window({ view, anchor: { position: 0 }, before: 0, after: 9 })
  expect(start.rows).toMatchObject([{ type: 'gap', position: 0, count: 10, reason: 'loading' }])
  const end = await here.archive.window({ view, anchor: 'end', before: 299, after: 0 })
  expect(ids(end.rows)).toEqual(log.slice(-300).map((event) => event.id))
  here.timers.release()
  expect(ids(await allRows(here.archive, view))).toEqual(log.map((event) => event.id))
})

test('what is sealed while a long tail is being read is shown once', async () => {
  const log = messages(COUNT)
  const here = await reopened((archive) =>
    archive.ingestFrames(
      REF,
      'session',
      log.map((event, seq) => durable(seq, event)),
    ),
  )
  const { view } = await here.archive.openView(EVERYTHING)
  const sealed = here.archive.seal(REF)
  for (let turn = 0; turn < 2_000 && (await here.archive.stats()).tail > 0; turn += 1) here.timers.turn()
  here.timers.release()
  await sealed
  expect(await here.archive.stats()).toMatchObject({ events: COUNT, tail: 0 })
  expect(ids(await allRows(here.archive, view))).toEqual(log.map((event) => event.id))
})

test('spans are the same whichever part of a conversation was read first, also where call ids repeat', async () => {
  const log = Array.from({ length: COUNT }, (_, at): TestEvent => {
    const call = { tool_call_id: `call-${Math.floor(at / 64) % 3}` }
    switch (at % 64) {
      case 40:
        return action(at, call)
      case 50:
        return observation(at, at - 10, 0, call)
      case 60:
        // For the call of the action before the last: a second answer.
        return { ...message(at), kind: 'AgentErrorEvent', error: 'odd', tool_name: 'terminal', ...call }
      case 63:
        return action(at, call)
      case 5:
        return { ...message(at), kind: 'AgentErrorEvent', error: 'lost', tool_name: 'terminal', ...call }
      default:
        return message(at)
    }
  })
  const here = await reopened(async (archive) => {
    await walk(archive, log)
    await archive.seal(REF)
  })
  const { view } = await here.archive.openView(SPANS)
  here.timers.release()
  await here.archive.overview({ view, buckets: 1, clock: 'wall' })
  const parts = await allRows(here.archive, view)
  const fresh = openHere()
  await walk(fresh.archive, log)
  await fresh.archive.seal(REF)
  expect(parts).toEqual(await readWhole(fresh, SPANS))
})

test('an archive of version 1 is upgraded so that it opens from its end', async () => {
  const log = messages(COUNT)
  const here = await reopened(async (archive) => {
    await appWalk(archive, log)
    await archive.seal(REF)
  })
  await here.close()
  const db = new DatabaseSync(join(here.dataDir, 'archive.sqlite'))
  db.exec(`
    DROP TRIGGER event_changed; DROP TRIGGER event_gone; DROP TABLE search; DROP TABLE search_stale;
    DROP INDEX event_without_place; ALTER TABLE event DROP COLUMN provisional;
    CREATE INDEX event_without_place ON event (conv) WHERE log_index IS NULL;
    DROP INDEX tail_settled; DROP INDEX block_mostly_dead;
    ALTER TABLE block ADD COLUMN light BLOB NOT NULL DEFAULT x''; DROP TABLE upkeep;
    ALTER TABLE conversation DROP COLUMN opened_at; PRAGMA user_version = 1`)
  db.close()
  const upgraded = openHere(here.dataDir)
  upgraded.timers.isHeld = true
  const { view } = await upgraded.archive.openView(EVERYTHING)
  const { rows } = await upgraded.archive.window({ view, anchor: 'end', before: 399, after: 0 })
  expect(ids(rows)).toEqual(log.slice(-400).map((event) => event.id))
  expect(await upgraded.archive.event(REF, uuid(1), 0, 10)).toMatchObject({ deviations: [] })
})

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cheapestWay } from '../../../electron/core/engine/loadCosts.ts'
import { LoadFiles } from '../../../electron/core/engine/loadFiles.ts'
import { PaceEstimate } from '../../../electron/core/engine/paceEstimate.ts'
import { eventually } from '../../support/until.ts'
import { hold } from './support/hold.ts'
import type { ScriptedServer } from './support/scriptedServer.ts'
import { passing, startEngine } from './support/watched.ts'

/** A stopped conversation, as the app server has it. */
async function stopped(events: number) {
  const all = await startEngine({ events })
  all.server.sandboxStatus = 'PAUSED'
  return all
}

test('a stopped conversation is shown from its newest page and read through one zip, whose file goes', async () => {
  const { server, clock, watch, archivedIds, loadsDir } = await stopped(750)
  server.leftOut = [
    { id: 'delta-1', kind: 'StreamingDeltaEvent', source: 'agent', timestamp: '2026-09-01T00:00:00', content: 'a' },
  ]
  const page = watch()
  await passing(clock, page.phase('local'))
  expect(server.calls('/events/search')).toHaveLength(1)
  expect(server.calls('/download')).toHaveLength(1)
  expect(await archivedIds()).toEqual(server.ids())
  expect(page.state()).toMatchObject({
    localCount: 750,
    missing: 0,
    gaps: 0,
    server: { count: 750, side: 'app', leftOut: 1, repeats: 0 },
  })
  expect(readdirSync(loadsDir)).toEqual([])
})

test.each([
  ['413', 413],
  ['409', 409],
  ['404', 404],
  ['503', 503],
  ['429', 429],
  ['half a zip', new Uint8Array([0x50, 0x4b, 3, 4, 9])],
] as const)('a download that ends in %s is said, and pages are read in its place', async (_, download) => {
  const { server, clock, watch, archivedIds, loadsDir } = await stopped(450)
  server.download = download
  const page = watch()
  const loading = page.until(({ sync }) => sync.phase === 'backfilling' && sync.note !== null)
  const { sync } = await passing(clock, loading)
  expect(sync).toMatchObject({ note: expect.stringMatching(/download .* refused.*page by page/) })
  if (typeof download === 'number') expect(sync).toMatchObject({ note: expect.stringContaining(String(download)) })
  await passing(clock, page.phase('local'))
  expect(await archivedIds()).toEqual(server.ids())
  expect(page.state()).toMatchObject({ missing: 0, server: { count: 450 } })
  expect(readdirSync(loadsDir)).toEqual([])
})

test('a page that is closed ends the download and leaves no file', async () => {
  const { server, clock, watch, engine, loadsDir } = await stopped(450)
  const download = hold(server, '/download')
  onTestFinished(download.release)
  watch()
  await passing(clock, download.reached)
  expect(readdirSync(loadsDir)).toHaveLength(1)
  await engine.close()
  expect(readdirSync(loadsDir)).toEqual([])
})

test('what a crash left of downloads is gone before the next one begins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-loads-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'left-by-a-crash'), 'PK')
  const files = new LoadFiles(folder)
  await files.lend(async () => expect(readdirSync(folder)).not.toContain('left-by-a-crash'))
  expect(readdirSync(folder)).toEqual([])
})

test('a history too long for a zip is read slowly: it can be paused, and goes on where it stopped', async () => {
  const { server, clock, watch, archivedIds } = await stopped(950)
  server.claimed = 60_000
  const third = hold(server, 'page_id=300')
  const page = watch()
  await passing(clock, third.reached)
  const slow = await page.until(({ sync }) => sync.phase === 'backfilling' && (sync.slow?.read ?? 0) === 300)
  expect(slow.sync).toMatchObject({ slow: { total: 60_000 }, note: null })
  expect(page.state().localCount).toBe(400)
  page.sync.pause()
  expect(page.state().sync).toMatchObject({ phase: 'paused', read: 300, total: 60_000 })
  third.release()
  // Nothing is asked while it is paused.
  server.asked = []
  await clock.advance(120_000)
  expect(server.asked).toEqual([])
  page.sync.retry()
  await passing(clock, page.phase('local'))
  const offsets = server.calls('/events/search').map((path) => /page_id=(\d+)/.exec(path)?.[1] ?? null)
  expect(offsets).toEqual([null, '300', '400', '500', '600', '700', '800', '900'])
  expect(server.calls('/download')).toEqual([])
  expect(await archivedIds()).toEqual(server.ids())
  expect(page.state()).toMatchObject({ missing: 0, gaps: 0, server: { count: 950 } })
})

test('a sandbox that wakes while its history is read slowly is read from its agent server', async () => {
  const { server, clock, engine, watch, archivedIds } = await stopped(950)
  server.claimed = 60_000
  const third = hold(server, 'page_id=300')
  const page = watch()
  await passing(clock, third.reached)
  server.sandboxStatus = 'RUNNING'
  await passing(clock, engine.fleet.refresh('c1', new AbortController().signal))
  third.release()
  await passing(clock, page.phase('live'))
  expect(server.calls('/api/v1/conversation/').at(-1)).not.toContain('page_id=800')
  expect(await archivedIds()).toEqual(server.ids())
  expect(page.state()).toMatchObject({ missing: 0, server: { count: 950, side: 'agent' } })
})

test('a log that holds an id twice is complete, and says so', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 250 })
  const [twice] = server.events.slice(40, 41)
  if (twice === undefined) throw new Error('the log is too short')
  server.events.splice(150, 0, twice)
  server.events.splice(230, 0, twice)
  const page = watch()
  const isTold = () => page.until(({ sync, server: said }) => sync.phase === 'live' && said?.repeats === 2)
  expect(await passing(clock, isTold())).toMatchObject({ localCount: 250, missing: 0, gaps: 0, server: { count: 250 } })
  server.append(10)
  const grown = page.until((state) => state.server?.count === 260)
  expect(await passing(clock, grown)).toMatchObject({ localCount: 260, missing: 0, server: { repeats: 2 } })
  expect(await archivedIds()).toEqual([...new Set(server.ids())])
  // Nothing was walked twice for it.
  expect(wholeWalks(server)).toHaveLength(1)
})

test('what the server counts and does not show is a gap, until it is asked again and shows it', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 150 })
  server.hidden = 2
  const page = watch()
  const seen = page.until(({ sync, missing }) => sync.phase === 'live' && missing === 2)
  expect(await passing(clock, seen)).toMatchObject({ gaps: 1, server: { count: 152, side: 'agent' } })
  // The log is walked whole once for it, and not again at every look.
  await eventually(async () => {
    await clock.advance(10_000)
    return wholeWalks(server).length >= 2 ? true : null
  })
  const asked = server.calls('/events/count').length
  await eventually(async () => {
    await clock.advance(10_000)
    return server.calls('/events/count').length > asked + 2 ? true : null
  })
  expect(wholeWalks(server)).toHaveLength(2)
  server.hidden = 0
  server.append(2)
  page.sync.askAgain()
  expect(
    await passing(
      clock,
      page.until(({ missing, localCount }) => missing === 0 && localCount === 152),
    ),
  ).toMatchObject({
    gaps: 0,
  })
  expect(await archivedIds()).toEqual(server.ids())
})

test('the cheapest way is by zip up to 10,000 events, and by pages for the last few or when it is refused', () => {
  expect(cheapestWay({ events: 10_000, missing: 10_000, isZipRefused: false })).toBe('zip')
  expect(cheapestWay({ events: 10_001, missing: 10_001, isZipRefused: false })).toBe('pages')
  expect(cheapestWay({ events: 10_000, missing: 150, isZipRefused: false })).toBe('pages')
  expect(cheapestWay({ events: 1_000, missing: 1_000, isZipRefused: true })).toBe('pages')
})

test('the rest of a walk is told from the pages of this run', () => {
  let now = 0
  const pace = new PaceEstimate(() => now, 2_000)
  expect(pace.remainingMs(10)).toBe(20_000)
  for (let page = 0; page < 12; page += 1) {
    now += page < 2 ? 60_000 : 5_000
    pace.done()
  }
  expect(pace.remainingMs(3)).toBe(15_000)
})

/** Walks of the agent server's log from its beginning. */
function wholeWalks(server: ScriptedServer): string[] {
  return server.calls('/api/conversations/').filter((path) => path.endsWith('sort_order=TIMESTAMP'))
}

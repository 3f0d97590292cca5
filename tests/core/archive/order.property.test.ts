import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../../../shared/domain/index.ts'
import {
  action,
  allRows,
  durable,
  EVERYTHING,
  message,
  observation,
  openHere,
  page,
  REF,
  SPANS,
  storedIds,
  type TestEvent,
  walk,
} from './support.ts'

/** What can come before a walk of the whole log, in any mixture and order. */
type Arrival =
  | { way: 'newest'; from: number; count: number }
  | { way: 'session' | 'events' | 'app'; from: number; count: number }
  | { way: 'head'; count: number }
  | { way: 'seal' | 'restart' }

const arrival = (length: number): fc.Arbitrary<Arrival> => {
  const range = { from: fc.nat(length - 1), count: fc.integer({ min: 1, max: length }) }
  return fc.oneof(
    fc.record({ way: fc.constantFrom('session', 'events', 'app', 'newest'), ...range }),
    fc.record({ way: fc.constant('head'), count: fc.integer({ min: 1, max: length }) }),
    fc.record({ way: fc.constantFrom('seal', 'restart') }),
  )
}

/** A log of spans and messages whose clock runs as it likes. */
const log = fc
  .array(
    fc.record({ jitter: fc.integer({ min: -5000, max: 5000 }), what: fc.constantFrom('message', 'action', 'answer') }),
    {
      minLength: 1,
      maxLength: 90,
    },
  )
  .map((steps) =>
    steps.map(({ jitter, what }, at): TestEvent => {
      const clock = { timestamp: new Date(Date.UTC(2026, 7, 24) + at * 2 + jitter).toISOString().slice(0, 23) }
      if (what === 'message') return message(at, clock)
      return what === 'action' ? action(at, clock) : observation(at, Math.max(0, at - 1), 0, clock)
    }),
  )

const runs = log.chain((events) =>
  fc.record({ events: fc.constant(events), arrivals: fc.array(arrival(events.length), { maxLength: 8 }) }),
)

async function arrive({ archive }: ReturnType<typeof openHere>, events: TestEvent[], one: Arrival): Promise<void> {
  switch (one.way) {
    case 'head':
      return walk(archive, events.slice(0, one.count), 0, false)
    case 'newest': {
      const items = events.slice(one.from).slice(-one.count).reverse()
      await archive.ingestPage(REF, page(items, 'x'), { side: 'agent', walk: 'newest' })
      return
    }
    case 'app': {
      const items = [...events]
        .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
        .slice(one.from, one.from + one.count)
      await archive.ingestPage(REF, page(items, 'x'), { side: 'app', walk: 'head', offset: one.from })
      return
    }
    case 'session': {
      const frames = events.slice(one.from, one.from + one.count).map((event, at) => durable(one.from + at, event))
      await archive.ingestFrames(REF, 'session', frames)
      return
    }
    case 'events':
      await archive.ingestFrames(
        REF,
        'events',
        events.slice(one.from, one.from + one.count).map((event) => JSON.stringify(event)),
      )
      return
    case 'seal':
      return archive.seal(REF)
    case 'restart':
      await archive.restartWalk(REF)
  }
}

test('however events came before, after a walk each is shown once and in log order', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async ({ events, arrivals }) => {
      const here = openHere()
      const { view } = await here.archive.openView(EVERYTHING)
      for (const one of arrivals) await arrive(here, events, one)
      await walk(here.archive, events)
      await here.archive.seal(REF)
      const ids = events.map((event) => event.id)
      expect((await allRows(here.archive, view)).map((row) => (row.type === 'gap' ? 'gap' : row.id))).toEqual(ids)
      expect(await storedIds(here.archive)).toEqual(ids)
      expect(await here.archive.loadState(REF)).toMatchObject({ stored: ids.length, headCount: ids.length, gaps: 0 })
      await here.close()
      expect(await storedIds(openHere(here.dataDir).archive)).toEqual(ids)
    }),
    { numRuns: 60 },
  )
})

test('a client that fetches again only from where a change began sees what is stored', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async ({ events, arrivals }) => {
      const here = openHere()
      await here.archive.setServerCount(REF, { side: 'agent', count: events.length }, 1)
      const { view } = await here.archive.openView(SPANS)
      let copy: Row[] = expand(await allRows(here.archive, view))
      let seen = 0
      for (const one of [...arrivals, { way: 'head', count: events.length } as const]) {
        await arrive(here, events, one)
        here.timers.pass(600)
        for (; seen < here.notices.views.length; seen += 1) {
          const notice = here.notices.views[seen]
          if (notice?.view !== view) continue
          const now = expand(await allRows(here.archive, view))
          copy = [...copy.slice(0, notice.changedFrom), ...now.slice(notice.changedFrom)].slice(0, notice.count)
        }
        expect(copy).toEqual(expand(await allRows(here.archive, view)))
      }
    }),
    { numRuns: 60 },
  )
})

/** One entry a position, as a renderer keeps them. */
function expand(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) =>
    row.type === 'event'
      ? [row]
      : Array.from({ length: row.count }, (_, at): Row => ({ ...row, position: row.position + at, count: 1 })),
  )
}

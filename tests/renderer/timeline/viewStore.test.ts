import { afterEach, expect, test } from 'vitest'
import { ViewStore } from '../../../renderer/state/viewStore.ts'
import { ROW_HEIGHT } from '../../../renderer/state/viewStoreScroll.ts'
import { FakeView, ids } from './fakeView.ts'

const VISIBLE = 20
const HEIGHT = VISIBLE * ROW_HEIGHT
const spec = {
  conversation: { connectionId: 'c', conversationId: '0'.repeat(32) },
  filter: [],
  order: 'spans' as const,
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function open(view: FakeView, place?: ConstructorParameters<typeof ViewStore>[0]['place']): ViewStore {
  const store = new ViewStore({ calls: view.calls, spec, place, schedule: (run) => setTimeout(run, 0) })
  stops.push(store.start())
  store.setHeight(HEIGHT)
  return store
}

/** What a person sees: the events in sight and how far each is below the top edge. */
function seen(store: ViewStore): [string, number][] {
  const { first, rows } = store.getSnapshot()
  return rows.flatMap((row, index): [string, number][] => {
    const y = (first + index) * ROW_HEIGHT - store.top
    if (y <= -ROW_HEIGHT || y >= HEIGHT) return []
    return [[row?.type === 'event' ? row.id : (row?.type ?? 'empty'), y]]
  })
}

const seenIds = (store: ViewStore) => seen(store).map(([id]) => id)

/** Until nothing is under way and everything in sight has arrived. */
async function settled(store: ViewStore): Promise<void> {
  await expect.poll(() => seenIds(store).length > 0 && !seenIds(store).includes('empty')).toBe(true)
}

test('a view opens at its newest row', async () => {
  const store = open(new FakeView(ids('a', 1000)))
  await settled(store)
  expect(seenIds(store)).toEqual(ids('a', 1000).slice(-VISIBLE))
  expect(store.getSnapshot().isFollowing).toBe(true)
})

test('rows that are missing where I go are asked for at once, and do not wait for a frame when they come', async () => {
  const view = new FakeView(ids('a', 1000))
  const frames: (() => void)[] = []
  const draw = () => {
    for (const frame of frames.splice(0)) frame()
  }
  const store = new ViewStore({ calls: view.calls, spec, schedule: (run) => frames.push(run) })
  stops.push(store.start())
  store.setHeight(HEIGHT)
  await expect.poll(() => [draw(), seenIds(store).at(-1)][1]).toBe('a999')
  const asked = view.requests.length
  store.jumpTo(200)
  expect(view.requests.length).toBe(asked + 1)
  draw()
  await expect.poll(() => seenIds(store)).toContain('a200')
})

test('older rows arriving above do not move what I read', async () => {
  const view = new FakeView(ids('a', 1000))
  const store = open(view)
  await settled(store)
  store.scrollTo(500 * ROW_HEIGHT + 11)
  await expect.poll(() => seenIds(store)[0]).toBe('a500')
  await settled(store)
  const before = seen(store)
  view.insert(0, ids('old', 137))
  await expect.poll(() => store.getSnapshot().count).toBe(1137)
  await expect.poll(() => store.top).toBe(637 * ROW_HEIGHT + 11)
  expect(seen(store)).toEqual(before)
})

test('rows in sight never jump, in no frame, while older rows arrive again and again', async () => {
  const view = new FakeView(ids('a', 300))
  const store = open(view)
  await settled(store)
  store.scrollTo(100 * ROW_HEIGHT + 5)
  await expect.poll(() => seenIds(store)[0]).toBe('a100')
  await settled(store)
  const before = seen(store)
  const frames: [string, number][][] = []
  stops.push(store.onScroll(() => frames.push(seen(store))))
  for (let round = 0; round < 20; round += 1) {
    view.insert(round % 2, ids(`old${round}-`, 13))
    await new Promise((resolve) => setTimeout(resolve, round % 3))
  }
  await expect.poll(() => store.top).toBe((100 + 260) * ROW_HEIGHT + 5)
  expect(frames.length).toBeGreaterThan(5)
  for (const frame of frames) expect(frame).toEqual(before)
})

test('a window of a layout that was not announced yet is not shown in the wrong place', async () => {
  const view = new FakeView(ids('a', 300))
  const store = open(view)
  await settled(store)
  store.scrollTo(100 * ROW_HEIGHT)
  await expect.poll(() => seenIds(store)[0]).toBe('a100')
  await settled(store)
  view.insert(0, ids('old', 40), true)
  const frames: string[] = []
  stops.push(store.onScroll(() => frames.push(...seenIds(store))))
  // The next window shows the new layout before its signal comes.
  for (let step = 1; step <= 8; step += 1) {
    store.scrollBy(5 * ROW_HEIGHT)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  view.announce(0)
  await expect.poll(() => seenIds(store)[0]).toBe('a140')
  await settled(store)
  expect(seenIds(store)).toEqual(ids('a', 300).slice(140, 140 + VISIBLE))
  expect(frames.filter((id) => id.startsWith('old'))).toEqual([])
})

test('a gap that fills keeps its place', async () => {
  const view = new FakeView(ids('a', 100))
  view.setHead({ gap: true, count: 900 })
  const store = open(view)
  await settled(store)
  store.scrollTo(890 * ROW_HEIGHT)
  await expect.poll(() => seenIds(store)).toEqual([...Array(10).fill('gap'), ...ids('a', 10)])
  view.setHead(ids('old', 900))
  await expect.poll(() => seenIds(store)).toEqual([...ids('old', 900).slice(-10), ...ids('a', 10)])
  expect(store.top).toBe(890 * ROW_HEIGHT)
})

test('following keeps the newest row in sight', async () => {
  const view = new FakeView(ids('a', 300))
  const store = open(view)
  await settled(store)
  for (let round = 0; round < 30; round += 1) {
    view.append(ids(`new${round}-`, 7))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await expect.poll(() => seenIds(store).at(-1)).toBe('new29-6')
  expect(store.getSnapshot().newCount).toBe(0)
})

test('scrolling up stops following and counts what is new; the way back follows again', async () => {
  const view = new FakeView(ids('a', 300))
  const store = open(view)
  await settled(store)
  store.scrollBy(-200)
  await expect.poll(() => store.getSnapshot().isFollowing).toBe(false)
  await settled(store)
  const before = seen(store)
  view.append(ids('new', 12))
  await expect.poll(() => store.getSnapshot().newCount).toBe(12)
  expect(seen(store)).toEqual(before)
  store.follow()
  await expect.poll(() => seenIds(store).at(-1)).toBe('new11')
  expect(store.getSnapshot().newCount).toBe(0)
})

test('older rows that arrive above are not counted as new', async () => {
  const view = new FakeView(ids('a', 300))
  const store = open(view)
  await settled(store)
  store.scrollTo(50 * ROW_HEIGHT)
  await expect.poll(() => seenIds(store)[0]).toBe('a50')
  view.insert(0, ids('old', 25))
  await expect.poll(() => store.top).toBe(75 * ROW_HEIGHT)
  expect(store.getSnapshot().newCount).toBe(0)
})

test('a selection stays with its event when rows are inserted above', async () => {
  const view = new FakeView(ids('a', 300))
  const store = open(view)
  await settled(store)
  store.scrollTo(100 * ROW_HEIGHT)
  await expect.poll(() => seenIds(store)[0]).toBe('a100')
  await settled(store)
  store.select(105)
  view.insert(0, ids('old', 9))
  await expect.poll(() => store.top).toBe(109 * ROW_HEIGHT)
  await store.moveSelection(1)
  await expect.poll(() => store.getSnapshot().selection?.id).toBe('a106')
})

test('a place is found again after the page was left', async () => {
  const view = new FakeView(ids('a', 1000))
  const first = open(view)
  await settled(first)
  first.scrollTo(400 * ROW_HEIGHT + 9)
  await expect.poll(() => seenIds(first)[0]).toBe('a400')
  await settled(first)
  first.select(405)
  const place = first.place()
  view.insert(0, ids('old', 50))
  const second = open(view, place)
  await expect.poll(() => seenIds(second)[0]).toBe('a400')
  expect(second.top).toBe(450 * ROW_HEIGHT + 9)
  await expect.poll(() => second.getSnapshot().selection?.row?.id).toBe('a405')
})

test('a place at an answer selects the row of its action, and so does going to one', async () => {
  const view = new FakeView(ids('a', 1000))
  view.answers.set('a100', 'answer')
  const anchor = { id: 'answer', offset: 0 }
  const store = open(view, { anchor, isFollowing: false, selectedId: 'answer' })
  await expect.poll(() => seenIds(store)[0]).toBe('a100')
  await expect.poll(() => store.getSnapshot().selection?.id).toBe('a100')
  store.follow()
  store.clearSelection()
  await expect.poll(() => seenIds(store).at(-1)).toBe('a999')
  expect(await store.selectId('answer')).toBe(true)
  await expect.poll(() => store.getSnapshot().selection?.id).toBe('a100')
  await expect.poll(() => seenIds(store)).toContain('a100')
})

test('a view that the host forgot opens again where I was', async () => {
  const view = new FakeView(ids('a', 500))
  const store = open(view)
  await settled(store)
  store.scrollTo(200 * ROW_HEIGHT)
  await expect.poll(() => seenIds(store)[0]).toBe('a200')
  await settled(store)
  const before = seen(store)
  view.endChanges()
  view.insert(0, ids('old', 30))
  await expect.poll(() => view.opened, { timeout: 5000 }).toBe(2)
  await expect.poll(() => store.top).toBe(230 * ROW_HEIGHT)
  expect(seen(store)).toEqual(before)
})

test('no row is asked for twice while nothing changes', async () => {
  const view = new FakeView(ids('a', 5000))
  const store = open(view)
  await settled(store)
  for (let step = 0; step < 200; step += 1) {
    store.scrollBy(-ROW_HEIGHT)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  await settled(store)
  const rows = view.requests.reduce((sum, request) => sum + request.before + request.after + 1, 0)
  // 200 rows scrolled over, a page in advance, and the row that ties each window to the one before.
  expect(rows).toBeLessThan(200 + 8 * VISIBLE + view.requests.length)
  expect(view.requests.length).toBeLessThan(25)
})

test('jumping about holds at most 2,000 rows', async () => {
  const store = open(new FakeView(ids('a', 20_000)))
  await settled(store)
  for (let jump = 0; jump < 60; jump += 1) {
    store.jumpTo((jump * 331) % 20_000)
    await settled(store)
  }
  expect(store.cachedRows).toBeLessThanOrEqual(2000)
})

test('a slow answer for a place that was left is not waited for', async () => {
  const view = new FakeView(ids('a', 20_000))
  const store = open(view)
  await settled(store)
  let release: () => void = () => undefined
  view.gate = new Promise((resolve) => {
    release = resolve
  })
  store.jumpTo(5000)
  await expect.poll(() => view.requests.length).toBe(2)
  view.gate = Promise.resolve()
  store.jumpTo(15_000)
  await expect.poll(() => seenIds(store)[0]).toBe('a14990')
  release()
  await settled(store)
  expect(seenIds(store)[0]).toBe('a14990')
})

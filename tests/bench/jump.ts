import type { Page } from 'playwright'
import type { LocalProcess } from '../support/localProcess.ts'
import type { Place } from './inPage.ts'
import { addressOf, openTimeline, withDesk } from './openTimeline.ts'
import { type Measure, measure, median, percentile } from './report.ts'

/** Jumps of each sort; their targets lie apart by the golden ratio, which comes near every place. */
const JUMPS = 8
const GOLDEN = 0.618034
/** A word of many events. */
const WORD = 'the'

const SORTS = ['home', 'end', 'scrollBar', 'overview', 'found'] as const
type Jumps = Record<(typeof SORTS)[number], number[]>

/**
 * Milliseconds from the input to rows wherever the timeline is in sight, for jumps to the first row, to the last, by
 * the scroll bar, by a click into the overview, and from the search to an event that was found.
 */
async function jumpTimes(service: LocalProcess, conversationId: string, events: number): Promise<Jumps> {
  return withDesk(service, async (desk) => {
    const address = addressOf(await openTimeline(desk, conversationId, events))
    const { page } = desk
    const times: Jumps = { home: [], end: [], scrollBar: [], overview: [], found: [] }
    for (let at = 0; at < JUMPS; at += 1) {
      const share = (0.3 + at * GOLDEN) % 1
      times.home.push(await press(page, 'Home', 'first'))
      times.end.push(await press(page, 'End', 'last'))
      times.scrollBar.push(await page.evaluate((to) => window.bench.rowsAfterScroll(to), share))
      times.overview.push(await clickOverview(page, (share + 0.5) % 1))
    }
    for (let at = 0; at < JUMPS; at += 1) times.found.push(await openHit(page, address, at))
    return times
  })
}

/** All jumps together, and each sort by its middle one. */
export async function benchJump(
  service: LocalProcess,
  conversationId: string,
  events: number,
  runs: number,
): Promise<Measure[]> {
  const ours: Jumps[] = []
  for (let run = 0; run < runs; run += 1) ours.push(await jumpTimes(service, conversationId, events))
  const p95s = ours.map((times) => percentile(Object.values(times).flat(), 0.95))
  return [
    measure('jump.p95', events, 'ms', p95s, null),
    ...SORTS.map((sort) => {
      const medians = ours.map((times) => median(times[sort]))
      return measure(`jump.${sort}`, events, 'ms', medians, null)
    }),
  ]
}

async function press(page: Page, key: string, place: Place): Promise<number> {
  await page.getByRole('grid', { name: 'Events' }).focus()
  await page.evaluate((there) => window.bench.expectInput('keydown', there), place)
  await page.keyboard.press(key)
  return page.evaluate(() => window.bench.rowsAfterInput())
}

async function clickOverview(page: Page, share: number): Promise<number> {
  const strip = page.locator('canvas').first()
  const width = (await strip.boundingBox())?.width ?? 0
  await page.evaluate(() => window.bench.expectInput('pointerdown', 'elsewhere'))
  await strip.click({ position: { x: share * width, y: 10 }, force: true })
  return page.evaluate(() => window.bench.rowsAfterInput())
}

/** From the list of what was found to the timeline at one of it. */
async function openHit(page: Page, address: string, at: number): Promise<number> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `${address}?section=search`)
  await page.getByRole('searchbox', { name: 'Search this conversation' }).fill(WORD)
  const hit = page.getByRole('grid', { name: 'Found events' }).getByRole('row').nth(at)
  await hit.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.bench.expectInput('pointerup', 'selected'))
  await hit.click()
  return page.evaluate(() => window.bench.rowsAfterInput())
}

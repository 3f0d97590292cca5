import type { CDPSession } from 'playwright'
import type { LocalProcess } from '../support/localProcess.ts'
import { openTimeline, withDesk } from './openTimeline.ts'
import { type Measure, measure } from './report.ts'

const MB = 1_000_000

interface Memory {
  /** Megabytes of the page's heap, what is garbage taken away: above the same page before it opened the conversation. */
  heap: number
  /** Most rows in the DOM, as a multiple of those in sight. */
  rows: number
  /** Megabytes of the host's process, its archive worker included: above the host that had only shown the list. */
  rss: number
}

/** A conversation is opened with nothing stored, loaded whole, and scrolled through from the first row to the last. */
function measureMemory(service: LocalProcess, conversationId: string, events: number): Promise<Memory> {
  return withDesk(service, async (desk) => {
    const { host, page } = desk
    const inspected = await page.context().newCDPSession(page)
    const heapBefore = await heapOf(inspected)
    const { rss: rssBefore } = await host.figures()
    await openTimeline(desk, conversationId, events)
    const { mostRows, rowsInSight } = await page.evaluate(() => window.bench.scrollThrough())
    const { rss } = await host.figures()
    return {
      heap: ((await heapOf(inspected)) - heapBefore) / MB,
      rows: mostRows / rowsInSight,
      rss: (rss - rssBefore) / MB,
    }
  })
}

export async function benchMemory(
  service: LocalProcess,
  conversationId: string,
  events: number,
  runs: number,
): Promise<Measure[]> {
  const ours: Memory[] = []
  for (let run = 0; run < runs; run += 1) ours.push(await measureMemory(service, conversationId, events))
  const pick = (what: keyof Memory) => ours.map((one) => one[what])
  return [
    measure('heap', events, 'MB', pick('heap'), null),
    measure('dom.rows', events, '× in sight', pick('rows'), null),
    measure('rss', events, 'MB', pick('rss'), null),
  ]
}

/** Bytes that are still needed. What one collection frees lets the next one free more. */
async function heapOf(inspected: CDPSession): Promise<number> {
  for (let round = 0; round < 2; round += 1) await inspected.send('HeapProfiler.collectGarbage')
  return (await inspected.send('Runtime.getHeapUsage')).usedSize
}

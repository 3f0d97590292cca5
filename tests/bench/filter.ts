import type { Page } from 'playwright'
import { parseFilter } from '../../shared/domain/index.ts'
import { launchChromium } from '../support/browser.ts'
import type { LocalProcess } from '../support/localProcess.ts'
import { type BenchHost, startBenchHost, untilComplete, withFolder } from './benchHost.ts'

/** What people look for, from nearly everything to a few rows. */
const FILTERS = [
  'tool:terminal',
  'is:error',
  '-source:environment',
  'kind:MessageEvent,Condensation',
  'risk:low',
  'duration:>1s -is:error',
  'cost:>0',
  'path:src/',
  'text:test',
  'text:the tool:terminal,file_editor after:1m',
] as const

/**
 * Milliseconds from Enter in the filter's field to the filtered rows in the DOM, once for each of ten filters, in a
 * conversation that is open and stored whole.
 */
export function filterTimes(service: LocalProcess, conversationId: string, events: number): Promise<number[]> {
  return withFolder(async (dataDir) => {
    const host = await startBenchHost(service, dataDir)
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(`${host.address}`)
      await page.getByRole('row').nth(3).waitFor()
      const ref = { connectionId: host.connectionId, conversationId }
      const complete = untilComplete(host.rpc, ref, events)
      await page.evaluate((hash) => {
        location.hash = hash
      }, `#/c/${ref.connectionId}/${conversationId}`)
      await complete
      const all = await rowsOf(host, conversationId, '')
      await untilRows(page, all)
      const times: number[] = []
      for (const filter of FILTERS) {
        const rows = await rowsOf(host, conversationId, filter)
        times.push(await filterBy(page, filter, rows))
        await page.getByRole('button', { name: 'Clear', exact: true }).click()
        await untilRows(page, all)
      }
      return times
    } finally {
      await browser.close()
      await host.stop()
    }
  })
}

/** Rows that a filter leaves, so that the page can be waited for without asking it. */
async function rowsOf({ rpc, connectionId }: BenchHost, conversationId: string, text: string): Promise<number> {
  const read = parseFilter(text)
  if ('problem' in read) throw new Error(read.problem.message)
  const conversation = { connectionId, conversationId }
  const { view, count } = await rpc.view.open({ conversation, filter: read.filter, order: 'spans' })
  await rpc.view.close({ view })
  if (count === 0) throw new Error(`nothing of the bench's conversation is found by ${text}`)
  return count
}

async function untilRows(page: Page, rows: number): Promise<void> {
  await page
    .locator(`[role=grid][aria-rowcount="${rows + 1}"] [data-event-id]`)
    .first()
    .waitFor()
}

/** Presses Enter inside the page and waits there, so that the driver's own delays do not count. */
async function filterBy(page: Page, text: string, rows: number): Promise<number> {
  await page.getByRole('combobox', { name: 'Filter the events' }).fill(text)
  return page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const look = () => {
          const grid = document.querySelector(`[role=grid][aria-rowcount="${count + 1}"]`)
          const shown = grid?.querySelectorAll('[data-event-id]').length ?? 0
          if (shown < Math.min(count, 10)) return
          observer.disconnect()
          resolve(performance.now() - began)
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { attributes: true, childList: true, subtree: true })
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      }),
    rows,
  )
}

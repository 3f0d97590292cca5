import type { Page } from 'playwright'
import type { ConversationRef, Filter } from '../../shared/domain/index.ts'
import { launchChromium } from '../support/browser.ts'
import type { LocalProcess } from '../support/localProcess.ts'
import { type BenchHost, startBenchHost, untilComplete, withFolder } from './benchHost.ts'
import { installInPage } from './inPage.ts'

export interface Desk {
  host: BenchHost
  page: Page
}

/** Runs with a host on a new data folder and a page of it that shows the list of conversations. */
export function withDesk<T>(service: LocalProcess, run: (desk: Desk) => Promise<T>): Promise<T> {
  return withFolder(async (dataDir) => {
    const host = await startBenchHost(service, dataDir)
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.addInitScript(installInPage)
      await page.goto(host.address)
      await page.getByRole('row').nth(3).waitFor()
      return await run({ host, page })
    } finally {
      await browser.close()
      await host.stop()
    }
  })
}

/** Opens a conversation and waits until it is stored whole and its newest rows are in sight. */
export async function openTimeline(
  { host, page }: Desk,
  conversationId: string,
  events: number,
): Promise<ConversationRef> {
  const ref = { connectionId: host.connectionId, conversationId }
  const complete = untilComplete(host.rpc, ref, events)
  await page.evaluate((hash) => {
    location.hash = hash
  }, addressOf(ref))
  await complete
  await untilRows(page, await rowsOf(host, ref))
  return ref
}

/** Rows that a timeline has, under a filter, so that the page can be waited for without asking it. */
export async function rowsOf({ rpc }: BenchHost, conversation: ConversationRef, filter: Filter = []): Promise<number> {
  const { view, count } = await rpc.view.open({ conversation, filter, order: 'spans' })
  await rpc.view.close({ view })
  return count
}

export function addressOf({ connectionId, conversationId }: ConversationRef): string {
  return `#/c/${connectionId}/${conversationId}`
}

/** Waits until the timeline has so many rows and shows some. */
export async function untilRows(page: Page, rows: number): Promise<void> {
  await page
    .locator(`[role=grid][aria-rowcount="${rows + 1}"] [data-event-id]`)
    .first()
    .waitFor()
}

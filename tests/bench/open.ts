import type { Page } from 'playwright'
import { launchChromium } from '../support/browser.ts'
import type { LocalProcess } from '../support/localProcess.ts'
import { startBenchHost, untilComplete, withFolder } from './benchHost.ts'

export interface OpenTimes {
  coldFirstRows: number
  coldComplete: number
  warmFirstRows: number
  warmComplete: number
  /** As `warmFirstRows`, in a page that was just loaded. */
  freshFirstRows: number
}

/** Shown before what is measured: a page runs slower what it does for the first time. */
const OTHER_EVENTS = 300

/**
 * Milliseconds from the change of the page's address to the first event rows in the DOM, and to everything stored
 * and counted: with an empty archive, and after restarts of the host over the full one.
 */
export function openColdAndWarm(service: LocalProcess, conversationId: string, events: number): Promise<OpenTimes> {
  return withFolder(async (dataDir) => {
    const other = await service.conversation(OTHER_EVENTS)
    const cold = await openOnce(service, dataDir, conversationId, events, other)
    const warm = await openOnce(service, dataDir, conversationId, events, other)
    const fresh = await openOnce(service, dataDir, conversationId, events, null)
    return {
      coldFirstRows: cold.firstRows,
      coldComplete: cold.complete,
      warmFirstRows: warm.firstRows,
      warmComplete: warm.complete,
      freshFirstRows: fresh.firstRows,
    }
  })
}

/** `before`: a conversation that the page shows first. */
async function openOnce(
  service: LocalProcess,
  dataDir: string,
  conversationId: string,
  events: number,
  before: string | null,
) {
  const host = await startBenchHost(service, dataDir)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(host.address)
    await page.getByRole('row').nth(3).waitFor()
    const ref = { connectionId: host.connectionId, conversationId }
    if (before !== null) {
      await firstRowsAfter(page, `#/c/${ref.connectionId}/${before}`)
      await untilComplete(host.rpc, { ...ref, conversationId: before }, OTHER_EVENTS)
      await page.goBack()
      await page.getByRole('row').nth(3).waitFor()
    }
    const began = performance.now()
    const complete = untilComplete(host.rpc, ref, events).then(() => performance.now() - began)
    const firstRows = await firstRowsAfter(page, `#/c/${ref.connectionId}/${conversationId}`)
    return { firstRows, complete: await complete }
  } finally {
    await browser.close()
    await host.stop()
  }
}

/** Changes the address inside the page and waits there, so that the driver's own delays do not count. */
function firstRowsAfter(page: Page, hash: string): Promise<number> {
  return page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const look = () => {
          if (document.querySelectorAll('[data-event-id]').length < 10) return
          observer.disconnect()
          resolve(performance.now() - began)
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true })
        location.hash = target
      }),
    hash,
  )
}

import type { Page } from 'playwright'
import { type Filter, parseFilter } from '../../shared/domain/index.ts'
import type { LocalProcess } from '../support/localProcess.ts'
import { openTimeline, rowsOf, untilRows, withDesk } from './openTimeline.ts'

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

export interface FilterTimes {
  /** Each filter for the first time in a page that was just loaded. */
  fresh: number[]
  /** Each of them twice more. */
  again: number[]
}

const ROUNDS = ['fresh', 'again', 'again'] as const

/**
 * Milliseconds from Enter in the filter's field to the filtered rows in the DOM, for each of ten filters, in a
 * conversation that is open and stored whole.
 */
export function filterTimes(service: LocalProcess, conversationId: string, events: number): Promise<FilterTimes> {
  return withDesk(service, async (desk) => {
    const { host, page } = desk
    const ref = await openTimeline(desk, conversationId, events)
    const all = await rowsOf(host, ref)
    const times: FilterTimes = { fresh: [], again: [] }
    for (const round of ROUNDS) {
      for (const filter of FILTERS) {
        const rows = await rowsOf(host, ref, parsed(filter))
        if (rows === 0) throw new Error(`nothing of the bench's conversation is found by ${filter}`)
        times[round].push(await filterBy(page, filter, rows))
        await page.getByRole('button', { name: 'Clear', exact: true }).click()
        await untilRows(page, all)
      }
    }
    return times
  })
}

function parsed(text: string): Filter {
  const read = parseFilter(text)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.filter
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

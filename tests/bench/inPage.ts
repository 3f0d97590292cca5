/** Where a jump is to end. */
export type Place = 'first' | 'last' | 'elsewhere' | 'selected'

export interface Frames {
  count: number
  /** Of those, how many came more than 25 ms after the one before. */
  late: number
  /** The longest task of the page in milliseconds; 0 when none took more than 50. */
  longTask: number
}

/** What the bench does inside the page, so that the driver's own delays do not count. */
export interface InPage {
  /** Waits for the next input of a kind. */
  expectInput(input: 'keydown' | 'pointerdown' | 'pointerup', place: Place): void
  /** Milliseconds from that input to rows wherever the timeline is in sight, at its place. */
  rowsAfterInput(): Promise<number>
  /** The same from the moment at which the scroll bar is moved to a share of its way. */
  rowsAfterScroll(share: number): Promise<number>
  /** Scrolls from the first row to the last, a sight at a time, waiting for the rows of each. */
  scrollThrough(): Promise<{ sights: number; mostRows: number; rowsInSight: number }>
  /** Resolves when the timeline has so many rows and the last of them is in sight. */
  untilLast(rows: number): Promise<void>
  /** Frames and tasks since it was last called. */
  frames(): Frames
}

declare global {
  interface Window {
    bench: InPage
  }
}

/** Runs in the page before its own code; nothing outside of it is known there. */
export function installInPage(): void {
  const PATIENCE_MS = 20_000
  const HEAD_PX = 24
  const ROW_PX = 28
  const LATE_MS = 25

  const gridOf = () => document.querySelector('[role=grid][aria-label=Events]')

  /** Rows in sight, first to last; null while a part of the sight is empty. */
  function inSight(): Element[] | null {
    const grid = gridOf()
    if (grid === null) return null
    const { top: above, bottom } = grid.getBoundingClientRect()
    const top = above + HEAD_PX
    const rows: Element[] = []
    let covered = 0
    for (const row of grid.querySelectorAll('[data-event-id]')) {
      const box = row.getBoundingClientRect()
      const height = Math.min(box.bottom, bottom) - Math.max(box.top, top)
      if (height <= 1) continue
      rows.push(row)
      covered += height
    }
    return covered < bottom - top - 2 ? null : rows
  }

  const idOf = (row: Element | undefined) => row?.getAttribute('data-event-id') ?? null
  const indexOf = (row: Element | undefined) => Number(row?.getAttribute('aria-rowindex'))

  function isAt(place: Place, before: string | null): boolean {
    const rows = inSight()
    if (rows === null) return false
    switch (place) {
      case 'first':
        return indexOf(rows[0]) === 2
      case 'last':
        return indexOf(rows.at(-1)) === Number(gridOf()?.getAttribute('aria-rowcount'))
      case 'selected':
        return rows.some((row) => row.getAttribute('aria-selected') === 'true')
      default:
        return idOf(rows[0]) !== before
    }
  }

  /** Resolves as soon as it holds: after a change of the page, or with the next frame. */
  function until(isSo: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const observer = new MutationObserver(look)
    const timer = setTimeout(() => reject(new Error('the rows did not come')), PATIENCE_MS)
    let frame = 0
    function look() {
      if (isSo()) resolve()
    }
    function lookEachFrame() {
      look()
      frame = requestAnimationFrame(lookEachFrame)
    }
    observer.observe(document.body, { attributes: true, childList: true, subtree: true })
    lookEachFrame()
    return promise.finally(() => {
      observer.disconnect()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    })
  }

  async function scrollTo(top: number): Promise<void> {
    const before = idOf(inSight()?.[0])
    const grid = gridOf()
    if (grid === null) throw new Error('there is no timeline')
    grid.scrollTop = top
    await until(() => isAt('elsewhere', before))
  }

  let arrival: Promise<number> = Promise.reject(new Error('no input was expected'))
  arrival.catch(() => undefined)

  let [count, late, longTask, last] = [0, 0, 0, performance.now()]
  const onFrame = (at: number) => {
    count += 1
    if (at - last > LATE_MS) late += 1
    last = at
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTask = Math.max(longTask, duration)
  }).observe({ entryTypes: ['longtask'] })

  window.bench = {
    expectInput(input, place) {
      const before = idOf(inSight()?.[0])
      const began = new Promise<number>((resolve) => {
        addEventListener(input, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      })
      arrival = began.then(async (at) => {
        await until(() => isAt(place, before))
        return performance.now() - at
      })
    },
    rowsAfterInput: () => arrival,
    async rowsAfterScroll(share) {
      const grid = gridOf()
      const began = performance.now()
      await scrollTo(share * ((grid?.scrollHeight ?? 0) - (grid?.clientHeight ?? 0)))
      return performance.now() - began
    },
    async scrollThrough() {
      const grid = gridOf()
      if (grid === null) throw new Error('there is no timeline')
      const height = grid.clientHeight - HEAD_PX
      const rowsInSight = Math.floor(height / ROW_PX)
      let [sights, mostRows] = [0, 0]
      if (grid.scrollTop > 0) await scrollTo(0)
      while (grid.scrollTop < grid.scrollHeight - grid.clientHeight - 1) {
        await scrollTo(grid.scrollTop + height)
        sights += 1
        mostRows = Math.max(mostRows, grid.querySelectorAll('[data-event-id]').length)
      }
      return { sights, mostRows, rowsInSight }
    },
    untilLast(rows) {
      return until(() => gridOf()?.getAttribute('aria-rowcount') === String(rows + 1) && isAt('last', null))
    },
    frames() {
      const frames = { count, late, longTask }
      count = late = longTask = 0
      return frames
    },
  }
}

import type { EventRow, ViewChange, ViewOpened, Window, WindowRequest } from '../../shared/domain/index.ts'
import { RowCache, windowLength } from './viewStoreRows.ts'
import type { ViewCalls } from './viewStoreSession.ts'

/** Positions from `from` up to, not including, `to`. */
export interface Range {
  from: number
  to: number
}

/** What the viewport wants of the rows. */
export interface Demand {
  visible: Range
  /** What is drawn; a window is asked for when some of it is absent or stale. */
  need: Range
  /** What is asked for then: `need` and a page on either side. */
  want: Range
  isFollowing: boolean
  /** An event to go to; overrides the ranges. */
  goal: string | null
}

export interface WindowEvents {
  /** Rows, count or error changed. */
  changed(): void
  /** What is visible now lies `shift` rows further down. */
  moved(shift: number): void
  /** The goal's position, or null when the view does not have it. */
  landed(position: number | null): void
  /** New rows of a window. */
  arrived(window: Window): void
}

interface Flight extends Range {
  controller: AbortController
}

/** How an answer is tied to what is shown. */
type Tie =
  /** A row that is certainly where the cache has it: rows around the missing ones are asked for relative to it. */
  | { kind: 'fresh'; id: string; position: number }
  /** The first visible event, which may have moved: all rows are asked for again relative to it. */
  | { kind: 'visible'; id: string; position: number }
  | { kind: 'goal'; id: string }
  | { kind: 'end' }
  | { kind: 'position' }

const CACHE_LIMIT = 2000
const WINDOW_LIMIT = 500
/** Asked for beyond the known end: rows that arrive meanwhile come along, and cost nothing when there are none. */
const TAIL_SLACK = 50

/**
 * Brings the rows a viewport wants: at most one window at a time, none when nothing is missing. Every answer is
 * tied to an event id, so rows inserted above are noticed and never show as a jump.
 */
export class Windows {
  readonly rows = new RowCache(CACHE_LIMIT)
  revision = 0
  count = 0
  error: unknown = null
  readonly #calls: ViewCalls
  readonly #on: WindowEvents
  #view: string | null = null
  #flight: Flight | null = null
  /** Changes that the window in flight may not know. */
  #changes: ViewChange[] = []
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | null = null

  constructor(calls: ViewCalls, on: WindowEvents) {
    this.#calls = calls
    this.#on = on
  }

  get view(): string | null {
    return this.#view
  }

  get isBusy(): boolean {
    return this.#flight !== null
  }

  /** `goal`: the event that the first rows were asked around; null when they are the last ones. */
  open(opened: ViewOpened, goal: string | null): void {
    this.close()
    this.#view = opened.view
    this.revision = opened.revision
    this.count = opened.count
    this.error = null
    // Revisions begin anew with each opening, so nothing held can be trusted.
    this.rows.markStale(0, Number.POSITIVE_INFINITY)
    if (opened.window !== undefined)
      this.#take(opened.window, goal === null ? { kind: 'end' } : { kind: 'goal', id: goal })
  }

  close(): void {
    this.#flight?.controller.abort()
    this.#flight = null
    this.#view = null
    this.#changes = []
    this.#failures = 0
    if (this.#retry) clearTimeout(this.#retry)
    this.#retry = null
  }

  change(change: ViewChange): void {
    this.#adopt(change)
    if (this.#flight) this.#changes.push(change)
    this.rows.markStale(change.changedFrom, change.revision)
  }

  /** First event in a range and the position at which it is drawn. */
  firstEvent({ from, to }: Range): { id: string; position: number } | null {
    for (let position = from; position < to; position += 1) {
      const row = this.rows.get(position)
      if (row?.type === 'event') return { id: row.id, position }
    }
    return null
  }

  ensure(demand: Demand): void {
    if (this.#view === null || this.#retry !== null || this.count === 0) return
    if (this.#flight) {
      const isWanted = this.#flight.from < demand.need.to && demand.need.from < this.#flight.to
      if (isWanted) return
      this.#flight.controller.abort()
      this.#flight = null
    }
    if (demand.goal !== null) {
      void this.#ask(this.#view, demand.want, { kind: 'goal', id: demand.goal })
      return
    }
    if (this.rows.missing(demand.need.from, demand.need.to) === null) return
    const missing = this.rows.missing(demand.want.from, demand.want.to)
    if (missing === null) return
    const tie = this.#tie(missing, demand)
    const isWhole = tie.kind === 'visible' || tie.kind === 'end'
    void this.#ask(this.#view, isWhole ? demand.want : missing, tie)
  }

  /** The row that shows an event, an answer in that of its action; null when the view does not have it. */
  async locate(
    id: string,
    signal: AbortSignal,
  ): Promise<{ id: string; position: number; row: EventRow | null } | null> {
    if (this.#view === null) return null
    const window = await this.#calls.window({ view: this.#view, anchor: { id }, before: 0, after: 0 }, { signal })
    const position = window.anchorPosition
    if (position === null) return null
    const row = window.rows.find((row) => row.type === 'event' && row.position === position)
    return row?.type === 'event' ? { id: row.id, position, row } : { id, position, row: null }
  }

  #tie(missing: Range, { need, visible, isFollowing }: Demand): Tie {
    // Nearest fresh event around the hole: before it for the tail, else after it.
    for (let position = missing.from - 1; position >= need.from; position -= 1) {
      const row = this.rows.get(position)
      if (row?.type === 'event' && this.rows.isFresh(position)) return { kind: 'fresh', id: row.id, position }
    }
    for (let position = missing.to; position < need.to; position += 1) {
      const row = this.rows.get(position)
      if (row?.type === 'event' && this.rows.isFresh(position)) return { kind: 'fresh', id: row.id, position }
    }
    if (isFollowing) return { kind: 'end' }
    const first = this.firstEvent(visible)
    return first ? { kind: 'visible', ...first } : { kind: 'position' }
  }

  async #ask(view: string, range: Range, tie: Tie): Promise<void> {
    const flight: Flight = { ...range, controller: new AbortController() }
    this.#flight = flight
    this.#changes = []
    try {
      const request = this.#windowRequest(view, range, tie)
      const window = await this.#calls.window(request, { signal: flight.controller.signal })
      if (this.#flight !== flight) return
      this.#flight = null
      this.#failures = 0
      this.error = null
      this.#take(window, tie)
    } catch (error) {
      if (this.#flight !== flight) return
      this.#flight = null
      this.error = error
      this.#failures += 1
      // Asked again with growing patience: a window is cheap and a person waits for it.
      const wait = Math.min(250 * 2 ** this.#failures, 10_000)
      this.#retry = setTimeout(() => {
        this.#retry = null
        this.#on.changed()
      }, wait)
    }
    this.#on.changed()
  }

  #windowRequest(view: string, range: Range, tie: Tie): WindowRequest {
    const slack = range.to >= this.count ? TAIL_SLACK : 0
    switch (tie.kind) {
      case 'fresh':
      case 'visible':
        return {
          view,
          anchor: { id: tie.id },
          before: span(tie.position - range.from),
          after: span(range.to - 1 - tie.position + slack),
        }
      case 'goal': {
        const half = span(range.to - range.from)
        return { view, anchor: { id: tie.id }, before: half, after: half }
      }
      case 'end':
        return { view, anchor: 'end', before: span(range.to - range.from), after: 0 }
      case 'position':
        return { view, anchor: { position: range.from }, before: 0, after: span(range.to - range.from - 1 + slack) }
    }
  }

  #take(window: Window, tie: Tie): void {
    const changes = this.#changes
    this.#changes = []
    this.#adopt(window)
    const staleFrom = changes
      .filter((change) => change.revision > window.revision)
      .reduce((from, change) => Math.min(from, change.changedFrom), Number.POSITIVE_INFINITY)
    const end = window.first + windowLength(window)
    switch (tie.kind) {
      case 'fresh':
        if (window.anchorPosition !== tie.position) {
          // Rows were inserted or went before their signal came: ask for everything visible by its own id.
          this.rows.markStale(0, Number.POSITIVE_INFINITY)
          return
        }
        break
      case 'visible':
        if (window.anchorPosition === null) {
          // It left the view: there is nothing to hold on to but the position.
          this.rows.clear()
          return
        }
        if (window.anchorPosition !== tie.position) {
          this.rows.keepOnly(window.first, window.first)
          this.#on.moved(window.anchorPosition - tie.position)
        }
        break
      case 'goal':
        this.rows.keepOnly(window.first, end)
        this.#on.landed(window.anchorPosition)
        break
      case 'end':
        this.rows.keepOnly(window.first, end)
        break
      case 'position':
        break
      default:
        tie satisfies never
    }
    this.rows.put(window, staleFrom)
    this.#on.arrived(window)
  }

  #adopt({ revision, count }: { revision: number; count: number }): void {
    if (revision < this.revision) return
    this.revision = revision
    if (count < this.count) this.rows.dropFrom(count)
    this.count = count
  }
}

function span(rows: number): number {
  return Math.min(Math.max(0, rows), WINDOW_LIMIT)
}

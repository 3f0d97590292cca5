import type { Draft, EventRow, Row, ViewOpened, ViewRequest, ViewSpec, Window } from '../../shared/domain/index.ts'
import { maxTop, ROW_HEIGHT } from './viewStoreScroll.ts'
import { keepViewOpen, type ViewCalls } from './viewStoreSession.ts'
import { type Range, Windows } from './viewStoreWindows.ts'

export type { ViewCalls } from './viewStoreSession.ts'

/** Where someone reads, in words that stay true when rows are inserted above. */
export interface ViewPlace {
  /** First visible event and how far its top is above the edge, in pixels; null when only gaps are visible. */
  anchor: { id: string; offset: number } | null
  isFollowing: boolean
  selectedId: string | null
}

export interface Selection {
  /** Null for a gap or a row that has not arrived yet. */
  id: string | null
  /** Where it was when last seen; -1 when not known yet. */
  position: number
  /** As last seen; stays when the row leaves the cache. */
  row: EventRow | null
}

/** What a component renders; replaced, never changed. */
export interface ViewSnapshot {
  phase: 'opening' | 'open' | 'failed'
  /** Why opening failed, or why rows do not come; null when all is well. */
  error: unknown
  viewId: string | null
  count: number
  revision: number
  /** First position of `rows`. */
  first: number
  /** Rendered rows; undefined where none has arrived yet. */
  rows: readonly (Row | undefined)[]
  visible: Range
  drafts: readonly Draft[]
  isFollowing: boolean
  /** Rows that came after the newest one seen. */
  newCount: number
  selection: Selection | null
}

export interface ViewStoreOptions {
  calls: ViewCalls
  spec: ViewSpec
  place?: ViewPlace | undefined
  /** Pixels of the viewport as far as known before it is measured. */
  height?: number | undefined
  /** Runs once before the next frame is drawn; tests drive it. */
  schedule?: (run: () => void) => void
}

/** Pixels of a list in a window of common size. */
const LIKELY_HEIGHT = 600

/** Rendered ranges begin and end at multiples of this: scrolling renders once per block, not once per row. */
const BLOCK = 6

/**
 * The window over one view that a person looks through: scroll position (in list pixels), rows around it,
 * selection and follow mode. Framework-free; read it with `useSyncExternalStore`. Whatever happens within a frame
 * is told once.
 */
export class ViewStore {
  readonly spec: ViewSpec
  readonly #calls: ViewCalls
  readonly #schedule: (run: () => void) => void
  readonly #windows: Windows
  readonly #renderListeners = new Set<() => void>()
  readonly #scrollListeners = new Set<() => void>()
  #life = new AbortController()
  #snapshot: ViewSnapshot
  #isFrameAsked = false
  /** Rows were told of: until then nothing waits for a frame, because somebody waits for them. */
  #hasToldRows = false

  #phase: ViewSnapshot['phase'] = 'opening'
  #error: unknown = null
  #drafts: readonly Draft[] = []
  #isPullingDrafts = false
  #areDraftsStale = false

  #top = 0
  #shownTop = 0
  #height: number
  #isFollowing: boolean
  /** Position after the newest row that was in sight. */
  #seenTo = 0
  #goal: { id: string; offset: number } | null
  #selection: Selection | null
  /** The selected row may have changed since it was seen. */
  #isSelectionStale = false
  #isLocating = false

  constructor(options: ViewStoreOptions) {
    this.spec = options.spec
    this.#calls = options.calls
    this.#schedule = options.schedule ?? ((run) => void requestAnimationFrame(run))
    this.#windows = new Windows(options.calls, {
      changed: () => this.#onWindowsChanged(),
      moved: (shift) => this.#onMoved(shift),
      landed: (position) => this.#onLanded(position),
      arrived: (window) => this.#onArrived(window),
    })
    this.#height = options.height ?? LIKELY_HEIGHT
    const place = options.place
    this.#isFollowing = place?.isFollowing ?? true
    this.#goal = place?.anchor && !place.isFollowing ? place.anchor : null
    this.#selection = place?.selectedId ? { id: place.selectedId, position: -1, row: null } : null
    this.#snapshot = this.#buildSnapshot()
  }

  // Reading

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#renderListeners.add(listener)
    return () => this.#renderListeners.delete(listener)
  }

  readonly getSnapshot = (): ViewSnapshot => this.#snapshot

  /** Called in each frame in which `top` or `length` may have changed, after rendering was asked for. */
  readonly onScroll = (listener: () => void): (() => void) => {
    this.#scrollListeners.add(listener)
    return () => this.#scrollListeners.delete(listener)
  }

  /** List pixels above the viewport, as of the newest frame: it always fits the snapshot. */
  get top(): number {
    return this.#shownTop
  }

  get height(): number {
    return this.#height
  }

  /** Rows to scroll over: those of the view and the drafts after them. */
  get length(): number {
    return this.#windows.count + this.#drafts.length
  }

  /** False while rows are on their way that nobody has seen yet. */
  get hasNews(): boolean {
    const { phase, count, error } = this.#snapshot
    return phase === 'failed' || error !== null || this.#hasToldRows || (phase === 'open' && count === 0)
  }

  get cachedRows(): number {
    return this.#windows.rows.size
  }

  place(): ViewPlace {
    const anchor = this.#windows.firstEvent(this.#visible())
    return {
      anchor: anchor ? { id: anchor.id, offset: this.#top - anchor.position * ROW_HEIGHT } : null,
      isFollowing: this.#isFollowing,
      selectedId: this.#selection?.id ?? null,
    }
  }

  // Life

  /** Opens the view and keeps it open until the returned function is called; may be started again after that. */
  readonly start = (): (() => void) => {
    const life = new AbortController()
    this.#life = life
    this.#phase = 'opening'
    let isFirst = true
    const session = {
      opened: (opened: ViewOpened) => {
        this.#windows.open(opened, this.#goal?.id ?? null)
        this.#phase = 'open'
        this.#error = null
        this.#areDraftsStale = true
        if (isFirst) this.#seenTo = opened.count
        isFirst = false
        this.#hasToldRows ||= this.#windows.rows.size > 0
        this.#frameNow()
      },
      changed: (change: Parameters<Windows['change']>[0]) => {
        this.#windows.change(change)
        // A change that tells of drafts may have been conflated away by the one that ends them.
        if (change.drafts || this.#drafts.length > 0) this.#areDraftsStale = true
        if (change.changedFrom <= (this.#selection?.position ?? -1)) this.#isSelectionStale = true
        if (this.#hasToldRows) this.#changed()
        else this.#frameNow()
      },
      failed: (error: unknown, isLost: boolean) => {
        this.#error = error
        if (!isLost) this.#phase = 'failed'
        this.#changed()
      },
    }
    void keepViewOpen(this.#calls, () => this.#request(), session, life.signal)
    this.#changed()
    return () => {
      life.abort()
      this.#windows.close()
    }
  }

  // Moving

  setHeight(height: number): void {
    if (height === this.#height) return
    this.#height = height
    // Measured right before painting: what is painted already fits.
    this.#frame()
  }

  /** The person scrolled to `top`. Reaching the end follows, leaving it stops following. */
  scrollTo(top: number): void {
    const end = maxTop(this.length, this.#height)
    const next = Math.min(Math.max(0, top), end)
    this.#goal = null
    this.#isFollowing = next >= end - 1
    this.#top = next
    this.#moved()
  }

  scrollBy(delta: number): void {
    this.scrollTo(this.#top + delta)
  }

  follow(): void {
    this.#goal = null
    this.#isFollowing = true
    this.#moved()
  }

  /** Shows a position in the middle of the viewport. */
  jumpTo(position: number): void {
    this.scrollTo(position * ROW_HEIGHT - (this.#height - ROW_HEIGHT) / 2)
  }

  /** Scrolls as little as needed to have the position in sight. */
  reveal(position: number): void {
    const top = position * ROW_HEIGHT
    if (top < this.#top) this.scrollTo(top)
    else if (top + ROW_HEIGHT > this.#top + this.#height) this.scrollTo(top + ROW_HEIGHT - this.#height)
  }

  // Selecting

  select(position: number): void {
    if (this.#windows.count === 0) return
    const at = Math.min(Math.max(0, position), this.#windows.count - 1)
    const row = this.#windows.rows.get(at)
    const event = row?.type === 'event' ? row : null
    this.#selection = { position: at, id: event?.id ?? null, row: event }
    this.#changed()
  }

  clearSelection(): void {
    this.#selection = null
    this.#changed()
  }

  /** Moves the selection by rows and keeps it in sight; without a selection it starts at the edge of the viewport. */
  async moveSelection(delta: number): Promise<void> {
    const from = await this.#selectedPosition()
    const visible = this.#visible()
    const target = from === null ? (delta < 0 ? visible.to - 1 : visible.from) : from + delta
    const at = Math.min(Math.max(0, target), this.#windows.count - 1)
    this.select(at)
    this.reveal(at)
  }

  selectEdge(edge: 'first' | 'last'): void {
    if (edge === 'first') this.scrollTo(0)
    else this.follow()
    this.select(edge === 'first' ? 0 : this.#windows.count - 1)
  }

  /** Selects an event by id and shows it; false when the view does not have it. */
  async selectId(id: string): Promise<boolean> {
    const found = await this.#windows.locate(id, this.#life.signal)
    if (found === null) return false
    this.#selection = found
    const visible = this.#visible()
    if (found.position <= visible.from || found.position >= visible.to - 1) this.jumpTo(found.position)
    this.#changed()
    return true
  }

  /** Position of an event in this view; null when it is not in it. */
  async positionOf(id: string): Promise<number | null> {
    return (await this.#windows.locate(id, this.#life.signal))?.position ?? null
  }

  async #selectedPosition(): Promise<number | null> {
    const selection = this.#selection
    if (!selection) return null
    if (selection.id === null) return selection.position
    const cached = this.#windows.rows.get(selection.position)
    if (cached?.type === 'event' && cached.id === selection.id) return selection.position
    return this.positionOf(selection.id)
  }

  // Rows came or moved

  /** With the rows that are certain to be wanted. */
  #request(): ViewRequest {
    const rows = Math.min(Math.ceil(this.#height / ROW_HEIGHT) + 2 * BLOCK, 200)
    if (this.#goal !== null)
      return { ...this.spec, first: { anchor: { id: this.#goal.id }, before: rows, after: rows } }
    return this.#isFollowing ? { ...this.spec, first: { anchor: 'end', before: rows, after: 0 } } : this.spec
  }

  #onMoved(shift: number): void {
    this.#top += shift * ROW_HEIGHT
    this.#seenTo += shift
  }

  #onLanded(position: number | null): void {
    const goal = this.#goal
    this.#goal = null
    if (goal && position !== null) this.#top = position * ROW_HEIGHT + goal.offset
    else this.#isFollowing = true
  }

  #onArrived(window: Window): void {
    const selection = this.#selection
    if (!selection) return
    for (const row of window.rows) {
      if (row.type !== 'event') continue
      if (selection.id === null ? row.position === selection.position : isShownBy(row, selection.id)) {
        this.#selection = { id: row.id, position: row.position, row }
        this.#isSelectionStale = false
        return
      }
    }
  }

  /** Settles the position and asks for the rows that it lacks. */
  #ensureRows(): void {
    const end = maxTop(this.length, this.#height)
    if (this.#isFollowing) this.#top = end
    // While a window is on its way, rows may be about to move: clamping now would move them twice.
    else if (!this.#windows.isBusy && this.#goal === null) this.#top = Math.min(this.#top, end)
    if (this.#height === 0) return
    const need = this.#rendered()
    this.#windows.ensure({
      visible: this.#visible(),
      need,
      want: this.#around(need),
      isFollowing: this.#isFollowing,
      goal: this.#goal?.id ?? null,
    })
  }

  /** A selected event out of sight that is not known yet or still waits for its result is looked up. */
  #ensureSelection(): void {
    const selection = this.#selection
    if (!selection?.id || this.#windows.view === null || this.#isLocating) return
    const need = this.#rendered()
    const isInSight = selection.position >= need.from && selection.position < need.to
    const isWaiting = selection.row?.span.state === 'running' || selection.row?.span.state === 'pending'
    if (selection.row !== null && (isInSight || !isWaiting || !this.#isSelectionStale)) return
    const id = selection.id
    this.#isLocating = true
    this.#isSelectionStale = false
    this.#windows
      .locate(id, this.#life.signal)
      .then((found) => {
        if (this.#selection?.id !== id) return
        this.#selection = found
        this.#changed()
      })
      .catch(() => undefined) // The next frame asks again.
      .finally(() => {
        this.#isLocating = false
      })
  }

  async #pullDrafts(): Promise<void> {
    const view = this.#windows.view
    if (view === null || this.#isPullingDrafts || !this.#areDraftsStale) return
    this.#isPullingDrafts = true
    this.#areDraftsStale = false
    try {
      this.#drafts = await this.#calls.drafts({ view }, { signal: this.#life.signal })
    } catch {
      // Streaming text is a courtesy; the durable event follows.
    } finally {
      this.#isPullingDrafts = false
      this.#changed()
    }
  }

  // Ranges

  #visible(): Range {
    const { count } = this.#windows
    const from = Math.min(Math.floor(this.#top / ROW_HEIGHT), count)
    const to = Math.min(Math.ceil((this.#top + this.#height) / ROW_HEIGHT), count)
    return { from, to: Math.max(from, to) }
  }

  #rendered(): Range {
    const { from, to } = this.#visible()
    return {
      from: Math.max(0, (Math.floor(from / BLOCK) - 1) * BLOCK),
      to: Math.min(this.#windows.count, (Math.ceil(to / BLOCK) + 1) * BLOCK),
    }
  }

  #around({ from, to }: Range): Range {
    const page = Math.max(20, Math.ceil(this.#height / ROW_HEIGHT))
    return { from: Math.max(0, from - page), to: Math.min(this.#windows.count, to + page) }
  }

  // Telling

  /** What somebody waits for does not wait for a frame: the first rows, and those that are missing where it was gone to. */
  #onWindowsChanged(): void {
    const isAwaited = this.#hasToldRows ? this.#snapshot.rows.includes(undefined) : this.#windows.rows.size > 0
    this.#hasToldRows ||= isAwaited
    if (isAwaited) this.#frameNow()
    else this.#changed()
  }

  /** The frame after it puts the scrollbar where it belongs, once the list has its length. */
  #frameNow(): void {
    this.#frame()
    this.#changed()
  }

  /** Rows are asked for at once, so that they can be there with the next frame. */
  #moved(): void {
    this.#ensureRows()
    this.#changed()
  }

  #changed(): void {
    if (this.#isFrameAsked) return
    this.#isFrameAsked = true
    this.#schedule(() => this.#frame())
  }

  /** At most once per frame: settle the position, ask for what is missing, tell listeners what changed. */
  #frame(): void {
    this.#isFrameAsked = false
    this.#ensureRows()
    this.#ensureSelection()
    void this.#pullDrafts()
    const visible = this.#visible()
    const { count } = this.#windows
    this.#seenTo = this.#isFollowing ? count : Math.min(count, Math.max(this.#seenTo, visible.to))
    this.#shownTop = this.#top
    const next = this.#buildSnapshot()
    if (!isSameSnapshot(this.#snapshot, next)) {
      this.#snapshot = next
      for (const listener of this.#renderListeners) listener()
    }
    for (const listener of this.#scrollListeners) listener()
  }

  #buildSnapshot(): ViewSnapshot {
    const { from, to } = this.#rendered()
    const { rows, count, revision, view } = this.#windows
    return {
      phase: this.#phase,
      error: this.#error ?? this.#windows.error,
      viewId: view,
      count,
      revision,
      first: from,
      rows: Array.from({ length: to - from }, (_, index) => rows.get(from + index)),
      visible: this.#visible(),
      drafts: this.#drafts,
      isFollowing: this.#isFollowing,
      newCount: this.#isFollowing ? 0 : Math.max(0, count - this.#seenTo),
      selection: this.#selection,
    }
  }
}

/** An answer has no row of its own where its action has one. */
function isShownBy(row: EventRow, id: string): boolean {
  return row.id === id || row.pairedId === id
}

/** `visible` alone is no reason to render: the list moves without React, and others look at it once per block. */
function isSameSnapshot(a: ViewSnapshot, b: ViewSnapshot): boolean {
  return (
    a.phase === b.phase &&
    a.error === b.error &&
    a.viewId === b.viewId &&
    a.count === b.count &&
    a.revision === b.revision &&
    a.first === b.first &&
    a.drafts === b.drafts &&
    a.isFollowing === b.isFollowing &&
    a.newCount === b.newCount &&
    a.selection === b.selection &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row === b.rows[index])
  )
}

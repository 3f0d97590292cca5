import {
  type Anchor,
  type ConversationRef,
  type Draft,
  type EventRow,
  type Filter,
  type FilterTerm,
  LANES,
  type Overview,
  type Row,
  type ViewChange,
  type ViewOpened,
  type ViewRequest,
  type ViewSpec,
  type Window,
} from '../../../shared/domain/index.ts'
import { eventCount, fakeRow } from './fakeEvents.ts'
import { Signal } from './signal.ts'

/** A stretch of positions (of unfiltered spans) that the archive does not hold. */
export interface FakeGap {
  first: number
  count: number
  reason: 'loading' | 'missing'
}

export interface FakeLog {
  spans: number
  gaps: FakeGap[]
  drafts: Draft[]
  /** Changes rows as they leave, e.g. to mark the last one pending. */
  touch: (row: EventRow) => EventRow
}

interface View {
  spec: ViewSpec
  revision: number
  changes: Signal<ViewChange>
}

/** Views over computed rows: the renderer cannot tell them from an archive. */
export class FakeViews {
  readonly #spans: (conversation: ConversationRef) => number
  readonly #logs = new Map<string, FakeLog>()
  readonly #views = new Map<string, View>()
  #next = 1

  constructor(spans: (conversation: ConversationRef) => number) {
    this.#spans = spans
  }

  log(conversation: ConversationRef): FakeLog {
    const key = `${conversation.connectionId}/${conversation.conversationId}`
    const known = this.#logs.get(key)
    if (known !== undefined) return known
    const log: FakeLog = { spans: this.#spans(conversation), gaps: [], drafts: [], touch: (row) => row }
    this.#logs.set(key, log)
    return log
  }

  open({ first, ...spec }: ViewRequest): ViewOpened {
    const view = `view-${this.#next++}`
    this.#views.set(view, { spec, revision: 1, changes: new Signal({ keepsUnread: true }) })
    const opened = { view, count: this.#positions(spec).length, revision: 1 }
    return first === undefined
      ? opened
      : { ...opened, window: this.window(view, first.anchor, first.before, first.after) }
  }

  close(id: string): void {
    this.#views.delete(id)
  }

  has(id: string): boolean {
    return this.#views.has(id)
  }

  get openCount(): number {
    return this.#views.size
  }

  /** Forgets every view, as a host does that was started again. */
  forget(): void {
    this.#views.clear()
  }

  changes(id: string, signal: AbortSignal | undefined): AsyncGenerator<ViewChange, void> {
    return this.#view(id).changes.read(signal)
  }

  drafts(id: string): Draft[] {
    return this.log(this.#view(id).spec.conversation).drafts
  }

  /** Says to every view of the conversation that rows from `changedFrom` on may differ. */
  changed(conversation: ConversationRef, changedFrom: number, drafts = false): void {
    for (const view of this.#views.values()) {
      const own = view.spec.conversation
      if (own.conversationId !== conversation.conversationId || own.connectionId !== conversation.connectionId) continue
      view.revision += 1
      const count = this.#positions(view.spec).length
      view.changes.publish({ revision: view.revision, count, changedFrom: Math.min(changedFrom, count), drafts })
    }
  }

  window(id: string, anchor: Anchor, before: number, after: number): Window {
    const view = this.#view(id)
    const positions = this.#positions(view.spec)
    const at = this.#anchorPosition(view.spec, positions, anchor)
    const centre = at ?? positions.length
    const first = Math.max(0, centre - before)
    const end = Math.min(positions.length, centre + after + 1)
    const rows = mergeGaps(
      Array.from({ length: Math.max(0, end - first) }, (_, index) => this.#row(view.spec, positions, first + index)),
    )
    return { revision: view.revision, count: positions.length, first, anchorPosition: at, rows }
  }

  overview(id: string, buckets: number): Overview {
    const view = this.#view(id)
    const positions = this.#positions(view.spec)
    const rows = positions
      .map((_, index) => this.#row(view.spec, positions, index))
      .filter((row) => row.type === 'event')
    const startUs = rows[0]?.timeUs ?? 0
    const endUs = rows[rows.length - 1]?.timeUs ?? startUs
    const lanes = Object.fromEntries(LANES.map((lane) => [lane, new Array<number>(buckets).fill(0)]))
    const errors = new Array<number>(buckets).fill(0)
    const firsts = new Array<number>(buckets).fill(-1)
    for (const row of rows) {
      const share = ((row.timeUs ?? startUs) - startUs) / Math.max(1, endUs - startUs)
      const bucket = Math.min(buckets - 1, Math.floor(share * buckets))
      const lane = lanes[row.lane]
      if (lane !== undefined) lane[bucket] = (lane[bucket] ?? 0) + 1
      if (row.flags.isError) errors[bucket] = (errors[bucket] ?? 0) + 1
      if (firsts[bucket] === -1) firsts[bucket] = row.position
    }
    for (let bucket = buckets - 1; bucket >= 0; bucket -= 1) {
      if (firsts[bucket] === -1) firsts[bucket] = firsts[bucket + 1] ?? Math.max(0, positions.length - 1)
    }
    return { revision: view.revision, startUs, endUs, lanes, errors, positions: firsts }
  }

  #view(id: string): View {
    const view = this.#views.get(id)
    if (view === undefined) throw new Error(`no view ${id}`)
    return view
  }

  /** Positions of the unfiltered order that the filter lets through. */
  #positions(spec: ViewSpec): number[] {
    const { spans } = this.log(spec.conversation)
    const all = Array.from({ length: spec.order === 'spans' ? spans : eventCount(spans) }, (_, index) => index)
    const { filter } = spec
    return filter.length === 0 ? all : all.filter((position) => passes(fakeRow(position, spec.order), filter))
  }

  #row(spec: ViewSpec, positions: readonly number[], index: number): Row {
    const position = positions[index] ?? 0
    const log = this.log(spec.conversation)
    const gap =
      spec.order === 'spans' && spec.filter.length === 0 ? log.gaps.find((one) => inGap(one, position)) : undefined
    if (gap !== undefined) return { type: 'gap', position: index, count: 1, ...wholeOf(gap) }
    return log.touch({ ...fakeRow(position, spec.order), position: index })
  }

  #anchorPosition(spec: ViewSpec, positions: readonly number[], anchor: Anchor): number | null {
    if (anchor === 'end') return Math.max(0, positions.length - 1)
    if ('position' in anchor) return Math.min(anchor.position, Math.max(0, positions.length - 1))
    const found = positions.findIndex((position) => {
      const row = fakeRow(position, spec.order)
      return row.id === anchor.id || row.pairedId === anchor.id
    })
    return found === -1 ? null : found
  }
}

function wholeOf({ first, count, reason }: FakeGap) {
  const timeAt = (position: number) => fakeRow(position, 'spans').timeUs
  return { reason, first, total: count, fromUs: timeAt(first - 1), toUs: timeAt(first + count) }
}

function passes(row: EventRow, filter: Filter): boolean {
  return filter.every((term) => holds(row, term) !== term.isNot)
}

/** The archive knows them all; rows tell enough for these. */
function holds(row: EventRow, term: FilterTerm): boolean {
  switch (term.field) {
    case 'lane':
      return term.values.includes(row.lane)
    case 'kind':
      return term.values.includes(row.kind)
    case 'tool':
      return term.values.includes(row.tool ?? '')
    case 'is':
      return term.values.includes('error') && row.flags.isError
    case 'text':
      return term.values.some((text) => row.summary.includes(text))
    default:
      throw new Error(`the fake archive knows no ${term.field}:`)
  }
}

function inGap(gap: FakeGap, position: number): boolean {
  return position >= gap.first && position < gap.first + gap.count
}

/** Neighbouring gap rows are one row that stands for the part of the gap inside the window. */
function mergeGaps(rows: readonly Row[]): Row[] {
  const merged: Row[] = []
  for (const row of rows) {
    const last = merged[merged.length - 1]
    if (row.type === 'gap' && last?.type === 'gap' && last.reason === row.reason) {
      merged[merged.length - 1] = { ...last, count: last.count + row.count }
    } else merged.push(row)
  }
  return merged
}

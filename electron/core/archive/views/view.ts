import type { Anchor, Row, ViewSpec, Window, WindowRequest } from '../../../../shared/domain/index.ts'
import { FLAG } from '../columns/blockColumns.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import type { Order } from '../columns/order.ts'
import type { ViewChangeNotice } from '../types.ts'
import { eventRow } from './eventRow.ts'
import type { FilterContext } from './filterMasks.ts'
import { rowsOf } from './filterRows.ts'
import type { LightReader } from './lightReader.ts'
import { firstDifference, positionCount, positionOf, type RowList, stretches } from './rowList.ts'

/** One view of one conversation: its rows now, and what changed since somebody was told. */
export class View {
  readonly id: string
  readonly spec: ViewSpec
  readonly open: OpenConversation
  revision = 0
  usedAt = 0
  rows: RowList = { slots: new Int32Array(0), gaps: [] }
  /** Rows that changed in place since the rows were built; slots of either half. */
  readonly touched = new Set<number>()
  /** Indices into `rows.slots`, by slot; -1 when the slot has no row. */
  #indexBySlot: Int32Array | null = null
  #changedFrom: number | null = null
  /** The order that the rows were built from: every change that rows follow makes another one. */
  #builtFrom: Order | null = null
  readonly #lights: LightReader
  readonly #context: FilterContext

  constructor(id: string, spec: ViewSpec, open: OpenConversation, lights: LightReader, context: FilterContext) {
    this.id = id
    this.spec = spec
    this.open = open
    this.#lights = lights
    this.#context = context
    this.rows = this.#build()
  }

  get count(): number {
    return positionCount(this.rows)
  }

  /** Shows rows already while others are still being loaded. */
  get isFilling(): boolean {
    return this.#isLoading && this.rows.slots.length > 0
  }

  get #isLoading(): boolean {
    return this.open.notLoaded > 0 || !this.open.conversation.state.hasWalked
  }

  /** Whether an event is in the columns. */
  knows(id: string): boolean {
    return this.open.columns.slotOf(id) !== -1
  }

  /** Builds the rows anew; the conversation's order must be settled. */
  refresh(): void {
    if (this.#builtFrom === this.open.order && this.touched.size === 0) return
    const before = this.rows
    const after = this.#build()
    const changedFrom = firstDifference(before, after, this.#touchedRows())
    const count = positionCount(after)
    this.touched.clear()
    if (changedFrom >= count && count === positionCount(before)) return
    this.rows = after
    this.#indexBySlot = null
    this.revision += 1
    this.#changedFrom = Math.min(changedFrom, this.#changedFrom ?? Number.MAX_SAFE_INTEGER)
  }

  /** Slots mean other events now, so that nothing can be compared. */
  reset(): void {
    this.#builtFrom = null
    this.rows = { slots: new Int32Array(0), gaps: [] }
    this.#indexBySlot = null
    this.#changedFrom = 0
    this.touched.clear()
  }

  /** The change since it was last taken, or null. */
  takeChange(): ViewChangeNotice | null {
    if (this.#changedFrom === null) return null
    const changedFrom = this.#changedFrom
    this.#changedFrom = null
    return { view: this.id, revision: this.revision, count: this.count, changedFrom }
  }

  window({ anchor, before, after }: WindowRequest): Window {
    const { count } = this
    const { position, isHere } = this.#find(anchor, count)
    const first = Math.max(0, position - before)
    const end = Math.min(count, position + after + 1)
    return {
      revision: this.revision,
      count,
      first,
      anchorPosition: isHere ? position : null,
      rows: stretches(this.rows, first, end).flatMap((stretch): Row[] => {
        if (stretch.type === 'rows') return this.#rowsAt(stretch.index, stretch.count, stretch.position)
        const { before, ...gap } = stretch
        const [fromUs, toUs] = [this.#timeAt(before - 1), this.#timeAt(before)]
        return [{ ...gap, reason: this.#isLoading ? 'loading' : 'missing', fromUs, toUs }]
      }),
    }
  }

  #build(): RowList {
    this.#builtFrom = this.open.order
    return rowsOf(this.open, this.spec.filter, this.spec.order, this.#context)
  }

  /** Time of the event at an index of the rows; null where there is none, or none that can be read. */
  #timeAt(index: number): number | null {
    const slot = this.rows.slots[index]
    const timeUs = slot === undefined ? Number.NaN : (this.open.columns.timeUs[slot] ?? Number.NaN)
    return Number.isNaN(timeUs) ? null : timeUs
  }

  #rowsAt(index: number, count: number, position: number): Row[] {
    const { columns, conversation } = this.open
    const rows: Row[] = []
    for (let at = 0; at < count; at += 1) {
      const slot = this.rows.slots[index + at] ?? 0
      const light = this.#lights.read(conversation.conv, columns.ids[slot] ?? '')
      if (light === null) continue
      const answerSlot = this.spec.order === 'spans' ? columns.links.partner(slot) : -1
      const answer = answerSlot === -1 ? null : this.#lights.read(conversation.conv, columns.ids[answerSlot] ?? '')
      rows.push(eventRow(this.open, position + at, { slot, light, answerSlot, answer }))
    }
    return rows
  }

  /** Position of an anchor; an event that the view does not show is found where it would be. */
  #find(anchor: Anchor, count: number): { position: number; isHere: boolean } {
    const last = Math.max(0, count - 1)
    if (anchor === 'end') return { position: last, isHere: count > 0 }
    if ('position' in anchor) return { position: Math.min(anchor.position, last), isHere: anchor.position < count }
    const slot = this.open.columns.slotOf(anchor.id)
    if (slot === -1) return { position: last, isHere: false }
    const index = this.#indices()[this.#rowSlot(slot)] ?? -1
    if (index !== -1) return { position: positionOf(this.rows, index), isHere: true }
    return { position: Math.min(last, this.#positionAfter(slot)), isHere: false }
  }

  #positionAfter(slot: number): number {
    const all = this.open.order.slots
    const indices = this.#indices()
    for (let at = all.indexOf(slot); at !== -1 && at < all.length; at += 1) {
      const index = indices[all[at] ?? 0] ?? -1
      if (index !== -1) return positionOf(this.rows, index)
    }
    return Number.MAX_SAFE_INTEGER
  }

  /** In span order the answer's row is its action's. */
  #rowSlot(slot: number): number {
    if (this.spec.order !== 'spans' || ((this.open.columns.flags[slot] ?? 0) & FLAG.answer) === 0) return slot
    const action = this.open.columns.links.partner(slot)
    return action === -1 ? slot : action
  }

  #touchedRows(): ReadonlySet<number> {
    return new Set([...this.touched].map((slot) => this.#rowSlot(slot)))
  }

  #indices(): Int32Array {
    if (this.#indexBySlot !== null && this.#indexBySlot.length === this.open.columns.count) return this.#indexBySlot
    const indices = new Int32Array(this.open.columns.count).fill(-1)
    for (const [index, slot] of this.rows.slots.entries()) indices[slot] = index
    this.#indexBySlot = indices
    return indices
  }
}

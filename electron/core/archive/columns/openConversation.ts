import { gapBoundary } from '../ingest/placement.ts'
import { missingCount } from '../store/conversationState.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import type { Columns } from './columns.ts'
import { type Order, orderOf } from './order.ts'
import type { RestOfColumns } from './restOfColumns.ts'
import { changedUsage, noUsage, type Usage, usageOf } from './usage.ts'

/** Columns of a conversation that somebody looks at, with everything that follows from them. */
export class OpenConversation {
  readonly conversation: StoredConversation
  columns: Columns
  order: Order = { slots: new Int32Array(0), gaps: [] }
  usage: Usage = noUsage()
  /** Run state before each state update, by slot. */
  readonly statusBefore = new Map<number, string>()
  /** What is not in the columns yet: its events are a gap that is being loaded. */
  rest: RestOfColumns | null
  #settledVersion = -1
  #settledMissing = ''

  constructor(conversation: StoredConversation, columns: Columns, rest: RestOfColumns | null) {
    this.conversation = conversation
    this.columns = columns
    this.rest = rest
  }

  /** Stored events that are not in the columns yet. */
  get notLoaded(): number {
    return this.rest === null ? 0 : Math.max(0, this.conversation.state.stored - this.columns.count)
  }

  /** Nothing is left to be read. False when events moved meanwhile in a way that only a new reading can follow. */
  complete(): boolean {
    this.rest = null
    return this.columns.count === this.conversation.state.stored
  }

  /**
   * Brings order, cost and statuses up to date: one pass over the columns, only when something changed. Gives the
   * slots whose rows changed by it; position changes show in the order itself.
   */
  settle(): ReadonlySet<number> {
    const { state } = this.conversation
    const missing = {
      count: missingCount(state),
      notLoaded: this.notLoaded,
      headCount: state.headCount,
      boundary: gapBoundary(state),
    }
    const key = `${missing.count} ${missing.notLoaded} ${missing.headCount} ${missing.boundary}`
    if (this.#settledVersion === this.columns.version && this.#settledMissing === key) return new Set()
    this.#settledVersion = this.columns.version
    this.#settledMissing = key
    const before = this.order.slots
    this.order = orderOf(this.columns, missing)
    if (this.columns.links.isAmbiguous && !isContinued(before, this.order.slots)) this.columns.relink(this.order.slots)
    const usage = usageOf(this.columns, this.order)
    const touched = this.columns.touched
    this.columns.touched = new Set()
    for (const slot of changedUsage(this.usage, usage)) touched.add(slot)
    this.usage = usage
    this.#settleStatuses(touched)
    return touched
  }

  #settleStatuses(touched: Set<number>): void {
    let status: string | null = null
    for (const slot of this.order.slots) {
      const now = this.columns.extraOf(slot)?.status
      if (now === undefined) continue
      if (status !== null && this.statusBefore.get(slot) !== status) {
        this.statusBefore.set(slot, status)
        touched.add(slot)
      }
      status = now
    }
  }

  /** Takes columns that were read anew: slots mean other events now. */
  reload(columns: Columns): void {
    this.columns = columns
    this.rest = null
    this.order = { slots: new Int32Array(0), gaps: [] }
    this.usage = noUsage()
    this.statusBefore.clear()
    this.#settledVersion = -1
  }

  /** Marks rows whose state depends on the run state: actions without an answer. */
  touch(ids: Iterable<string>): void {
    for (const id of ids) {
      const slot = this.columns.slotOf(id)
      if (slot !== -1) this.columns.touched.add(slot)
    }
    this.columns.version += 1
  }
}

/** Whether events were only added at the end, in the order in which they came. */
function isContinued(before: Int32Array, now: Int32Array): boolean {
  for (let at = 0; at < now.length; at += 1) {
    const slot = now[at] ?? 0
    if (at < before.length ? before[at] !== slot : at > before.length && slot < (now[at - 1] ?? 0)) return false
  }
  return true
}

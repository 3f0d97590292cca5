import type { Gap } from '../columns/order.ts'

/** Rows of a view in order: slots, with gaps between them. A gap takes as many positions as events are missing. */
export interface RowList {
  slots: Int32Array
  /** `before` is an index into `slots`; rising. */
  gaps: Gap[]
}

export function positionCount({ slots, gaps }: RowList): number {
  return gaps.reduce((sum, gap) => sum + gap.count, slots.length)
}

/** Position of the row at an index of `slots`. */
export function positionOf({ gaps }: RowList, index: number): number {
  let position = index
  for (const gap of gaps) {
    if (gap.before > index) break
    position += gap.count
  }
  return position
}

/** A stretch of rows of one kind. */
export type Stretch =
  | { type: 'rows'; position: number; index: number; count: number }
  /** `first`, `total`: of the whole gap; `before`: index of the row after it. */
  | { type: 'gap'; position: number; count: number; first: number; total: number; before: number }

/** What lies at the positions `from` to `to` (exclusive), gaps cut to that part. */
export function stretches(list: RowList, from: number, to: number): Stretch[] {
  const found: Stretch[] = []
  const add = (stretch: Stretch) => {
    const start = Math.max(from, stretch.position)
    const end = Math.min(to, stretch.position + stretch.count)
    if (start >= end) return
    const cut = { position: start, count: end - start }
    found.push(
      stretch.type === 'gap'
        ? { ...stretch, ...cut }
        : { type: 'rows', ...cut, index: stretch.index + start - stretch.position },
    )
  }
  let [position, index] = [0, 0]
  for (const gap of list.gaps) {
    add({ type: 'rows', position, index, count: gap.before - index })
    position += gap.before - index
    index = gap.before
    add({ type: 'gap', position, count: gap.count, first: position, total: gap.count, before: gap.before })
    position += gap.count
  }
  add({ type: 'rows', position, index, count: list.slots.length - index })
  return found
}

/**
 * First position at which two states of a view differ in what stands there; `touched` are slots whose rows differ
 * although they stand where they stood. The smaller count when one is the beginning of the other.
 */
export function firstDifference(before: RowList, after: RowList, touched: ReadonlySet<number>): number {
  const shared = Math.min(before.slots.length, after.slots.length)
  let index = 0
  while (index < shared && before.slots[index] === after.slots[index] && !touched.has(after.slots[index] ?? -1))
    index += 1
  const gapAt = firstGapDifference(before.gaps, after.gaps)
  if (gapAt !== null && gapAt.before <= index) {
    // The gap's own first position: rows before it stand where they stood.
    return positionOf({ slots: after.slots, gaps: after.gaps.slice(0, gapAt.at) }, gapAt.before)
  }
  return positionOf({ slots: after.slots, gaps: after.gaps }, index)
}

function firstGapDifference(before: readonly Gap[], after: readonly Gap[]): { at: number; before: number } | null {
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [old, now] = [before[at], after[at]]
    if (old?.before === now?.before && old?.count === now?.count) continue
    return { at, before: Math.min(old?.before ?? Number.MAX_SAFE_INTEGER, now?.before ?? Number.MAX_SAFE_INTEGER) }
  }
  return null
}

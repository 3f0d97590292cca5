import type { Filter, ViewOrder } from '../../../../shared/domain/index.ts'
import { LANES } from '../../../../shared/domain/index.ts'
import { FLAG } from '../columns/blockColumns.ts'
import type { Columns } from '../columns/columns.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import type { RowList } from './rowList.ts'

/**
 * Rows of a view: one pass over the columns in log order. With a filter, what is missing has no rows, because nobody
 * knows how much of it would fit.
 */
export function rowsOf(open: OpenConversation, filter: Filter, order: ViewOrder): RowList {
  const { columns } = open
  const isShown = shownBy(columns, filter)
  const isFiltered = isShown !== null
  const all = open.order.slots
  const gapsLeft = isFiltered ? [] : [...open.order.gaps]
  const gaps: { before: number; count: number }[] = []
  const slots = new Int32Array(all.length)
  let count = 0
  for (let at = 0; at < all.length; at += 1) {
    const slot = all[at] ?? 0
    while (gapsLeft[0]?.before === at) gaps.push({ before: count, count: gapsLeft.shift()?.count ?? 0 })
    const partner = order === 'spans' ? columns.links.partner(slot) : -1
    // The answer of an action shares the action's row.
    if (partner !== -1 && ((columns.flags[slot] ?? 0) & FLAG.answer) !== 0) continue
    if (isShown !== null && !isShown(slot, partner)) continue
    slots[count] = slot
    count += 1
  }
  for (const gap of gapsLeft) gaps.push({ before: count, count: gap.count })
  return { slots: slots.subarray(0, count), gaps }
}

/** Whether a row fits; null when every row does. Every part must hold for the row, of either half of a span. */
function shownBy(columns: Columns, filter: Filter): ((slot: number, partner: number) => boolean) | null {
  const tests: ((slot: number) => boolean)[] = []
  if (filter.lanes !== undefined) {
    const lanes = new Set(filter.lanes.map((lane) => LANES.indexOf(lane)))
    tests.push((slot) => lanes.has(columns.lane[slot] ?? -1))
  }
  if (filter.kinds !== undefined) {
    const kinds = new Set(filter.kinds.map((kind) => columns.kinds.find(kind)))
    tests.push((slot) => kinds.has(columns.kind[slot] ?? -1))
  }
  if (filter.tools !== undefined) {
    const tools = new Set(filter.tools.map((tool) => columns.tools.find(tool)))
    tests.push((slot) => tools.has(columns.tool[slot] ?? -1))
  }
  const isError = filter.isError
  if (tests.length === 0 && isError === undefined) return null
  const hasError = (slot: number) => slot !== -1 && ((columns.flags[slot] ?? 0) & FLAG.error) !== 0
  return (slot, partner) =>
    tests.every((test) => test(slot) || (partner !== -1 && test(partner))) &&
    (isError === undefined || isError === (hasError(slot) || hasError(partner)))
}

import type { Filter, ViewOrder } from '../../../../shared/domain/index.ts'
import { FLAG } from '../columns/blockColumns.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import { type FilterContext, maskOf } from './filterMasks.ts'
import type { RowList } from './rowList.ts'

/**
 * Rows of a view: one pass over the columns in log order. With a filter, what is missing has no rows, because nobody
 * knows how much of it would fit. A term holds for a row when it holds for either half of its span; who
 * acted is who began it.
 */
export function rowsOf(open: OpenConversation, filter: Filter, order: ViewOrder, context: FilterContext): RowList {
  const { columns } = open
  const masks = filter.map((term) => ({
    mask: maskOf(open, term, context),
    wanted: term.isNot ? 0 : 1,
    isOfFirst: term.field === 'source' || term.field === 'lane',
  }))
  const all = open.order.slots
  const gapsLeft = filter.length > 0 ? [] : [...open.order.gaps]
  const gaps: { before: number; count: number }[] = []
  const slots = new Int32Array(all.length)
  let count = 0
  const isShown = (slot: number, partner: number) => {
    for (const { mask, wanted, isOfFirst } of masks) {
      const holds = (mask[slot] ?? 0) | (partner === -1 || isOfFirst ? 0 : (mask[partner] ?? 0))
      if (holds !== wanted) return false
    }
    return true
  }
  for (let at = 0; at < all.length; at += 1) {
    const slot = all[at] ?? 0
    while (gapsLeft[0]?.before === at) gaps.push({ before: count, count: gapsLeft.shift()?.count ?? 0 })
    const partner = order === 'spans' ? columns.links.partner(slot) : -1
    // The answer of an action shares the action's row.
    if (partner !== -1 && ((columns.flags[slot] ?? 0) & FLAG.answer) !== 0) continue
    if (!isShown(slot, partner)) continue
    slots[count] = slot
    count += 1
  }
  for (const gap of gapsLeft) gaps.push({ before: count, count: gap.count })
  return { slots: slots.subarray(0, count), gaps }
}

import { FLAG } from './blockColumns.ts'
import type { Columns } from './columns.ts'
import type { Order } from './order.ts'

/** What each reply of the model cost; NaN where it is not known. */
export interface Usage {
  costUsd: Float64Array
  tokens: Float64Array
}

/**
 * Spreads the totals of `stats` updates over the replies that caused them. A total comes before its reply, or after
 * it (even after the reply's result) with an earlier time (contract §18.2, seen in every recording):
 * - a total with a time not after the last reply's is that reply's;
 * - else it is the last reply's when that has none yet, or waits for the next reply.
 * Totals can go backwards (contract §18.4): such a step counts nothing. Nor does the first total after a gap, which
 * holds what is missing.
 */
export function usageOf(columns: Columns, { slots, gaps }: Order): Usage {
  const usage = { costUsd: nans(columns.count), tokens: nans(columns.count) }
  let [cost, tokens, waitingCost, waitingTokens, reply, hasOwn] = [0, 0, 0, 0, -1, true]
  let [hasBase, nextGap] = [true, 0]
  const give = (slot: number, addedCost: number, addedTokens: number) => {
    usage.costUsd[slot] = (usage.costUsd[slot] || 0) + addedCost
    usage.tokens[slot] = (usage.tokens[slot] || 0) + addedTokens
  }
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0
    if (gaps[nextGap]?.before === at) {
      ;[hasBase, reply, hasOwn, waitingCost, waitingTokens] = [false, -1, true, 0, 0]
      nextGap += 1
    }
    const total = columns.extraOf(slot)?.usage
    if (total !== undefined) {
      const [addedCost, addedTokens] = [Math.max(0, total.costUsd - cost), Math.max(0, total.tokens - tokens)]
      cost = total.costUsd
      tokens = total.tokens
      if (!hasBase) {
        hasBase = true
        continue
      }
      if (addedCost === 0 && addedTokens === 0) continue
      const isOfLast = reply !== -1 && (!hasOwn || (columns.timeUs[slot] ?? 0) <= (columns.timeUs[reply] ?? 0))
      if (isOfLast) {
        give(reply, addedCost, addedTokens)
        hasOwn = true
      } else {
        waitingCost += addedCost
        waitingTokens += addedTokens
      }
    } else if (((columns.flags[slot] ?? 0) & FLAG.reply) !== 0) {
      // Actions of one parallel batch are one call of the model (contract §9).
      const response = columns.responseIds[slot] ?? null
      if (reply !== -1 && response !== null && response === columns.responseIds[reply]) continue
      reply = slot
      hasOwn = waitingCost > 0 || waitingTokens > 0
      if (hasOwn) give(slot, waitingCost, waitingTokens)
      waitingCost = 0
      waitingTokens = 0
    }
  }
  return usage
}

/** Slots whose numbers differ between two states of the columns. */
export function changedUsage(before: Usage, after: Usage): number[] {
  const changed: number[] = []
  const known = Math.min(before.costUsd.length, after.costUsd.length)
  for (let slot = 0; slot < known; slot += 1) {
    if (differ(before.costUsd, after.costUsd, slot) || differ(before.tokens, after.tokens, slot)) changed.push(slot)
  }
  return changed
}

/** NaN, for not known, equals itself here. */
function differ(before: Float64Array, after: Float64Array, slot: number): boolean {
  return !Object.is(before[slot], after[slot])
}

export function noUsage(): Usage {
  return { costUsd: new Float64Array(0), tokens: new Float64Array(0) }
}

function nans(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN)
}

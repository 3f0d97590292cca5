import type { Columns } from './columns.ts'

/** Positions that the server has and the archive has not. */
export interface Gap {
  /** The gap lies before this index of the list that it belongs to. */
  before: number
  count: number
}

export interface Order {
  /** Slots in log order. */
  slots: Int32Array
  gaps: Gap[]
}

/** What decides the place of events; slot by slot. */
type Placed = Pick<Columns, 'count' | 'logIndex' | 'provisional' | 'seq'>

export interface Missing {
  /** Events that the server has and the archive has not. */
  count: number
  /** Events that are stored, but not in the columns yet: before those that are. */
  notLoaded: number
  /** They lie after these first events of the log ... */
  headCount: number
  /** ... and after everything with a provisional key up to this. */
  boundary: number
}

/**
 * Log order of all events: those with an index by index; the others, by provisional key, between known neighbours
 * (architecture decision 7). Holes between indices say where missing events lie; the rest is at the boundary.
 */
export function orderOf(columns: Placed, missing: Missing): Order {
  const indexed = indexedSlots(columns)
  const others = otherSlots(columns)
  const slots = new Int32Array(columns.count)
  const holes: Gap[] = []
  let [at, taken, latest, boundaryAt, last] = [0, 0, 0, 0, -1]
  const take = (slot: number, isBeforeBoundary: boolean) => {
    slots[at] = slot
    at += 1
    if (isBeforeBoundary) boundaryAt = at
  }
  for (const slot of indexed) {
    const logIndex = columns.logIndex[slot] ?? 0
    latest = Math.max(latest, columns.provisional[slot] ?? 0)
    let between = 0
    for (; taken < others.length; taken += 1, between += 1) {
      const other = others[taken] ?? 0
      const key = columns.provisional[other] ?? 0
      if (key >= latest) break
      take(other, key <= missing.boundary)
    }
    const hole = logIndex - last - 1 - between
    if (hole > 0) holes.push({ before: at, count: hole })
    last = logIndex
    take(slot, logIndex < missing.headCount)
  }
  for (; taken < others.length; taken += 1) {
    const other = others[taken] ?? 0
    take(other, (columns.provisional[other] ?? 0) <= missing.boundary)
  }
  return { slots: slots.subarray(0, at), gaps: gapsOf(holes, missing, boundaryAt) }
}

/**
 * Holes whose place is known take their part of what is absent. Of the rest, what is not loaded lies before everything,
 * because the end is read first; what is missing lies at the boundary.
 */
function gapsOf(holes: Gap[], missing: Missing, boundaryAt: number): Gap[] {
  let { count, notLoaded } = missing
  const gaps: Gap[] = []
  for (const hole of holes) {
    const ofLoading = Math.min(hole.count, notLoaded)
    const ofMissing = Math.min(hole.count - ofLoading, count)
    if (ofLoading + ofMissing > 0) gaps.push({ before: hole.before, count: ofLoading + ofMissing })
    notLoaded -= ofLoading
    count -= ofMissing
  }
  if (notLoaded > 0) gaps.push({ before: 0, count: notLoaded })
  if (count > 0) gaps.push({ before: boundaryAt, count })
  gaps.sort((a, b) => a.before - b.before)
  return gaps.reduce<Gap[]>((joined, gap) => {
    const previous = joined.at(-1)
    if (previous?.before === gap.before) previous.count += gap.count
    else joined.push(gap)
    return joined
  }, [])
}

function indexedSlots(columns: Placed): Int32Array {
  const { logIndex, count } = columns
  let [indexed, highest] = [0, -1]
  for (let slot = 0; slot < count; slot += 1) {
    const at = logIndex[slot] ?? -1
    if (at < 0) continue
    indexed += 1
    if (at > highest) highest = at
  }
  const found = new Int32Array(indexed)
  // A log with huge holes (a wrong seq) is sorted; every other is laid out in one pass.
  if (highest > count * 4 + 65_536) return sorted(columns, found)
  const byIndex = new Int32Array(highest + 1).fill(-1)
  for (let slot = 0; slot < count; slot += 1) {
    const at = logIndex[slot] ?? -1
    if (at >= 0) byIndex[at] = slot
  }
  let at = 0
  for (const slot of byIndex) {
    if (slot === -1) continue
    found[at] = slot
    at += 1
  }
  return found.subarray(0, at)
}

function sorted(columns: Placed, found: Int32Array): Int32Array {
  let at = 0
  for (let slot = 0; slot < columns.count; slot += 1) {
    if ((columns.logIndex[slot] ?? -1) < 0) continue
    found[at] = slot
    at += 1
  }
  return found.sort((a, b) => (columns.logIndex[a] ?? 0) - (columns.logIndex[b] ?? 0))
}

function otherSlots(columns: Placed): number[] {
  const others: number[] = []
  for (let slot = 0; slot < columns.count; slot += 1) if ((columns.logIndex[slot] ?? -1) < 0) others.push(slot)
  const { provisional, seq } = columns
  const compare = (a: number, b: number) =>
    (provisional[a] ?? 0) - (provisional[b] ?? 0) || (seq[a] ?? 0) - (seq[b] ?? 0)
  for (let at = 1; at < others.length; at += 1) {
    if (compare(others[at - 1] ?? 0, others[at] ?? 0) > 0) return others.sort(compare)
  }
  return others
}

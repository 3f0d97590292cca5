import { LANES, type Overview } from '../../../../shared/domain/index.ts'
import { FLAG } from '../columns/blockColumns.ts'
import { positionCount, positionOf } from './rowList.ts'
import type { View } from './view.ts'

/** Pauses count as this much on the active clock. */
const LONGEST_PAUSE_US = 30_000_000

/** Counts of the rows of a view per lane and bucket. Rows with an unreadable time count where the row before is. */
export function overviewOf(view: View, buckets: number, clock: 'wall' | 'active'): Overview {
  const { columns } = view.open
  const times = timesOf(view)
  const [first = 0, last = 0] = edges(times)
  const axis = clock === 'wall' ? times.map((time) => time - first) : activeTimes(times)
  const length = axis.reduce((longest, at) => Math.max(longest, at), 0) + 1
  const lanes = LANES.map(() => new Array<number>(buckets).fill(0))
  const errors = new Array<number>(buckets).fill(0)
  const positions = new Array<number>(buckets).fill(-1)
  for (const [index, slot] of view.rows.slots.entries()) {
    const bucket = Math.min(buckets - 1, Math.floor(((axis[index] ?? 0) / length) * buckets))
    const lane = lanes[columns.lane[slot] ?? 0]
    if (lane !== undefined) lane[bucket] = (lane[bucket] ?? 0) + 1
    if (isErrorRow(view, slot)) errors[bucket] = (errors[bucket] ?? 0) + 1
    if (positions[bucket] === -1) positions[bucket] = positionOf(view.rows, index)
  }
  let next = Math.max(0, positionCount(view.rows) - 1)
  for (let bucket = buckets - 1; bucket >= 0; bucket -= 1) {
    const own = positions[bucket] ?? -1
    next = own === -1 ? next : Math.min(own, next)
    positions[bucket] = next
  }
  return {
    revision: view.revision,
    startUs: first,
    endUs: last,
    lanes: Object.fromEntries(LANES.map((lane, at) => [lane, lanes[at] ?? []])),
    errors,
    positions,
  }
}

function isErrorRow(view: View, slot: number): boolean {
  const { flags, links } = view.open.columns
  const partner = view.spec.order === 'spans' ? links.partner(slot) : -1
  return (((flags[slot] ?? 0) | (partner === -1 ? 0 : (flags[partner] ?? 0))) & FLAG.error) !== 0
}

function timesOf(view: View): Float64Array {
  const times = new Float64Array(view.rows.slots.length)
  let last = Number.NaN
  for (const [index, slot] of view.rows.slots.entries()) {
    const time = view.open.columns.timeUs[slot] ?? Number.NaN
    if (!Number.isNaN(time)) last = time
    times[index] = last
  }
  // Before the first readable time there is nothing to lean on but that time itself.
  const first = times.find((time) => !Number.isNaN(time)) ?? 0
  return times.map((time) => (Number.isNaN(time) ? first : time))
}

function edges(times: Float64Array): [number, number] | [] {
  if (times.length === 0) return []
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const time of times) {
    if (time < first) first = time
    if (time > last) last = time
  }
  return [first, last]
}

/** Time worked: steps in log order, backward ones as nothing, long ones cut. */
function activeTimes(times: Float64Array): Float64Array {
  let [at, before] = [0, times[0] ?? 0]
  return times.map((time) => {
    at += Math.min(LONGEST_PAUSE_US, Math.max(0, time - before))
    before = Math.max(before, time)
    return at
  })
}

import type { Overview } from '../../../shared/domain/index.ts'

/** Share of the strip's width (0 to 1) at which a position lies: between the buckets whose first rows enclose it. */
export function shareOfPosition(overview: Overview, position: number, count: number): number {
  const { positions } = overview
  if (positions.length === 0) return 0
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((positions[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  const bucket = Math.max(0, low - 1)
  const start = positions[bucket] ?? 0
  const end = positions[bucket + 1] ?? count
  const part = end > start ? Math.min(1, (position - start) / (end - start)) : 0
  return (bucket + part) / positions.length
}

/** The position at a share of the strip's width. */
export function positionOfShare(overview: Overview, share: number, count: number): number {
  const { positions } = overview
  const at = Math.min(Math.max(0, share), 1) * positions.length
  const bucket = Math.min(Math.floor(at), positions.length - 1)
  const start = positions[bucket] ?? 0
  const end = positions[bucket + 1] ?? count
  return Math.min(Math.max(0, Math.floor(start + (end - start) * (at - bucket))), Math.max(0, count - 1))
}

import type { Row } from '../../../shared/domain/index.ts'

/** The stretch of time that duration bars are drawn in, in milliseconds since `originUs`. */
export interface TimeRange {
  start: number
  length: number
}

/** From the first start to the last end among rows in sight; one second at least, so that a lone row has a place. */
export function timeRangeOf(rows: readonly (Row | undefined)[], originUs: number): TimeRange {
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    if (row?.type !== 'event' || row.timeUs === null) continue
    start = Math.min(start, row.timeUs)
    end = Math.max(end, row.timeUs + (row.span.durationUs ?? 0))
  }
  if (start > end) return { start: 0, length: 1000 }
  return { start: (start - originUs) / 1000, length: Math.max((end - start) / 1000, 1000) }
}

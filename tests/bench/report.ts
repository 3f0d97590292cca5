import type { Judged } from './goals.ts'

/** One line of the bench: `value` is the median of the runs; `ratio` is value / floor, both measured in this run. */
export interface Measure {
  name: string
  /** Events of the conversation. */
  n: number
  value: number
  unit: 'ms' | 'events/s' | 'of raw' | '×' | 'MB' | 'kB' | '× in sight' | '% more'
  /** The same work done with nothing of ours; null where there is none. */
  floor: number | null
  ratio: number | null
  /** Smallest and largest of the runs. */
  spread: [number, number]
  runs: number
}

/** Sums up the runs of one measure. */
export function measure(
  name: string,
  n: number,
  unit: Measure['unit'],
  values: number[],
  floors: number[] | null,
): Measure {
  const value = median(values)
  const floor = floors === null ? null : median(floors)
  return {
    name,
    n,
    value: round(value),
    unit,
    floor: floor === null ? null : round(floor),
    ratio: floor === null ? null : round(value / floor),
    spread: [round(Math.min(...values)), round(Math.max(...values))],
    runs: values.length,
  }
}

export function printTable(measures: Judged[]): void {
  console.table(
    Object.fromEntries(
      measures.map(({ name, n, value, unit, floor, ratio, spread, runs, goal, isMet }) => [
        `${name} ${n}`,
        { value, unit, goal, isMet, floor, ratio, spread: spread.join(' … '), runs },
      ]),
    ),
  )
}

/** How each measure grows from the smallest to the largest conversation. */
export function printGrowth(measures: Measure[]): void {
  for (const [name, sizes] of Map.groupBy(measures, (one) => one.name)) {
    const [small, large] = [sizes[0], sizes.at(-1)]
    if (small === undefined || large === undefined || small === large) continue
    const growth = small.value === 0 ? `${small.value} to ${large.value}` : `${round(large.value / small.value)} ×`
    console.log(`${name}: ${growth} from ${small.n} to ${large.n} events`)
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no runs')
  return middle
}

/** The smallest value that so great a part of all is not above. */
export function percentile(values: number[], part: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]
  if (value === undefined) throw new Error('no values')
  return value
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

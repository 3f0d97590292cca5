import type { Measure } from './report.ts'

export interface Judged extends Measure {
  /** What it should be, in the measure's unit; null where nothing is asked or there is nothing to compare it with. */
  goal: string | null
  isMet: boolean | null
}

interface Goal {
  sense: '≤' | '≥'
  limit(one: Measure, all: readonly Measure[]): number | null
}

/** A person's patience, a machine's memory, or a multiple of what the same work costs without us. */
const GOALS: Record<string, Goal> = {
  'open.cold.firstRows': { sense: '≤', limit: ({ floor }) => floor && 1.5 * floor + 50 },
  // Whichever is slower bounds it: fetching the same bytes, or ingesting them from memory.
  'open.cold.complete': {
    sense: '≤',
    limit({ n, floor }, all) {
      const ingest = all.find((other) => other.name === 'ingest' && other.n === n)
      return floor && 1.2 * Math.max(floor, ingest === undefined ? 0 : (n / ingest.value) * 1_000)
    },
  },
  'open.warm.firstRows': {
    sense: '≤',
    limit({ name }, all) {
      const smallest = all.find((other) => other.name === name)
      return Math.min(100, 1.3 * (smallest?.value ?? Number.POSITIVE_INFINITY))
    },
  },
  ingest: { sense: '≥', limit: ({ floor }) => Math.max(30_000, 0.5 * (floor ?? 0)) },
  'archive.size': { sense: '≤', limit: () => 0.65 },
  'filter.p95': { sense: '≤', limit: () => 30 },
  'jump.p95': { sense: '≤', limit: () => 50 },
  heap: { sense: '≤', limit: () => 8 },
  'dom.rows': { sense: '≤', limit: () => 3 },
  rss: { sense: '≤', limit: () => 150 },
  'live.append': { sense: '≥', limit: () => 5_000 },
  'live.frameLate': { sense: '≤', limit: () => 2 },
  'live.longTask': { sense: '≤', limit: () => 50 },
  'live.hostDelayP99': { sense: '≤', limit: () => 20 },
  'reconnect.bytes.session': { sense: '≤', limit: ({ floor }) => floor && 1.1 * floor },
  'reconnect.bytes.events': { sense: '≤', limit: ({ floor }) => floor && 1.1 * floor },
  'search.p95': { sense: '≤', limit: () => 50 },
  'search.vsRipgrep': { sense: '≥', limit: () => 20 },
}

/** Holds every measure to its goal; `measures` rise in their size. */
export function judge(measures: readonly Measure[]): Judged[] {
  return measures.map((one) => {
    const goal = GOALS[one.name]
    const limit = goal?.limit(one, measures) ?? null
    if (goal === undefined || limit === null) return { ...one, goal: null, isMet: null }
    const isMet = goal.sense === '≤' ? one.value <= limit : one.value >= limit
    return { ...one, goal: `${goal.sense} ${Math.round(limit * 100) / 100}`, isMet }
  })
}

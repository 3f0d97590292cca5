import { GROUPING_LABELS, GROUPING_STRATEGIES, type GroupingStrategy } from '../../../shared/contract/index.ts'

/** Where each strategy puts a conversation that starts (contract §7). */
const PLACES: Readonly<Record<GroupingStrategy, string>> = {
  NO_GROUPING: 'A new sandbox for each conversation.',
  GROUP_BY_NEWEST: 'The newest available sandbox.',
  LEAST_RECENTLY_USED: 'The least recently used available sandbox: servers take the one that was created first.',
  FEWEST_CONVERSATIONS: 'The available sandbox with the fewest conversations.',
  ADD_TO_ANY: 'The first available sandbox.',
}

export const STRATEGY_CHOICES = GROUPING_STRATEGIES.map((id) => ({ id, name: GROUPING_LABELS[id], place: PLACES[id] }))

/** The strategy that a server named; null for one that is none of the five. */
export function knownStrategy(grouping: string): GroupingStrategy | null {
  return GROUPING_STRATEGIES.find((strategy) => strategy === grouping) ?? null
}

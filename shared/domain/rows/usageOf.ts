import { isWireObject, numberAt, objectAt } from '../wireValue.ts'

/** Totals of a conversation at one moment, summed over all usage buckets. */
export interface UsageTotals {
  costUsd: number
  /** Prompt and completion tokens. */
  tokens: number
}

/** Reads the value of a `stats` update or of `full_state.stats` (contract §2, §9.3); null when it is not one. */
export function usageOfStats(stats: unknown): UsageTotals | null {
  const buckets = isWireObject(stats) ? objectAt(stats, 'usage_to_metrics') : null
  if (buckets === null) return null
  let costUsd = 0
  let tokens = 0
  for (const metrics of Object.values(buckets)) {
    if (!isWireObject(metrics)) continue
    costUsd += numberAt(metrics, 'accumulated_cost') ?? 0
    const usage = objectAt(metrics, 'accumulated_token_usage') ?? {}
    tokens += (numberAt(usage, 'prompt_tokens') ?? 0) + (numberAt(usage, 'completion_tokens') ?? 0)
  }
  return { costUsd, tokens }
}

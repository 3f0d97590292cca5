import type { Usage } from '../../../../shared/domain/index.ts'
import { type Fields, fieldsOf } from './fields.ts'

/** Totals of one metrics object (contract §2); null when there is none. */
export function usageOf(metrics: unknown): Usage | null {
  if (typeof metrics !== 'object' || metrics === null) return null
  const fields = fieldsOf(metrics)
  const tokens = fields.object('accumulated_token_usage')
  const amount = (name: string) => tokens.number(name) ?? 0
  const contextWindow = amount('context_window')
  return {
    costUsd: fields.number('accumulated_cost') ?? 0,
    promptTokens: amount('prompt_tokens'),
    completionTokens: amount('completion_tokens'),
    cacheReadTokens: amount('cache_read_tokens'),
    // 0 means that the server does not know it.
    contextWindow: contextWindow === 0 ? null : contextWindow,
  }
}

/** Totals over all buckets of `stats.usage_to_metrics`, and the largest window; null when there is no bucket. */
export function usageOfStats(stats: Fields): Usage | null {
  const buckets = stats
    .object('usage_to_metrics')
    .entries()
    .map(([, metrics]) => usageOf(metrics))
    .filter((usage) => usage !== null)
  const [first, ...others] = buckets
  return first === undefined ? null : others.reduce(sum, first)
}

function sum(a: Usage, b: Usage): Usage {
  const windows = [a.contextWindow, b.contextWindow].filter((window) => window !== null)
  return {
    costUsd: a.costUsd + b.costUsd,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    contextWindow: windows.length === 0 ? null : Math.max(...windows),
  }
}

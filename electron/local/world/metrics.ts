import { isObject, type JsonObject } from '../json.ts'

/** Token counts of a model, as the wire names them. */
export interface Tokens {
  prompt: number
  completion: number
  cacheRead: number
  cacheWrite: number
  reasoning: number
  perTurn: number
}

const NO_TOKENS: Tokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, perTurn: 0 }

/** One model call that was paid for. */
export interface ModelCall {
  cost: number
  tokens: Tokens
  atMs: number
  seconds: number
  responseId: string
}

/** Cost and tokens of one conversation, kept as totals with the newest calls in full. */
export class Metrics {
  cost = 0
  tokens: Tokens = NO_TOKENS
  readonly model: string
  readonly calls: ModelCall[] = []

  constructor(model: string) {
    this.model = model
  }

  add(call: ModelCall): void {
    this.cost += call.cost
    this.tokens = {
      prompt: this.tokens.prompt + call.tokens.prompt,
      completion: this.tokens.completion + call.tokens.completion,
      cacheRead: this.tokens.cacheRead + call.tokens.cacheRead,
      cacheWrite: this.tokens.cacheWrite + call.tokens.cacheWrite,
      reasoning: this.tokens.reasoning + call.tokens.reasoning,
      perTurn: call.tokens.perTurn,
    }
    this.calls.push(call)
    if (this.calls.length > 50) this.calls.shift()
  }

  /** Takes over the totals of a snapshot, as an earlier run of the service left them. */
  takeOver(snapshot: JsonObject): void {
    const usage = isObject(snapshot.accumulated_token_usage) ? snapshot.accumulated_token_usage : {}
    const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : 0)
    if (typeof snapshot.accumulated_cost === 'number') this.cost = snapshot.accumulated_cost
    this.tokens = {
      prompt: count('prompt_tokens'),
      completion: count('completion_tokens'),
      cacheRead: count('cache_read_tokens'),
      cacheWrite: count('cache_write_tokens'),
      reasoning: count('reasoning_tokens'),
      perTurn: count('per_turn_token'),
    }
  }

  /** MetricsSnapshot as in `stats` updates. */
  snapshot(): JsonObject {
    return {
      model_name: this.model,
      accumulated_cost: this.cost,
      max_budget_per_task: null,
      accumulated_token_usage: usage(this.model, this.tokens, ''),
    }
  }

  /** The full form, with the lists of calls, as in GET conversation and `full_state`. */
  full(): JsonObject {
    return {
      ...this.snapshot(),
      costs: this.calls.map((c) => ({ model: this.model, cost: c.cost, timestamp: c.atMs / 1000 })),
      response_latencies: this.calls.map((c) => ({ model: this.model, latency: c.seconds, response_id: c.responseId })),
      token_usages: this.calls.map((c) => usage(this.model, c.tokens, c.responseId)),
    }
  }
}

function usage(model: string, tokens: Tokens, responseId: string): JsonObject {
  return {
    model,
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    cache_read_tokens: tokens.cacheRead,
    cache_write_tokens: tokens.cacheWrite,
    reasoning_tokens: tokens.reasoning,
    context_window: 200_000,
    per_turn_token: tokens.perTurn,
    response_id: responseId,
  }
}

import type { Random } from '../random.ts'
import type { ModelCall } from '../world/metrics.ts'

/** Invents a model call; its prompt grows with the turn and is mostly cached after the first. */
export function inventModelCall(random: Random, turn: number, atMs: number, cost?: number): ModelCall {
  const prompt = Math.min(4000 + turn * 620 + random.between(0, 400), 160_000)
  const completion = random.between(40, 420)
  const cacheRead = turn === 0 ? 0 : Math.floor(prompt * 0.9)
  const price = (prompt - cacheRead) * 3e-6 + cacheRead * 3e-7 + completion * 15e-6
  return {
    cost: cost ?? Number(price.toFixed(6)),
    tokens: {
      prompt,
      completion,
      cacheRead,
      cacheWrite: prompt - cacheRead,
      reasoning: random.between(0, 120),
      perTurn: prompt + completion,
    },
    atMs,
    seconds: 0.8 + random.next() * 4,
    responseId: `chatcmpl-${random.hex(12)}`,
  }
}

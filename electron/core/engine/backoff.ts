const FIRST_MS = 1_000
const MOST_MS = 30_000

/**
 * Milliseconds to wait before reconnect `attempt` (1-based): 1 s doubling to 30 s, of which the upper half is
 * random, so that many conversations of one restarted server do not come back in one instant.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const whole = Math.min(MOST_MS, FIRST_MS * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * random()
}

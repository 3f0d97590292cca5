import { refuse } from '../../http/refusal.ts'
import type { AgentServer } from '../server.ts'

/** Runs at the same time in one agent server (contract §15). */
export const MOST_RUNS = 10

export function isFull(server: AgentServer): boolean {
  return server.agents.countRunning(server.conversations()) >= MOST_RUNS
}

/** Refuses with 429, without Retry-After (contract §18.1). */
export function requireFreeRun(server: AgentServer): void {
  if (isFull(server)) throw refuse(429, 'Too many concurrent runs.')
}

import type { EventRow } from '../../../shared/domain/index.ts'

/** What the agent has in mind, in a tree; state updates, hooks and the like hang beside it (contract §8). */
const STEPS = new Set([
  'SystemPromptEvent',
  'MessageEvent',
  'ActionEvent',
  'ObservationEvent',
  'AgentErrorEvent',
  'UserRejectObservation',
  'Condensation',
  'PauseEvent',
  'InterruptEvent',
])

/** The event that ends a step: the result of an action where there is one. */
export function stepIdOf(row: EventRow): string {
  return row.pairedId ?? row.id
}

/** Why a conversation cannot go on from a row; null when it can. */
export function whyNoStep(row: EventRow): string | null {
  if (!STEPS.has(row.kind)) return `A row of the kind “${row.label}” is no step of the agent.`
  if (row.kind === 'ActionEvent' && row.pairedId === null) return 'This action has no result yet.'
  return null
}

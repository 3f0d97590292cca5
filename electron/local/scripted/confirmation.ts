import type { ConfirmationPolicy } from '../world/conversation.ts'
import type { Risk } from './step.ts'

const ORDER = ['LOW', 'MEDIUM', 'HIGH']
/** Tools that never need a person (the SDK skips them too). */
const HARMLESS = new Set(['finish', 'think'])

/** Whether a call of a tool must wait for a person under a confirmation policy (contract §11). */
export function mustConfirm(policy: ConfirmationPolicy, tool: string, risk: Risk): boolean {
  if (HARMLESS.has(tool) || policy.kind === 'NeverConfirm') return false
  if (policy.kind === 'AlwaysConfirm') return true
  if (risk === 'UNKNOWN') return policy.confirm_unknown !== false
  const threshold = typeof policy.threshold === 'string' ? policy.threshold : 'HIGH'
  return ORDER.indexOf(risk) >= ORDER.indexOf(threshold)
}

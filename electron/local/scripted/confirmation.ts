import type { ConfirmationPolicy } from '../world/conversation.ts'
import type { Call } from './step.ts'

const ORDER = ['LOW', 'MEDIUM', 'HIGH']
/** Tools that never need a person (the SDK skips them too). */
const HARMLESS = new Set(['finish', 'think'])

/** Whether a call must wait for a person under a confirmation policy (contract §11). */
export function mustConfirm(policy: ConfirmationPolicy, call: Call): boolean {
  if (HARMLESS.has(call.tool) || policy.kind === 'NeverConfirm') return false
  if (policy.kind === 'AlwaysConfirm') return true
  if (call.risk === 'UNKNOWN') return policy.confirm_unknown !== false
  const threshold = typeof policy.threshold === 'string' ? policy.threshold : 'HIGH'
  return ORDER.indexOf(call.risk) >= ORDER.indexOf(threshold)
}

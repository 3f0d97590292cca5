import { invalid, invalidValue, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject } from '../../json.ts'
import type { AgentServer } from '../server.ts'
import { conversationOf } from './conversationOf.ts'

const THRESHOLDS = ['LOW', 'MEDIUM', 'HIGH']
const KINDS = ['AlwaysConfirm', 'ConfirmRisky', 'NeverConfirm']

export const confirmationPolicy: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/confirmation_policy',
  async handle(request) {
    const body = await request.body()
    const policy = isObject(body) ? body.policy : undefined
    if (!isObject(policy)) throw missing(['body', 'policy'], body ?? null)
    const kind = String(policy.kind)
    if (!KINDS.includes(kind)) {
      const list = `['${KINDS.join("', '")}']`
      const base = 'openhands.sdk.security.confirmation_policy.ConfirmationPolicyBase'
      throw invalidValue(['body', 'policy'], `Unknown kind '${kind}' for ${base}; Expected one of: ${list}`, policy)
    }
    if (policy.threshold === 'UNKNOWN') {
      throw invalidValue(['body', 'policy', 'threshold'], 'Threshold cannot be UNKNOWN', 'UNKNOWN')
    }
    if (policy.threshold !== undefined && !THRESHOLDS.includes(String(policy.threshold))) {
      const expected = "'UNKNOWN', 'LOW', 'MEDIUM' or 'HIGH'"
      const loc = ['body', 'policy', 'threshold']
      throw invalid('enum', loc, `Input should be ${expected}`, policy.threshold, { expected })
    }
    const conversation = conversationOf(request)
    const risky = { threshold: 'HIGH', confirm_unknown: true, ...policy }
    conversation.policy = { ...(kind === 'ConfirmRisky' ? risky : {}), kind }
    conversation.writer.state('confirmation_policy', conversation.policy)
    return json({ success: true })
  },
}

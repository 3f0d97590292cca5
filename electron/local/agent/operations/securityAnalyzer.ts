import { invalidValue, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject } from '../../json.ts'
import type { AgentServer } from '../server.ts'
import { bodyOf } from './bodyOf.ts'
import { conversationOf } from './conversationOf.ts'

const KINDS = [
  'PatternSecurityAnalyzer',
  'PolicyRailSecurityAnalyzer',
  'EnsembleSecurityAnalyzer',
  'GraySwanAnalyzer',
  'LLMSecurityAnalyzer',
]

/** What says how risky an action is; null says nothing, and every risk is UNKNOWN then. */
export const securityAnalyzer: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/security_analyzer',
  async handle(request) {
    const body = await bodyOf(request)
    const loc = ['body', 'security_analyzer']
    const analyzer = body.security_analyzer
    if (analyzer === undefined) throw missing(loc, body)
    if (analyzer !== null && (!isObject(analyzer) || typeof analyzer.kind !== 'string')) {
      throw missing([...loc, 'kind'], analyzer)
    }
    if (isObject(analyzer) && !KINDS.includes(String(analyzer.kind))) {
      const known = request.server.env.dialect === '1.34' ? KINDS : [...KINDS, 'ToolShieldLLMSecurityAnalyzer']
      const base = 'openhands.sdk.security.analyzer.SecurityAnalyzerBase'
      const expected = `['${known.join("', '")}']`
      throw invalidValue(
        loc,
        `Unknown kind '${String(analyzer.kind)}' for ${base}; Expected one of: ${expected}`,
        analyzer,
      )
    }
    const conversation = conversationOf(request)
    conversation.agent.analyzer = analyzer
    conversation.writer.state('security_analyzer', analyzer)
    return json({ success: true })
  },
}

import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Call, Risk } from './step.ts'

const ORDER: readonly Risk[] = ['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH']

/** A few of the patterns that the real analyzer has. */
const HIGH = /\brm\s+-\w*[rf]\w*[rf]|\|\s*(?:ba)?sh\b|\bmkfs\b|\bdd\s+.*\bof=\/dev\//
const MEDIUM = /\bsudo\b|\bgit\s+push\b|\bgh\s+pr\b|\bnpm\s+publish\b|\bchmod\s+777\b/

/** What a security analyzer says of a call; without an analyzer every risk is unknown. */
export function riskOf(call: Call, analyzer: JsonObject | null): Risk {
  switch (analyzer?.kind) {
    case 'LLMSecurityAnalyzer':
      // The model says it with the call.
      return call.risk
    case 'PatternSecurityAnalyzer': {
      const text = JSON.stringify(call.action)
      return HIGH.test(text) ? 'HIGH' : MEDIUM.test(text) ? 'MEDIUM' : 'LOW'
    }
    case 'PolicyRailSecurityAnalyzer':
      return HIGH.test(JSON.stringify(call.action)) ? 'HIGH' : 'LOW'
    case 'EnsembleSecurityAnalyzer':
      return highest(call, analyzer.analyzers ?? [])
    default:
      return 'UNKNOWN'
  }
}

function highest(call: Call, analyzers: Json): Risk {
  if (!Array.isArray(analyzers)) return 'UNKNOWN'
  const risks = analyzers.filter(isObject).map((one) => ORDER.indexOf(riskOf(call, one)))
  return ORDER[Math.max(0, ...risks)] ?? 'UNKNOWN'
}
